/** Runs a callback after a delay and returns a function that cancels it. Injected, so that tests need not wait. */
export type After = (delayMs: number, callback: () => void) => () => void;

export const systemAfter: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};
