import type { UpdateProgress } from "../../../shared/updates.js";

/** What fetches updates and puts them in place. Failures are thrown. */
export interface Updater {
  /** The newer version that is there for this computer; `null` where there is none. */
  check(): Promise<FoundUpdate | null>;
  /** Fetches what the last check has found. Ended by `signal`, it throws, and nothing of it is left. */
  download(onProgress: (progress: UpdateProgress) => void, signal: AbortSignal): Promise<void>;
  /** Puts in place what was fetched, ends the app and starts it anew. */
  install(): Promise<void>;
}

export interface FoundUpdate {
  readonly version: string;
  readonly notes: string | null;
}
