/** Names of the benchmarks, in a module of their own so that the command line can list them without loading any. */
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
  "busy",
] as const;
export type BenchGroup = (typeof benchGroups)[number];
