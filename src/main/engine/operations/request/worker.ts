/** A background worker: starts due work when woken, and returns when to wake it again. */
export interface BackgroundWorker {
  /** Starts due work; returns when more becomes due, in milliseconds UTC, or `null`. */
  runDue(): number | null;
  /** Resolves once none of its work is in progress. */
  stop(): Promise<void>;
}
