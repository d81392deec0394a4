/** Names of the benchmarks and their servers, in a module of their own so that the command line can list them without loading any. */
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

/**
 * `ours` and `listener` are the engine's servers; `floor` and `receiver` are minimal ones with equivalent responses.
 * `crowd`, `strangers`, `names` and `histories` are clients of an engine instead.
 */
export const serverKinds = [
  "ours",
  "floor",
  "receiver",
  "listener",
  "shops",
  "hourly",
  "crowd",
  "strangers",
  "names",
  "histories",
] as const;
export type ServerKind = (typeof serverKinds)[number];
