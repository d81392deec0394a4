import type { HostProgress } from "../../../../shared/data/host-operations.js";

/** Progress and cancellation of a long-running operation. */
export interface TaskControl {
  readonly onProgress: (progress: HostProgress) => void;
  readonly signal: AbortSignal;
}

/** For work that reports no progress and is not cancelled. */
export const withoutControl: TaskControl = {
  onProgress: () => undefined,
  signal: new AbortController().signal,
};

/** Thrown when the work was cancelled and has cleaned up after itself. */
export class CancelledError extends Error {
  override readonly name = "Cancelled";
}

export function throwIfCancelled({ signal }: TaskControl): void {
  if (signal.aborted) throw new CancelledError("The work was cancelled.");
}

/** How long work may block the event loop: two frames. */
const maxBlockingMs = 30;

/** Returns a function that yields to the event loop once the work has blocked it for `maxBlockingMs`. */
export function createYielder(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < maxBlockingMs) return;
    await yieldToEventLoop();
    sinceMs = performance.now();
  };
}

/** Yields to the event loop, so that pending requests are answered first. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns a function that runs at most `max` tasks at once, and starts the others in order as those end. */
export function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < max) running++;
    // Takes over the slot of the task that ends, so that a later caller cannot overtake it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
