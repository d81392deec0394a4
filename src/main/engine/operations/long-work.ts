import type { HostProgress } from "../../../shared/data/host-operations.js";

/** Progress and cancellation of a long-running operation. */
export interface LongWork {
  readonly onProgress: (progress: HostProgress) => void;
  readonly signal: AbortSignal;
}

/** Thrown when the work was cancelled and has cleaned up after itself. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

export function throwIfCancelled({ signal }: LongWork): void {
  if (signal.aborted) throw new Cancelled("The work was cancelled.");
}

/** How long work may block the event loop: two frames. */
const turnMs = 30;

/** Returns a function that yields to the event loop once the work has blocked it for long enough. */
export function turns(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < turnMs) return;
    await nextTurn();
    sinceMs = performance.now();
  };
}

/** Yields to the event loop, so that pending requests are answered first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
