import { DAY_MS } from "../../../shared/time.js";
import type { PricePoint } from "./price-point.js";

/** A noted price stands until the next one after such a gap, or one of this share of the time noted before it. */
const maxGapMs = 14 * DAY_MS;
const maxGapShare = 0.1;

/**
 * Splits prices that a person wrote down with a date but no time. In `steps` they lie close enough together to show when the
 * price changed; those in `samples` count for their own day only. Both lists are in order of time, and the last known point is
 * later than every noted price.
 */
export function splitNoted(noted: readonly PricePoint[], known: readonly PricePoint[]) {
  const [steps, samples]: [PricePoint[], PricePoint[]] = [[], []];
  let run: PricePoint[] = [];
  let next = 0;
  for (const [index, point] of noted.entries()) {
    run.push(point);
    while ((known[next]?.atMs ?? Number.POSITIVE_INFINITY) < point.atMs) next++;
    const knownMs = known[next]?.atMs ?? Number.POSITIVE_INFINITY;
    const nextMs = Math.min(noted[index + 1]?.atMs ?? knownMs, knownMs);
    const coveredMs = point.atMs - (run[0]?.atMs ?? point.atMs);
    const isLonely = nextMs - point.atMs > Math.max(maxGapMs, coveredMs * maxGapShare);
    if (!isLonely && nextMs < knownMs) continue;
    (isLonely ? samples : steps).push(...run);
    run = [];
  }
  return { steps, samples };
}
