import type { ReasonClause, ReasonClauses, ReasonHead } from "../../../../shared/app/reasons.js";
import type { PriceBase } from "../../../../shared/app/rules.js";
import { reasons } from "../../../../shared/texts/en/reasons.js";
import { reasonSentence } from "../../../../shared/texts/reason-sentence.js";
import { DAY_MS } from "../clock.js";
import { thinHistoryDays } from "../grading.js";
import { fromMinor } from "../money.js";
import { englishFormats } from "../sentence-formats.js";
import type { PriceSpan } from "../step-series.js";
import { canBeBought, type Quote } from "./facts.js";
import type { Firing } from "./firing.js";
import { daysOfHistory, lastAsCheapMs, medianOfLast30Days } from "./past-prices.js";
import { ruleRank } from "./rule.js";

/** A low is mentioned only if the price was last as low more than this many days ago. */
const minDaysSinceLow = 30;
/** More would be cut off in a notification. */
const maxClauses = 3;

function percentUnder(priceMinor: number, reference: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round((1 - priceMinor / reference) * 100) + 0;
}

function previousPriceClause(
  { priceMinor, currency }: Quote,
  previousMinor: number | null,
): ReasonClause | null {
  if (previousMinor === null || previousMinor === priceMinor) return null;
  const percent = percentUnder(priceMinor, previousMinor);
  return { kind: "was", price: fromMinor(previousMinor), currency, percent };
}

function medianClause({ priceMinor }: Quote, median: number | null): ReasonClause | null {
  const percent = median === null ? 0 : percentUnder(priceMinor, median);
  return percent < 1 ? null : { kind: "under_median30", percent };
}

/** Since when the price has not been this low; `null` if that is not worth mentioning. */
function rareLowClause(
  { priceMinor }: Quote,
  past: readonly PriceSpan[],
  nowMs: number,
): ReasonClause | null {
  const lastMs = lastAsCheapMs(past, priceMinor, nowMs);
  if (lastMs === null) return daysOfHistory(past, nowMs) >= thinHistoryDays ? { kind: "lowest_ever" } : null;
  if (nowMs - lastMs <= minDaysSinceLow * DAY_MS) return null;
  return { kind: "lowest_since", at: new Date(lastMs).toISOString() };
}

function targetClause({ priceMinor }: Quote, targetMinor: number, currency: string): ReasonClause {
  return { kind: "target", price: fromMinor(targetMinor), currency, is_under: priceMinor < targetMinor };
}

function lowClause(quote: Quote, days: number | null, { past, nowMs }: ReasonContext): ReasonClause {
  const rareLow = rareLowClause(quote, past, nowMs);
  if (rareLow !== null) return rareLow;
  const knownDays = Math.min(daysOfHistory(past, nowMs), days ?? Number.POSITIVE_INFINITY);
  return knownDays < 1 ? { kind: "lowest_so_far" } : { kind: "lowest_in_days", days: knownDays };
}

function percentClause({ quote, reference, previousMinor }: Firing, base: PriceBase): ReasonClause | null {
  if (base === "last") return previousPriceClause(quote, previousMinor);
  if (base === "median30" || reference === null) return medianClause(quote, reference);
  const percent = percentUnder(quote.priceMinor, reference);
  return { kind: "under_highest", percent, price: fromMinor(reference), currency: quote.currency };
}

/** The rule's own clause; `null` if the head of the sentence covers it. */
function ruleClause(firing: Firing, context: ReasonContext): ReasonClause | null {
  const { rule, quote, previousMinor } = firing;
  const { trigger } = rule;
  switch (trigger.kind) {
    case "target":
      return targetClause(quote, trigger.priceMinor, trigger.currency);
    case "new_low":
      return lowClause(quote, trigger.days, context);
    case "percent_below":
      return percentClause(firing, trigger.base);
    case "back_in_stock":
      return null;
    case "any_change":
      return canBeBought(quote) ? previousPriceClause(quote, previousMinor) : null;
  }
}

function reasonHead({ quote }: Firing, isBack: boolean): ReasonHead {
  const { retailer, currency } = quote;
  if (!canBeBought(quote)) return { kind: "out_of_stock", retailer };
  return { kind: isBack ? "back_in_stock" : "price", price: fromMinor(quote.priceMinor), currency, retailer };
}

function isSameOffer(a: Quote, b: Quote): boolean {
  return a.retailer === b.retailer && a.priceMinor === b.priceMinor;
}

/** Facts about the product beyond the rules. */
export interface ReasonContext {
  readonly nowMs: number;
  /** Complete history of the best price of the first firing's offers. */
  readonly past: readonly PriceSpan[];
  /** The event's offer and its previous price; `null` if the event is not about one offer. */
  readonly change: { readonly quote: Quote; readonly previousMinor: number | null } | null;
}

function furtherClauses(quote: Quote, { nowMs, past, change }: ReasonContext): (ReasonClause | null)[] {
  if (!canBeBought(quote)) return [];
  return [
    daysOfHistory(past, nowMs) >= thinHistoryDays
      ? medianClause(quote, medianOfLast30Days(past, nowMs))
      : null,
    rareLowClause(quote, past, nowMs),
    change !== null && isSameOffer(change.quote, quote)
      ? previousPriceClause(quote, change.previousMinor)
      : null,
  ];
}

function distinctClauses(clauses: readonly (ReasonClause | null)[]): ReasonClause[] {
  const byContent = new Map(
    clauses.flatMap((clause) => (clause === null ? [] : [[JSON.stringify(clause), clause] as const])),
  );
  return [...byContent.values()];
}

/** The reasons for an alert, most relevant first. */
export function buildReasonClauses(
  firings: readonly [Firing, ...Firing[]],
  context: ReasonContext,
): ReasonClauses {
  const [first] = firings;
  const { quote } = first;
  // A clause about another offer would read as if it were about this one.
  const sameOfferFirings = firings
    .filter((firing) => isSameOffer(firing.quote, quote))
    .sort((a, b) => ruleRank(a.rule) - ruleRank(b.rule));
  const isBack = sameOfferFirings.some(({ rule }) => rule.trigger.kind === "back_in_stock");
  const clauses = [
    ...sameOfferFirings.map((firing) => ruleClause(firing, context)),
    ...furtherClauses(quote, context),
  ];
  return { head: reasonHead(first, isBack), clauses: distinctClauses(clauses).slice(0, maxClauses) };
}

/**
 * The reasons as one English sentence without a full stop: `$249.99 at shop.example, under your target of $260.00,
 * 18% under its 30-day median, lowest since March 3`.
 */
export function englishReason(clauses: ReasonClauses, nowMs: number): string {
  return reasonSentence(clauses, reasons, englishFormats(nowMs));
}
