/** Something that looks for work when it is told to, and says when it wants to look again. */
export interface Worker {
  /** Starts what is due; returns when the next thing is due, in milliseconds UTC, or `null`. */
  work(): number | null;
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}
