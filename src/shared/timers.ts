/** Runs something once after a while; returns how to cancel it. Passed in, so that tests need no real waiting. */
export type After = (delayMs: number, run: () => void) => () => void;

export const realAfter: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
