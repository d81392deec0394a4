import { decideAlerts } from "../../../../../src/main/engine/domain/alerts/decide.js";
import type { AlertEvent, AlertFacts, Quote } from "../../../../../src/main/engine/domain/alerts/facts.js";
import type { Rule, RuleMemory, Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { clipSpans, type PriceSpan } from "../../../../../src/main/engine/domain/step-series.js";
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

/** A price drop that this engine reports. */
export function event(currentMinor: number | null, overrides: Partial<AlertEvent> = {}): AlertEvent {
  return {
    type: "price_drop",
    retailer: "shop.example",
    condition: null,
    currency: "USD",
    currentMinor,
    previousMinor: 30_000,
    availability: 1,
    atMs: nowMs,
    isLocal: true,
    ...overrides,
  };
}

export const completion = event(null, { type: "schedule_completion", retailer: null });

/** Consecutive best prices, each with its number of days; the last one lasts until now. */
export function past(...prices: readonly (readonly [days: number, priceMinor: number])[]): PriceSpan[] {
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

/** The facts about an event: by default its own offer and no history. */
export function facts(
  alertEvent: AlertEvent,
  overrides: Partial<AlertFacts> & { readonly past?: PriceSpan[] } = {},
): AlertFacts {
  const { past: spans = [], ...rest } = overrides;
  return {
    nowMs,
    isSnoozed: false,
    currency: alertEvent.currency,
    event: alertEvent,
    quotes: alertEvent.currentMinor === null ? [] : [quote(alertEvent.currentMinor, alertEvent)],
    bestSince: (_, sinceMs) => clipSpans(spans, sinceMs, Math.max(rest.nowMs ?? nowMs, alertEvent.atMs)),
    changesSince: () => [],
    ...rest,
  };
}

/** Evaluates a single rule. */
export function decide(one: Rule, known: AlertFacts, memory: RuleMemory | null = null) {
  const { firings, memories } = decideAlerts([{ rule: one, memory }], known);
  const changed = memories[0];
  return { fires: firings.length > 0, firing: firings[0], memory: changed ? changed.memory : memory };
}
