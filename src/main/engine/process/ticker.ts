import type { Log } from "../operations/context.js";

function guarded(work: () => unknown, log: Log): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      log.error("Background work failed; it will be retried.", error);
    }
  };
}

/** Runs `work` every `everyMs` until the returned function is called. A failure is logged and retried. */
export function startTicker(everyMs: number, work: () => unknown, log: Log): () => void {
  const timer = setInterval(guarded(work, log), everyMs);
  // A ticker alone must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs `work` once after `afterMs`, unless the returned function is called first. */
export function startOnce(afterMs: number, work: () => unknown, log: Log): () => void {
  const timer = setTimeout(guarded(work, log), afterMs);
  timer.unref();
  return () => clearTimeout(timer);
}
