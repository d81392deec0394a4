import { groupBy } from "../../../shared/group-by.js";
import type { BestSpan } from "./best-price.js";
import { DAY_MS } from "./clock.js";
import { durationMs } from "./step-series.js";

export interface CheapestShare {
  readonly name: string;
  /** 0 to 100. */
  readonly share: number;
  readonly days: number;
}

/** How long each name had the best price, longest first. */
export function cheapestShares<Id>(
  spans: readonly BestSpan<Id>[],
  nameOf: (id: Id) => string,
): CheapestShare[] {
  const total = durationMs(spans);
  return [...groupBy(spans, ({ id }) => nameOf(id))]
    .map(([name, own]) => {
      const ms = durationMs(own);
      return { name, share: (ms / total) * 100, days: ms / DAY_MS };
    })
    .sort((a, b) => b.days - a.days);
}
