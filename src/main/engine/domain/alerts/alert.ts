import type { InboxEntryType } from "../../../../shared/app/alerts.js";
import type { ReasonClauses } from "../../../../shared/app/reasons.js";
import type { EventData } from "../../../../shared/contract/webhook.js";
import { DAY_MS } from "../../../../shared/time.js";
import { fromMinor } from "../money.js";
import { fromAvailabilityCode } from "../price-point.js";
import type { ReasonContext } from "./clauses.js";
import { type AlertFacts, bestQuote, type Firing, type Quote } from "./facts.js";
import { buildReasonClauses, englishReason } from "./reason.js";

/** What an alert says. */
export interface AlertContent {
  readonly type: InboxEntryType;
  readonly data: EventData;
  /** In English; `null` for a webhook's test event. */
  readonly reason: string | null;
  /** The reason as data; `null` if there is no reason. */
  readonly clauses: ReasonClauses | null;
  /** The rules that fired. */
  readonly ruleIds: readonly number[];
}

function bestBefore({ filter, quote }: Firing, facts: AlertFacts): ReasonContext["bestBefore"] {
  const best = bestQuote(filter, facts.quotes);
  // The dearer of a shop's two packs compares with its own price.
  if (best !== null && best.priceMinor < quote.priceMinor) return null;
  if (facts.changes.length > 0) {
    const before = bestQuote(filter, facts.quotesBefore);
    const own = bestQuote({ ...filter, retailer: quote.retailer }, facts.quotesBefore);
    return before && { priceMinor: before.priceMinor, isElsewhere: before.priceMinor !== own?.priceMinor };
  }
  // A rule that is new, or was snoozed: a price from before yesterday is no news.
  const { last } = facts.past(filter);
  const isNews = last !== null && last.untilMs > facts.nowMs - DAY_MS;
  return isNews ? { priceMinor: last.priceMinor, isElsewhere: false } : null;
}

/** The alert about the most relevant firing, with the reasons of all; null without one. */
export function buildAlert(
  [first, ...others]: readonly Firing[],
  facts: AlertFacts,
  product: EventData["product"],
): AlertContent | null {
  if (first === undefined) return null;
  const { filter, quote } = first;
  const changed = facts.changes.find(({ after }) => after === quote);
  const before = bestBefore(first, facts);
  const context: ReasonContext = {
    nowMs: facts.nowMs,
    past: facts.past(filter),
    previousMinor: changed?.before.priceMinor ?? null,
    isRelease: changed?.isRelease === true,
    elsewhere: bestQuote(
      filter,
      facts.quotes.filter(({ retailer }) => retailer !== quote.retailer),
    ),
    bestBefore: before,
  };
  return toContent(quote, facts, product, {
    clauses: buildReasonClauses([first, ...others], context),
    previousMinor: before?.priceMinor ?? changed?.before.priceMinor ?? first.previousMinor,
    ruleIds: [first, ...others].map(({ rule }) => rule.id),
  });
}

/** An alert about an offer, with its reason. */
export function toContent(
  quote: Quote,
  facts: AlertFacts,
  product: EventData["product"],
  {
    clauses,
    previousMinor,
    ruleIds,
  }: Pick<AlertContent, "ruleIds"> & {
    readonly clauses: ReasonClauses;
    readonly previousMinor: number | null;
  },
): AlertContent {
  const changed = facts.changes.find(({ after }) => after === quote);
  return {
    type: alertType(clauses, previousMinor, quote),
    data: {
      product: { ...product, ...(quote.url !== undefined && { url: quote.url }) },
      retailer: quote.retailer,
      price: {
        current: fromMinor(quote.priceMinor),
        previous: previousMinor === null ? null : fromMinor(previousMinor),
        currency: quote.currency,
      },
      availability: availabilityOf(quote, changed),
    },
    reason: englishReason(clauses, facts.nowMs),
    clauses,
    ruleIds,
  };
}

function availabilityOf(
  quote: Quote,
  changed: AlertFacts["changes"][number] | undefined,
): EventData["availability"] {
  const current = fromAvailabilityCode(quote.availability);
  if (current === null) return null;
  const previous = changed === undefined ? null : fromAvailabilityCode(changed.before.availability);
  // A release was in stock already, for the shop; not for the shopper.
  return { current, previous: changed?.isRelease === true ? null : previous };
}

/** The contract's event that comes closest. */
function alertType(
  { head }: ReasonClauses,
  previousMinor: number | null,
  { priceMinor }: Quote,
): AlertContent["type"] {
  if (head.kind !== "price") return "availability_change";
  return previousMinor !== null && priceMinor < previousMinor ? "price_drop" : "schedule_completion";
}
