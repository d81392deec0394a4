import { MINUTE_MS } from "../../domain/clock.js";

export interface LaterWork {
  now(): void;
  /** Once after the present turn, however often it is asked for. */
  schedule(): void;
  stop(): void;
}

/** Runs `work` when those who wait for an answer have it. What fails is tried again in a minute. */
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
