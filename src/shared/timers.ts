/** Runs a callback after a delay and returns a function that cancels it. Injected, so that tests need not wait. */
export type After = (delayMs: number, run: () => void) => () => void;

export const realAfter: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
