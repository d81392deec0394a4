import { DAY_MS } from "../../../shared/time.js";

/** Decision 24. */
export const batchRetentionMs = 7 * DAY_MS;

export function isBatchJobExpired(createdMs: number, nowMs: number): boolean {
  return nowMs - createdMs >= batchRetentionMs;
}

/** Speed assumed until the first measurement. */
const assumedMsPerIdentifier = 2;

/** Whole seconds to look up the given number of identifiers at the measured speed, if known; at least 1. */
export function estimateBatchSeconds(identifiers: number, measuredMsPerIdentifier: number | null): number {
  const msPerIdentifier = measuredMsPerIdentifier ?? assumedMsPerIdentifier;
  return Math.max(1, Math.ceil((identifiers * msPerIdentifier) / 1_000));
}

/** Weight of a new measurement in the moving average. */
const smoothingWeight = 0.2;

/** Exponential moving average of the speed; the previous average is `null` at the first measurement. */
export function movingAverageMs(averageMs: number | null, measuredMs: number): number {
  return averageMs === null ? measuredMs : averageMs + (measuredMs - averageMs) * smoothingWeight;
}
