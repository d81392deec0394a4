import type { UpdateProgress } from "../../shared/updates.js";

/** Downloads and installs updates. Every method rejects on failure. */
export interface Updater {
  /** Finds a newer version for this computer; `null` if there is none. */
  check(): Promise<FoundUpdate | null>;
  /** Downloads the version that the last check found. When aborted, it rejects and discards the partial download. */
  download(onProgress: (progress: UpdateProgress) => void, signal: AbortSignal): Promise<void>;
  /** Installs the download and restarts the app. */
  install(): Promise<void>;
}

export interface FoundUpdate {
  readonly version: string;
  readonly notes: string | null;
}
