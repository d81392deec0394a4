import { HOUR_MS, MINUTE_MS } from "../../../shared/time.js";

/** The delay before each attempt but the first, counted from the start of the previous attempt (decision 31). */
export const retryDelaysMs: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];

export const maxAttempts = retryDelaysMs.length + 1;
export const maxRetryDelayMs = Math.max(...retryDelaysMs);

/** When the attempt after attempt number `attempt` (from 1) is due; `null` after the last. */
export function nextAttemptDueMs(attempt: number, startedMs: number): number | null {
  const delayMs = retryDelaysMs[attempt - 1];
  return delayMs === undefined ? null : startedMs + delayMs;
}
