/** The first restart is at once: one crash should cost a shopper nothing. After that a broken engine must not spin. */
const restartDelaysMs = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;
const longestDelayMs = 30_000;

/** How long to wait before restart number `attempt`, counted from 1. */
export function restartDelayMs(attempt: number): number {
  return restartDelaysMs[attempt - 1] ?? longestDelayMs;
}
