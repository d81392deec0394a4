import type { Log } from "../operations/context.js";

/** Does `work` every `everyMs` until the returned function is called; a failure is logged and tried again. */
export function startTicker(everyMs: number, work: () => unknown, log: Log): () => void {
  const timer = setInterval(() => {
    try {
      work();
    } catch (error) {
      log.error("Background work failed; it is tried again.", error);
    }
  }, everyMs);
  // A ticker alone is no reason to stay alive.
  timer.unref();
  return () => clearInterval(timer);
}
