/** The first restart is immediate, because one crash should cost the user nothing. After that, a broken engine must not spin. */
const restartDelaysMs = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const;
const maxDelayMs = 30_000;

/** @param attempt number of the restart, counted from 1 */
export function restartDelayMs(attempt: number): number {
  return restartDelaysMs[attempt - 1] ?? maxDelayMs;
}
