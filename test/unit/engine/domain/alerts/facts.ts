import { decideAlerts } from "../../../../../src/main/engine/domain/alerts/decide.js";
import {
  type AlertFacts,
  bestQuote,
  type OfferChange,
  type OfferFilter,
  type Quote,
} from "../../../../../src/main/engine/domain/alerts/facts.js";
import { pastPrices, unknownPast } from "../../../../../src/main/engine/domain/alerts/past-prices.js";
import type { Rule, RuleMemory, Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { toColumns } from "../../../../../src/main/engine/domain/best-price.js";
import { availabilityCodes, type PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import type { PriceSpan } from "../../../../../src/main/engine/domain/step-series.js";
import type { EventType } from "../../../../../src/shared/contract/webhook.js";
import { DAY_MS } from "../../../../../src/shared/time.js";

export const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

export function rule(trigger: Trigger, overrides: Partial<Rule> = {}): Rule {
  return { id: 1, trigger, retailer: null, condition: null, ...overrides };
}

export const target = (priceMinor: number, currency = "USD"): Trigger => ({
  kind: "target",
  priceMinor,
  currency,
});
/** The default rule. */
export const worthKnowing = (percent = 5): Trigger => ({ kind: "price_drop", percent });
export const drop = (percent = 0): Trigger => ({ kind: "percent_below", base: "last", percent });

/** An offer in stock. */
export function quote(priceMinor: number, overrides: Partial<Quote> = {}): Quote {
  return {
    retailer: "shop.example",
    condition: null,
    currency: "USD",
    availability: 1,
    priceMinor,
    ...overrides,
  };
}

/** A change of one offer, by default a price drop; without a price, the end of a run without changes. */
export interface Event {
  readonly type: EventType;
  readonly retailer: string | null;
  readonly condition: Quote["condition"];
  readonly currency: string;
  readonly currentMinor: number | null;
  readonly previousMinor: number | null;
  readonly availability: Quote["availability"];
  /** Whether this engine has seen it, so that the history behind it is known. */
  readonly isLocal: boolean;
}

export function event(currentMinor: number | null, overrides: Partial<Event> = {}): Event {
  return {
    type: "price_drop",
    retailer: "shop.example",
    condition: null,
    currency: "USD",
    currentMinor,
    previousMinor: 30_000,
    availability: 1,
    isLocal: true,
    ...overrides,
  };
}

export const completion = event(null, { type: "schedule_completion", retailer: null });

/** Consecutive best prices, each with its number of days; the last one lasts until now. */
export function spans(...prices: readonly (readonly [days: number, priceMinor: number])[]): PriceSpan[] {
  let toMs = nowMs;
  return prices
    .toReversed()
    .map(([days, priceMinor]) => {
      const span = { fromMs: toMs - days * DAY_MS, toMs, priceMinor };
      toMs = span.fromMs;
      return span;
    })
    .reverse();
}

/** What a rule knows of these best prices before `presentMinor`. */
export function past(
  history: readonly PriceSpan[],
  presentMinor: number | null = null,
  time: { readonly nowMs: number; readonly fromMs?: number } = { nowMs },
) {
  const points = history.flatMap(({ fromMs, toMs, priceMinor }, i): PricePoint[] => {
    const point = { atMs: fromMs, priceMinor, availability: availabilityCodes.in };
    const isGap = toMs < (history[i + 1]?.fromMs ?? time.nowMs);
    return isGap ? [point, { ...point, atMs: toMs, availability: availabilityCodes.out }] : [point];
  });
  return pastPrices(toColumns(points), { presentMinor, fromMs: time.nowMs, ...time });
}

function changesOf({ type, currentMinor, previousMinor, isLocal, ...offer }: Event): OfferChange[] {
  if (type === "schedule_completion" || currentMinor === null) return [];
  const after = { ...offer, priceMinor: currentMinor };
  const isStock = type === "availability_change";
  const availability = !isStock ? offer.availability : offer.availability === 1 ? 2 : 1;
  const priceMinor = isStock && !isLocal ? currentMinor : (previousMinor ?? currentMinor);
  return [{ after, before: { priceMinor, availability } }];
}

/** The facts about a change: by default its own offer and no history. */
export function facts(
  change: Event,
  { history = [], ...overrides }: Partial<AlertFacts> & { readonly history?: readonly PriceSpan[] } = {},
): AlertFacts {
  const changes = changesOf(change);
  const quotes = change.currentMinor === null ? [] : [quote(change.currentMinor, change)];
  const known: AlertFacts = {
    nowMs,
    currencyOf: () => change.currency,
    quotes,
    quotesBefore: changes.map(({ before, after }) => ({ ...after, ...before })),
    changes,
    ...(change.isLocal ? {} : { foreignRetailer: change.retailer }),
    past: () => unknownPast,
    ...overrides,
  };
  const read = (filter: OfferFilter) =>
    past(history, bestQuote(filter, known.quotes)?.priceMinor ?? null, { nowMs: known.nowMs });
  return { ...known, past: overrides.past ?? (change.isLocal ? read : () => unknownPast) };
}

/** Evaluates a single rule. */
export function decide(one: Rule, known: AlertFacts, memory: RuleMemory | null = null) {
  const { firings, memories, failures } = decideAlerts(
    [{ rule: one, memories: memory === null ? [] : [memory] }],
    known,
  );
  for (const { error } of failures) throw error;
  const changed = memories[0];
  return { fires: firings.length > 0, firing: firings[0], memory: changed ? changed.memory : memory };
}
