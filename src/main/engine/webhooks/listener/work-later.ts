import { MINUTE_MS } from "../../domain/clock.js";

export interface LaterWork {
  now(): void;
  /** Runs once after the current turn of the event loop, however often it is called. */
  schedule(): void;
  stop(): void;
}

/** Defers `work` until pending responses have been sent. Retries a failure after a minute. */
export function workLater(work: () => void, onFault: (error: unknown) => void): LaterWork {
  let next: NodeJS.Immediate | null = null;
  let retry: NodeJS.Timeout | null = null;
  const run = () => {
    next = null;
    try {
      work();
    } catch (error) {
      onFault(error);
      if (retry !== null) clearTimeout(retry);
      retry = setTimeout(run, MINUTE_MS);
      retry.unref();
    }
  };
  return {
    now: run,
    schedule: () => {
      next ??= setImmediate(run);
    },
    stop: () => {
      if (next !== null) clearImmediate(next);
      if (retry !== null) clearTimeout(retry);
    },
  };
}
