import { DAY_MS } from "../../../shared/time.js";
import type { PricePoint } from "./price-point.js";

/** A noted price stands until the next one after such a gap, or one of this share of the time noted before it. */
const maxGapMs = 14 * DAY_MS;
const maxGapShare = 0.1;

/**
 * Splits prices that somebody has noted by day, ascending: `steps` are dense enough to show when the price changed, up to the
 * known points; `samples` vouch for their own day only. The last known point is later than all that is noted.
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
