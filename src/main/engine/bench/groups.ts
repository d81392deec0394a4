/** What can be measured by its name; the command line knows the names without loading what measures. */
export const benchGroups = [
  "lookup",
  "search",
  "history",
  "record",
  "deliver",
  "listener",
  "extract",
  "start",
  "hourly",
] as const;
export type BenchGroup = (typeof benchGroups)[number];
