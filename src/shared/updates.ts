/** Errors of an update. The window has its own text for each. */
export const updateErrorKinds = [
  // The server.
  "unreachable",
  "server-error",
  "not-found",
  // The server's response.
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
export type UpdateErrorKind = (typeof updateErrorKinds)[number];

/** A newer version, whose metadata has a valid signature. */
export interface OfferedUpdate {
  readonly version: string;
  /** Plain text; null if there are none. */
  readonly notes: string | null;
  /** The download page, for packages that cannot install updates; null otherwise. */
  readonly manualDownloadUrl: string | null;
}

export interface UpdateProgress {
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

export type UpdateState =
  /** This build has no update server. */
  | { readonly state: "unavailable" }
  | { readonly state: "idle" }
  | { readonly state: "checking" }
  /** No newer version exists. */
  | { readonly state: "none"; readonly checkedAtMs: number }
  | { readonly state: "available"; readonly offer: OfferedUpdate }
  | {
      readonly state: "downloading";
      readonly offer: OfferedUpdate;
      /** Null before the first bytes. */
      readonly progress: UpdateProgress | null;
    }
  /** Downloaded; installed when the app quits or is restarted for it. */
  | { readonly state: "ready"; readonly offer: OfferedUpdate }
  | {
      readonly state: "failed";
      readonly step: "check" | "download" | "install";
      readonly reason: UpdateErrorKind;
      /** The update that failed to download or install; null after a failed check. */
      readonly offer: OfferedUpdate | null;
    };
