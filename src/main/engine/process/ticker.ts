import type { Log } from "../operations/context.js";

function guarded(work: () => unknown, log: Log): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      log.error("Background work failed; it is tried again.", error);
    }
  };
}

/** Does `work` every `everyMs` until the returned function is called; a failure is logged and tried again. */
export function startTicker(everyMs: number, work: () => unknown, log: Log): () => void {
  const timer = setInterval(guarded(work, log), everyMs);
  // A ticker alone is no reason to stay alive.
  timer.unref();
  return () => clearInterval(timer);
}

/** Does `work` once after `afterMs`, unless the returned function is called before. */
export function startOnce(afterMs: number, work: () => unknown, log: Log): () => void {
  const timer = setTimeout(guarded(work, log), afterMs);
  timer.unref();
  return () => clearTimeout(timer);
}
