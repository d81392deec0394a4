import { DAY_MS, MINUTE_MS } from "../../../shared/time.js";
import type { PricePoint } from "./price-point.js";
import { clipSpans, type PriceSpan, weightedMedian } from "./step-series.js";

/** Decision 17. */
const outlierFactor = 5;
export const confirmAfterMs = 10 * MINUTE_MS;
/** Older prices say nothing about an offer's usual price. */
export const medianWindowMs = 30 * DAY_MS;

/** An outlier that awaits confirmation by a second check. */
export interface Suspect {
  readonly priceMinor: number;
  readonly firstSeenMs: number;
}

export type PriceDecision = "accept" | "reject" | "quarantine";

/** Time-weighted median price of the 30 days before `nowMs`; `null` without history. */
export function recentMedian(points: readonly PricePoint[], nowMs: number): number | null {
  const spans: PriceSpan[] = points.map((point, i) => ({
    fromMs: point.atMs,
    toMs: points[i + 1]?.atMs ?? nowMs,
    priceMinor: point.priceMinor,
  }));
  const recent = weightedMedian(clipSpans(spans, nowMs - medianWindowMs, nowMs));
  // A first point at exactly `nowMs` has no duration yet, but it is the best price known.
  return recent ?? points.at(-1)?.priceMinor ?? null;
}

/** Whether a price is so far from a known one that it needs a second look. */
export function isOutlier(priceMinor: number, median: number | null): boolean {
  return median !== null && (priceMinor > median * outlierFactor || priceMinor * outlierFactor < median);
}

/**
 * Whether the price is so near to every point that no median of them could make it an outlier. True for almost every
 * check, and far cheaper than the median.
 */
export function isNearEveryPoint(priceMinor: number, points: readonly PricePoint[]): boolean {
  return points.every(
    (point) =>
      priceMinor <= point.priceMinor * outlierFactor && priceMinor * outlierFactor >= point.priceMinor,
  );
}

/**
 * Whether an observed price may enter the history (decision 17). Rejects a price of 0 or less. Quarantines a price more
 * than five times above or below the recent median until a check at least ten minutes later sees it again.
 */
export function evaluatePrice(
  priceMinor: number,
  atMs: number,
  median: number | null,
  suspect: Suspect | null,
): PriceDecision {
  if (priceMinor <= 0) return "reject";
  if (!isOutlier(priceMinor, median)) return "accept";
  const isConfirmed =
    suspect !== null && suspect.priceMinor === priceMinor && atMs - suspect.firstSeenMs >= confirmAfterMs;
  return isConfirmed ? "accept" : "quarantine";
}
