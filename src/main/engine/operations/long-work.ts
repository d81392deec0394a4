import type { HostProgress } from "../../../shared/data/host-operations.js";

/** What long work is given: a way to tell how far it is, and to learn that nobody wants it any more. */
export interface LongWork {
  readonly onProgress: (progress: HostProgress) => void;
  readonly signal: AbortSignal;
}

/** The work ended because it was cancelled; it has taken back what it had begun. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export function throwIfCancelled({ signal }: LongWork): void {
  if (signal.aborted) throw new Cancelled("The work was cancelled.");
}

/** As long as an engine may be busy with long work before it looks whether somebody asks something: two frames. */
const turnMs = 30;

/** Lets others have their turn once this one has taken long enough. */
export function turns(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < turnMs) return;
    await nextTurn();
    sinceMs = performance.now();
  };
}

/** Whoever has asked something meanwhile is answered first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
