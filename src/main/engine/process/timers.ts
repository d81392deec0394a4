import type { Logger } from "../operations/request/context.js";

function logErrors(task: () => unknown, log: Logger): () => void {
  return () => {
    try {
      task();
    } catch (error) {
      log.error("Background work failed; it will be retried.", error);
    }
  };
}

/** Runs a task every `intervalMs` until the returned function is called. A failure is logged and retried. */
export function startInterval(intervalMs: number, task: () => unknown, log: Logger): () => void {
  const timer = setInterval(logErrors(task, log), intervalMs);
  // An interval alone must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs a task once after `delayMs`, unless the returned function is called first. */
export function startTimeout(delayMs: number, task: () => unknown, log: Logger): () => void {
  const timer = setTimeout(logErrors(task, log), delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
