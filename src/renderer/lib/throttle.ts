/** Shorter than a noticeable pause in typing, longer than the gap between two keys. */
export const typingPauseMs = 120;

/**
 * Throttles `work`: runs it at once, then at most once per pause, including a final run. Reads `pauseMs` each time,
 * because the cost may grow.
 */
export function throttle(pauseMs: () => number, work: () => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    lastMs = Date.now();
    work();
  };
  return () => {
    if (timer !== undefined) return;
    const waitMs = lastMs + pauseMs() - Date.now();
    if (waitMs <= 0) run();
    else timer = setTimeout(run, waitMs);
  };
}
