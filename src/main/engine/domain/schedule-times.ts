import { maxOf, minOf } from "../../../shared/arrays.js";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../shared/time.js";
import { confirmAfterMs } from "./quality.js";

export const cadenceMs: Readonly<Record<Cadence, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};

/** Its multiples, modulo 1, spread evenly, however many there are. */
const goldenRatio = 0.618_033_988_749_895;

/** Position of the `n`th schedule's slot within its interval: above 0, at most 1. */
function schedulePhase(n: number): number {
  return 1 - ((n * goldenRatio) % 1);
}

/**
 * The schedule's next slot after `nowMs`, at most one interval ahead even if the clock was changed. Slots depend on the
 * schedule alone: late checks do not shift them, and a hundred products scheduled together spread over the interval.
 * Missed slots are not made up for (decision 27).
 */
export function nextSlotMs(
  { id, createdMs }: { readonly id: number; readonly createdMs: number },
  nowMs: number,
  cadence: Cadence,
): number {
  const intervalMs = cadenceMs[cadence];
  const firstMs = createdMs + Math.ceil(intervalMs * schedulePhase(id));
  const sinceMs = (((nowMs - firstMs) % intervalMs) + intervalMs) % intervalMs;
  return nowMs + intervalMs - sinceMs;
}

/** Pauses after a shop was not reached. The computer's own network is the likelier cause, and soon back. */
const unreachedRetryMs = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** How many failures in a row are taken for a brief outage, and retried before the next slot. */
export const maxBriefFailures = unreachedRetryMs.length;

/** When shops that were not reached are tried again; null without such shops, and after a longer outage. Milliseconds UTC. */
export function retryMs(
  unreached: readonly { readonly checkedMs: number; readonly failures: number }[],
): number | null {
  const failures = minOf(unreached.map((each) => each.failures)) ?? 0;
  const pauseMs = unreachedRetryMs[failures - 1];
  const lastMs = maxOf(unreached.map(({ checkedMs }) => checkedMs));
  return pauseMs === undefined || lastMs === null ? null : lastMs + pauseMs;
}

/** The next run after one that saw a price far from the usual one: as soon as that can be confirmed. Milliseconds UTC. */
export function nextConfirmationMs(slotMs: number, nowMs: number, firstSeenMs: number): number {
  return Math.min(slotMs, Math.max(nowMs + MINUTE_MS, firstSeenMs + confirmAfterMs));
}

/** A check this late means that the computer slept or was off, not just that it was busy. */
export const overdueAfterMs = 2 * MINUTE_MS;
/** Overdue checks that start immediately; the others are spread out. */
export const immediateChecks = 10;
const spreadStepMs = 1_000;
const maxSpreadMs = 10 * MINUTE_MS;

/** Start times for `count` overdue checks, the longest overdue first (decision 27). */
export function spreadTimes(nowMs: number, count: number): number[] {
  const stepMs = Math.min(spreadStepMs, maxSpreadMs / Math.max(1, count));
  return Array.from({ length: count }, (_, i) =>
    i < immediateChecks ? nowMs : Math.ceil(nowMs + (i - immediateChecks + 1) * stepMs),
  );
}
