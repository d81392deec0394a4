import { thinHistoryDays } from "../../../shared/app/limits.js";
import { type PriceSpan, weightedQuantiles } from "./step-series.js";

/** Where a best price has been over some time, in minor units. */
export interface PriceRange<S extends PriceSpan> {
  /** The latest of the lowest and of the highest prices. */
  readonly lowest: S;
  readonly highest: S;
  readonly median: number;
  /** The middle half of the days; `null` with too little history to call a price usual. */
  readonly usual: { readonly lowMinor: number; readonly highMinor: number } | null;
}

/** `null` without spans. */
export function priceRange<S extends PriceSpan>(
  spans: readonly S[],
  daysOfHistory: number,
): PriceRange<S> | null {
  const [first] = spans;
  if (first === undefined) return null;
  let [lowest, highest] = [first, first];
  for (const span of spans) {
    if (span.priceMinor <= lowest.priceMinor) lowest = span;
    if (span.priceMinor >= highest.priceMinor) highest = span;
  }
  const [lowMinor = 0, median = 0, highMinor = 0] = weightedQuantiles(spans, [0.25, 0.5, 0.75]);
  return { lowest, highest, median, usual: daysOfHistory < thinHistoryDays ? null : { lowMinor, highMinor } };
}
