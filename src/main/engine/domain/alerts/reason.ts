import type { PriceBase } from "../../../../shared/app/rules.js";
import { DAY_MS } from "../clock.js";
import { thinHistoryDays } from "../grading.js";
import { money } from "../money-text.js";
import type { Span } from "../step-series.js";
import { canBeBought, type Quote } from "./facts.js";
import type { Firing } from "./firing.js";
import { daysKnown, lastAsCheap, median30Of } from "./price-past.js";
import { rankOf } from "./rule.js";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** What is remarkable only after so long. */
const remarkableDays = 30;
/** More would be cut off in a notification. */
const clausesMax = 3;

/** `March 3`, with the year where it is another one than now. In UTC, and without the formats of languages. */
function dayText(atMs: number, nowMs: number): string {
  const date = new Date(atMs);
  const day = `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
  const year = date.getUTCFullYear();
  return year === new Date(nowMs).getUTCFullYear() ? day : `${day}, ${year}`;
}

function percentUnder(priceMinor: number, reference: number): number {
  return Math.round((1 - priceMinor / reference) * 100);
}

function was({ priceMinor, currency }: Quote, previousMinor: number | null): string | null {
  if (previousMinor === null || previousMinor === priceMinor) return null;
  const percent = percentUnder(priceMinor, previousMinor);
  const sign = percent >= 0 ? "−" : "+";
  return `was ${money(previousMinor, currency)} (${sign}${Math.abs(percent)}%)`;
}

function underMedian({ priceMinor }: Quote, median: number | null): string | null {
  const percent = median === null ? 0 : percentUnder(priceMinor, median);
  return percent < 1 ? null : `${percent}% under its 30-day median`;
}

/** How long it has not been as cheap; `null` where that is nothing to speak of. */
function lowNote({ priceMinor }: Quote, past: readonly Span[], nowMs: number): string | null {
  const lastMs = lastAsCheap(past, priceMinor, nowMs);
  if (lastMs === null) return daysKnown(past, nowMs) >= thinHistoryDays ? "lowest ever" : null;
  return nowMs - lastMs > remarkableDays * DAY_MS ? `lowest since ${dayText(lastMs, nowMs)}` : null;
}

function targetClause({ priceMinor }: Quote, target: number, currency: string): string {
  return `${priceMinor < target ? "under" : "at"} your target of ${money(target, currency)}`;
}

function lowClause(quote: Quote, days: number | null, { past, nowMs }: ReasonContext): string {
  const note = lowNote(quote, past, nowMs);
  if (note !== null) return note;
  const known = Math.min(daysKnown(past, nowMs), days ?? Number.POSITIVE_INFINITY);
  return known < 1 ? "lowest so far" : `lowest in ${known} ${known === 1 ? "day" : "days"}`;
}

function percentClause({ quote, reference, previousMinor }: Firing, base: PriceBase): string | null {
  if (base === "last") return was(quote, previousMinor);
  if (base === "median30" || reference === null) return underMedian(quote, reference);
  const percent = percentUnder(quote.priceMinor, reference);
  return `${percent}% under its highest price of ${money(reference, quote.currency)}`;
}

/** What a rule has to say; `null` where the head of the sentence says it. */
function clauseOf(firing: Firing, context: ReasonContext): string | null {
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
      return canBeBought(quote) ? was(quote, previousMinor) : null;
  }
}

function headOf({ quote }: Firing, isBack: boolean): string {
  const place = quote.retailer === null ? "" : ` at ${quote.retailer}`;
  const price = money(quote.priceMinor, quote.currency);
  if (!canBeBought(quote)) return `Out of stock${place}`;
  return isBack ? `Back in stock${place} for ${price}` : `${price}${place}`;
}

function isSameOffer(a: Quote, b: Quote): boolean {
  return a.retailer === b.retailer && a.priceMinor === b.priceMinor;
}

/** What is known of the product beside the rules. */
export interface ReasonContext {
  readonly nowMs: number;
  /** The best price of the first firing's offers over time, all of it. */
  readonly past: readonly Span[];
  /** What the event's offer is and was; `null` where it is of none. */
  readonly change: { readonly quote: Quote; readonly previousMinor: number | null } | null;
}

/**
 * Why an alert is there, in one sentence without a full stop, the most telling first: `$249.99 at shop.example, under
 * your target of $260.00, 18% under its 30-day median, lowest since March 3`.
 */
export function reasonOf(firings: readonly [Firing, ...Firing[]], context: ReasonContext): string {
  const { nowMs, past, change } = context;
  const [first] = firings;
  const { quote } = first;
  // What other rules say of another offer would be taken for this one.
  const telling = firings
    .filter((firing) => isSameOffer(firing.quote, quote))
    .sort((a, b) => rankOf(a.rule) - rankOf(b.rule));
  const isBack = telling.some(({ rule }) => rule.trigger.kind === "back_in_stock");
  const clauses = telling.map((firing) => clauseOf(firing, context));
  const hasPrice = canBeBought(quote);
  if (hasPrice && daysKnown(past, nowMs) >= thinHistoryDays)
    clauses.push(underMedian(quote, median30Of(past, nowMs)));
  if (hasPrice) clauses.push(lowNote(quote, past, nowMs));
  if (hasPrice && change !== null && isSameOffer(change.quote, quote))
    clauses.push(was(quote, change.previousMinor));
  const distinct = [...new Set(clauses)].filter((clause) => clause !== null);
  return [headOf(first, isBack), ...distinct.slice(0, clausesMax)].join(", ");
}
