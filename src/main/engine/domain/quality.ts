import { DAY_MS, MINUTE_MS } from "./clock.js";
import type { PricePoint } from "./price-point.js";
import { clipSpans, type Span, weightedMedian } from "./step-series.js";

/** Decision 17. */
const outlierFactor = 5;
const confirmAfterMs = 10 * MINUTE_MS;
/** What came before says nothing of an offer's usual price. */
export const medianWindowMs = 30 * DAY_MS;

/** An outlier that waits for a second check to confirm it. */
export interface Suspect {
  readonly priceMinor: number;
  readonly firstSeenMs: number;
}

export type QualityVerdict = "accept" | "reject" | "quarantine";

/** Median of what the offer cost over the 30 days before `nowMs`, by time in force; `null` without history. */
export function recentMedian(points: readonly PricePoint[], nowMs: number): number | null {
  const spans: Span[] = points.map((point, i) => ({
    fromMs: point.atMs,
    toMs: points[i + 1]?.atMs ?? nowMs,
    priceMinor: point.priceMinor,
  }));
  const recent = weightedMedian(clipSpans(spans, nowMs - medianWindowMs, nowMs));
  // A first point in this very millisecond has been in force for no time, and is still the best that is known.
  return recent ?? points.at(-1)?.priceMinor ?? null;
}

function isOutlier(priceMinor: number, median: number | null): boolean {
  return median !== null && (priceMinor > median * outlierFactor || priceMinor * outlierFactor < median);
}

/**
 * Whether no median of these points could make the price an outlier: it is near the lowest and the highest of them.
 * True for almost every check, and far cheaper to find than the median.
 */
export function isNearAll(priceMinor: number, points: readonly PricePoint[]): boolean {
  return points.every(
    (point) =>
      priceMinor <= point.priceMinor * outlierFactor && priceMinor * outlierFactor >= point.priceMinor,
  );
}

/**
 * Whether an observed price may enter the history (decision 17): never 0 or less; more than five times above or
 * below the recent median only when a check at least ten minutes later sees the same price again.
 */
export function judgePrice(
  priceMinor: number,
  atMs: number,
  median: number | null,
  suspect: Suspect | null,
): QualityVerdict {
  if (priceMinor <= 0) return "reject";
  if (!isOutlier(priceMinor, median)) return "accept";
  const isConfirmed =
    suspect !== null && suspect.priceMinor === priceMinor && atMs - suspect.firstSeenMs >= confirmAfterMs;
  return isConfirmed ? "accept" : "quarantine";
}
