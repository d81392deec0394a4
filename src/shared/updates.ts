/** What can go wrong with an update, so that the window can say it in its own words. */
export const updateProblems = [
  // The server.
  "unreachable",
  "server-fault",
  "not-found",
  // What it answered.
  "unsigned",
  "bad-signature",
  "wrong-file",
  "unreadable",
  "insecure-address",
  // The package.
  "damaged-download",
  "disk-full",
  "not-writable",
  "unexpected",
] as const;
export type UpdateProblem = (typeof updateProblems)[number];

/** A newer version, whose metadata carries the signature of those who make Tidemark. */
export interface OfferedUpdate {
  readonly version: string;
  /** Plain text; null where none were written. */
  readonly notes: string | null;
  /** Where it is to be had by hand, for packages that cannot replace themselves; null where Tidemark does it. */
  readonly byHandFrom: string | null;
}

export interface UpdateProgress {
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

export type UpdateState =
  /** This build was made without an address to ask. */
  | { readonly state: "unavailable" }
  | { readonly state: "idle" }
  | { readonly state: "checking" }
  /** What runs is the newest there is. */
  | { readonly state: "none"; readonly checkedAtMs: number }
  | { readonly state: "available"; readonly offer: OfferedUpdate }
  | {
      readonly state: "downloading";
      readonly offer: OfferedUpdate;
      /** Null before the first bytes. */
      readonly progress: UpdateProgress | null;
    }
  /** It goes in when the app is quit, or restarted for it. */
  | { readonly state: "ready"; readonly offer: OfferedUpdate }
  | {
      readonly state: "failed";
      readonly step: "check" | "download" | "install";
      readonly problem: UpdateProblem;
      /** What was to be downloaded or installed. */
      readonly offer: OfferedUpdate | null;
    };
