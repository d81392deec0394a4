import fc from "fast-check";
import { decideAlerts } from "../../../../../src/main/engine/domain/alerts/decide.js";
import { type AlertEvent, matchesFilter } from "../../../../../src/main/engine/domain/alerts/facts.js";
import type { Rule, RuleMemory } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { bestPriceHistory } from "../../../../../src/main/engine/domain/best-price.js";
import { eventsForChange } from "../../../../../src/main/engine/domain/price-event.js";
import type { PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import { clipSpans } from "../../../../../src/main/engine/domain/step-series.js";
import { DAY_MS, HOUR_MS } from "../../../../../src/shared/time.js";
import { completion, event, nowMs as startMs } from "./facts.js";

/** One hour of a product at two shops: a new price at one of them, and whether events are lost or snoozed. */
export interface Hour {
  readonly shop: 0 | 1;
  readonly priceMinor: number;
  readonly isOut: boolean;
  readonly areEventsLost: boolean;
  readonly isSnoozed: boolean;
}

export const hours = fc.array(
  fc.record({
    shop: fc.constantFrom(0 as const, 1 as const),
    priceMinor: fc.integer({ min: 90, max: 110 }),
    isOut: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    areEventsLost: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    isSnoozed: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 40 },
);

/** The result of an hour. */
export interface Outcome {
  readonly hour: Hour;
  readonly firings: number;
  /** Best price in stock after the hour. */
  readonly bestMinor: number | null;
}

/** Simulates the hours like the engine, with one rule that sees the events that arrive. */
export function simulate(rule: Rule, all: readonly Hour[]): Outcome[] {
  const points: [PricePoint[], PricePoint[]] = [
    [{ atMs: startMs - 90 * DAY_MS, priceMinor: 105, availability: 1 }],
    [{ atMs: startMs - 90 * DAY_MS, priceMinor: 106, availability: 1 }],
  ];
  let memory: RuleMemory | null = null;
  return all.map((hour, index) => {
    const nowMs = startMs + index * HOUR_MS;
    const own = points[hour.shop];
    const before = own.at(-1)!;
    const after = { atMs: nowMs, priceMinor: hour.priceMinor, availability: hour.isOut ? 2 : 1 } as const;
    own.push(after);
    const quotes = points.map((series, shop) => ({
      ...series.at(-1)!,
      retailer: `shop-${shop}.example`,
      condition: null,
      currency: "USD",
    }));
    // The inbox gets one event for a change.
    const events: AlertEvent[] = eventsForChange(before, after)
      .slice(-1)
      .map((type) =>
        event(after.priceMinor, {
          type,
          retailer: `shop-${hour.shop}.example`,
          previousMinor: before.priceMinor,
          availability: after.availability,
          atMs: nowMs,
        }),
      );
    let firings = 0;
    // Events arrive a little later.
    const evaluatedMs = nowMs + 1_000;
    for (const each of hour.areEventsLost ? [] : [...events, { ...completion, atMs: nowMs }]) {
      const decision = decideAlerts([{ rule, memory }], {
        nowMs: evaluatedMs,
        isSnoozed: hour.isSnoozed,
        currency: "USD",
        event: each,
        quotes,
        bestSince: (filter, sinceMs) => {
          const matching = points.flatMap((series, shop) =>
            matchesFilter(filter, quotes[shop]!) ? [{ id: shop, points: series }] : [],
          );
          return clipSpans(bestPriceHistory(matching, evaluatedMs).spans, sinceMs, evaluatedMs);
        },
        changesSince: () => [],
      });
      firings += decision.firings.length;
      for (const { memory: next } of decision.memories) memory = next;
    }
    const inStock = quotes.filter(({ availability }) => availability === 1);
    return {
      hour,
      firings,
      bestMinor: inStock.length === 0 ? null : Math.min(...inStock.map((q) => q.priceMinor)),
    };
  });
}
