import { thinHistoryDays } from "../../../../shared/app/limits.js";
import type { ReasonClause } from "../../../../shared/app/reasons.js";
import { DAY_MS } from "../../../../shared/time.js";
import { fromMinor } from "../money.js";
import type { Quote } from "./facts.js";
import type { PastPrices } from "./past-prices.js";

/** A low is mentioned only if the price was last as low more than this many days ago. */
const minDaysSinceLow = 30;

/** Facts about the first firing's product, beyond its rule. */
export interface ReasonContext {
  readonly nowMs: number;
  /** The earlier best prices of the offers that its rule is about. */
  readonly past: PastPrices;
  /** The price of its offer before this round; `null` if it has not changed. */
  readonly previousMinor: number | null;
  /** Whether its offer could only be ordered ahead before. */
  readonly isRelease: boolean;
  /** The best price at the other shops, unless the rule is limited to one. */
  readonly elsewhere: Quote | null;
  /** The best price before its offer had it; `null` if it does not have it, or has had it for long. */
  readonly bestBefore: { readonly priceMinor: number; readonly isElsewhere: boolean } | null;
}

function percentUnder(priceMinor: number, reference: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round((1 - priceMinor / reference) * 100) + 0;
}

/** Compares with the best price before: the shop's own old price saves nothing where another shop was cheaper. */
export function previousPriceClause(
  { priceMinor, currency }: Quote,
  ownPreviousMinor: number | null,
  { bestBefore }: Pick<ReasonContext, "bestBefore">,
): ReasonClause | null {
  const previousMinor = bestBefore?.priceMinor ?? ownPreviousMinor;
  if (previousMinor === null || previousMinor === priceMinor) return null;
  const percent = percentUnder(priceMinor, previousMinor);
  const clause = { kind: "was", price: fromMinor(previousMinor), currency, percent } as const;
  return bestBefore?.isElsewhere === true ? { ...clause, is_elsewhere: true } : clause;
}

export function medianClause({ priceMinor }: Quote, median: number | null): ReasonClause | null {
  const percent = median === null ? 0 : percentUnder(priceMinor, median);
  return percent < 1 ? null : { kind: "under_median30", percent };
}

/** Since when the price has not been this low; `null` if that is not worth mentioning. */
export function rareLowClause(
  { priceMinor }: Quote,
  { past, nowMs }: Pick<ReasonContext, "past" | "nowMs">,
): ReasonClause | null {
  const lastMs = past.lastAsCheapMs(priceMinor);
  // The only price ever known is no low, as in the verdict.
  if (lastMs === null)
    return past.days >= thinHistoryDays && past.last !== null ? { kind: "lowest_ever" } : null;
  if (nowMs - lastMs <= minDaysSinceLow * DAY_MS) return null;
  return { kind: "lowest_since", at: new Date(lastMs).toISOString() };
}

export function targetClause({ priceMinor }: Quote, targetMinor: number, currency: string): ReasonClause {
  return { kind: "target", price: fromMinor(targetMinor), currency, is_under: priceMinor < targetMinor };
}

export function lowClause(quote: Quote, days: number | null, context: ReasonContext): ReasonClause {
  const rareLow = rareLowClause(quote, context);
  if (rareLow !== null) return rareLow;
  const knownDays = Math.min(context.past.days, days ?? Number.POSITIVE_INFINITY);
  return knownDays < 1 ? { kind: "lowest_so_far" } : { kind: "lowest_in_days", days: knownDays };
}

/** Why a drop is worth knowing: how much it is, or that a smaller one led to a new low. */
export function dropClause(
  quote: Quote,
  ownPreviousMinor: number | null,
  percent: number,
  context: ReasonContext,
): ReasonClause | null {
  const was = previousPriceClause(quote, ownPreviousMinor, context);
  const isSmall = was?.kind === "was" && was.percent < percent;
  const isLow = quote.priceMinor < (context.past.lowest(null) ?? 0);
  return isSmall && isLow ? lowClause(quote, null, context) : was;
}

export function highestClause({ priceMinor, currency }: Quote, highest: number | null): ReasonClause | null {
  if (highest === null) return null;
  const percent = percentUnder(priceMinor, highest);
  return { kind: "under_highest", percent, price: fromMinor(highest), currency };
}
