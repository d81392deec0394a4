import { DAY_MS } from "./clock.js";

/** Decision 24. */
const keptMs = 7 * DAY_MS;

export function isBatchJobExpired(createdMs: number, nowMs: number): boolean {
  return nowMs - createdMs >= keptMs;
}

/** Jobs created at or before this time have expired. */
export function batchJobsExpireBefore(nowMs: number): number {
  return nowMs - keptMs;
}

/** Speed assumed until the first measurement. */
const assumedMsPerIdentifier = 2;

/** Whole seconds to look up the given number of identifiers at the measured speed, if known; at least 1. */
export function estimateSeconds(identifiers: number, measuredMs: number | null): number {
  const msEach = measuredMs ?? assumedMsPerIdentifier;
  return Math.max(1, Math.ceil((identifiers * msEach) / 1_000));
}

/** Weight of a new measurement in the moving average. */
const weight = 0.2;

/** Exponential moving average of the speed; the previous average is `null` at the first measurement. */
export function smoothed(beforeMs: number | null, measuredMs: number): number {
  return beforeMs === null ? measuredMs : beforeMs + (measuredMs - beforeMs) * weight;
}
