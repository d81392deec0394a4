import { DAY_MS } from "./clock.js";

/** Decision 24. */
const keptMs = 7 * DAY_MS;

export function isBatchJobExpired(createdMs: number, nowMs: number): boolean {
  return nowMs - createdMs >= keptMs;
}

/** Jobs made at or before this are forgotten. */
export function batchJobsExpireBefore(nowMs: number): number {
  return nowMs - keptMs;
}

/** Before anything was measured. */
const assumedMsPerIdentifier = 2;

/** Whole seconds until `identifiers` are looked up, from the speed measured so far, if any; at least 1. */
export function estimateSeconds(identifiers: number, measuredMs: number | null): number {
  const msEach = measuredMs ?? assumedMsPerIdentifier;
  return Math.max(1, Math.ceil((identifiers * msEach) / 1_000));
}

/** How much a new measurement counts against those before it. */
const weight = 0.2;

/** The measured speed after one more measurement; `null` before the first. */
export function smoothed(beforeMs: number | null, measuredMs: number): number {
  return beforeMs === null ? measuredMs : beforeMs + (measuredMs - beforeMs) * weight;
}
