import { groupBy } from "../../../shared/group-by.js";
import type { BestPriceSpan } from "./best-price.js";
import { DAY_MS } from "./clock.js";
import { totalDurationMs } from "./step-series.js";

export interface CheapestShare {
  readonly name: string;
  /** 0 to 100. */
  readonly share: number;
  readonly days: number;
}

/** How long each name had the best price, longest first. */
export function cheapestShares<Id>(
  spans: readonly BestPriceSpan<Id>[],
  nameOf: (id: Id) => string,
): CheapestShare[] {
  const totalMs = totalDurationMs(spans);
  return [...groupBy(spans, ({ id }) => nameOf(id))]
    .map(([name, ownSpans]) => {
      const ms = totalDurationMs(ownSpans);
      return { name, share: (ms / totalMs) * 100, days: ms / DAY_MS };
    })
    .sort((a, b) => b.days - a.days);
}
