/** Names of the benchmarks. They are here alone because the command line needs them without loading the benchmarks. */
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
