import { MINUTE_MS } from "../../../../shared/time.js";

export interface DeferredTask {
  runNow(): void;
  /** Runs once after the current turn of the event loop, however often it is called. */
  schedule(): void;
  stop(): void;
}

/** Defers a task until pending responses have been sent. Retries a failure after a minute. */
export function createDeferredTask(task: () => void, onError: (error: unknown) => void): DeferredTask {
  let immediate: NodeJS.Immediate | null = null;
  let retry: NodeJS.Timeout | null = null;
  const run = () => {
    immediate = null;
    try {
      task();
    } catch (error) {
      onError(error);
      if (retry !== null) clearTimeout(retry);
      retry = setTimeout(run, MINUTE_MS);
      retry.unref();
    }
  };
  return {
    runNow: run,
    schedule: () => {
      immediate ??= setImmediate(run);
    },
    stop: () => {
      if (immediate !== null) clearImmediate(immediate);
      if (retry !== null) clearTimeout(retry);
    },
  };
}
