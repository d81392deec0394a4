import type { Cadence } from "../../../shared/contract/schedule.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./clock.js";

export const cadenceMs: Readonly<Record<Cadence, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};

/** Its multiples fall evenly into any interval, however many there are. */
const goldenRatio = 0.618_033_988_749_895;

/** Where in its interval the `n`th schedule has its turn: above 0, at most 1. */
function phaseOf(n: number): number {
  return 1 - ((n * goldenRatio) % 1);
}

/**
 * The next slot after now in a schedule's own rhythm, at most one interval ahead wherever the clock was set to. The
 * rhythm comes from the schedule alone, so it outlives checks that came late, and is spread: a hundred products that
 * were scheduled together are not checked together for ever. Slots that were missed are not made up for (decision 27).
 */
export function nextSlot(
  { id, createdMs }: { readonly id: number; readonly createdMs: number },
  nowMs: number,
  cadence: Cadence,
): number {
  const intervalMs = cadenceMs[cadence];
  const firstMs = createdMs + Math.ceil(intervalMs * phaseOf(id));
  const sinceMs = (((nowMs - firstMs) % intervalMs) + intervalMs) % intervalMs;
  return nowMs + intervalMs - sinceMs;
}

/** Later than this is not a busy minute but a computer that slept or was off. */
export const overdueAfterMs = 2 * MINUTE_MS;
/** So many overdue checks begin at once; the others are spread. */
export const checksAtOnce = 10;
const spreadStepMs = 1_000;
const longestSpreadMs = 10 * MINUTE_MS;

/** When each of `count` overdue checks has its turn, the longest overdue first (decision 27). */
export function spreadTimes(nowMs: number, count: number): number[] {
  const stepMs = Math.min(spreadStepMs, longestSpreadMs / Math.max(1, count));
  return Array.from({ length: count }, (_, i) =>
    i < checksAtOnce ? nowMs : Math.ceil(nowMs + (i - checksAtOnce + 1) * stepMs),
  );
}
