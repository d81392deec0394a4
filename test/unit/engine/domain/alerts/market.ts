import fc from "fast-check";
import { type AlertContent, buildAlert } from "../../../../../src/main/engine/domain/alerts/alert.js";
import { decideAlerts } from "../../../../../src/main/engine/domain/alerts/decide.js";
import {
  bestQuote,
  matchesFilter,
  type OfferFilter,
} from "../../../../../src/main/engine/domain/alerts/facts.js";
import { pastPrices } from "../../../../../src/main/engine/domain/alerts/past-prices.js";
import type { Rule, RuleMemory } from "../../../../../src/main/engine/domain/alerts/rule.js";
import { bestPriceSteps, toColumns } from "../../../../../src/main/engine/domain/best-price.js";
import { hasSameValue, type PricePoint } from "../../../../../src/main/engine/domain/price-point.js";
import { DAY_MS, HOUR_MS } from "../../../../../src/shared/time.js";
import { nowMs as startMs } from "./facts.js";

/** A round of a product at two shops, some hours after the one before: new prices. */
export interface Round {
  readonly hours: number;
  readonly prices: readonly [number, number];
  readonly soldOut: readonly [boolean, boolean];
}

const oneIn = (count: number) => fc.integer({ min: 1, max: count }).map((n) => n === 1);
const price = fc.integer({ min: 90, max: 110 });

export const rounds = fc.array(
  fc.record({
    hours: fc.constantFrom(1, 1, 1, 24, 24 * 20),
    prices: fc.tuple(price, price),
    soldOut: fc.tuple(oneIn(5), oneIn(5)),
  }),
  { minLength: 1, maxLength: 40 },
);

/** The result of a round. */
export interface Outcome {
  readonly round: Round;
  readonly atMs: number;
  /** The ids of the rules that fire. */
  readonly firings: readonly number[];
  /** Best price in stock before and after. */
  readonly before: number | null;
  readonly best: number | null;
  readonly alert: AlertContent | null;
  /** The histories of the shops, with the round. */
  readonly points: readonly (readonly PricePoint[])[];
}

const product = { service: "product/p/1", title: "P" };

/** Simulates the rounds like the engine, on a history of some days. */
export function simulate(rules: readonly Rule[], all: readonly Round[], historyDays = 90): Outcome[] {
  const sinceMs = startMs - historyDays * DAY_MS;
  const points: readonly [PricePoint[], PricePoint[]] = [
    [{ atMs: sinceMs, priceMinor: 105, availability: 1 }],
    [{ atMs: sinceMs, priceMinor: 106, availability: 1 }],
  ];
  const offers = () =>
    points.map((series, shop) => ({
      ...series.at(-1)!,
      retailer: `shop-${shop}.example`,
      condition: null,
      currency: "USD",
    }));
  const anyShop = { retailer: null, condition: null, currency: "USD" };
  const memories = new Map<number, RuleMemory | null>();
  let nowMs = startMs;
  return all.map((round) => {
    nowMs += round.hours * HOUR_MS;
    const quotesBefore = offers();
    points.forEach((series, shop) => {
      const availability = round.soldOut[shop] ? 2 : 1;
      series.push({ atMs: nowMs, priceMinor: round.prices[shop]!, availability });
    });
    const quotes = offers();
    const facts = {
      nowMs,
      currencyOf: () => "USD",
      quotes,
      quotesBefore,
      changes: quotes.flatMap((after, shop) =>
        hasSameValue(after, quotesBefore[shop]!) ? [] : [{ before: quotesBefore[shop]!, after }],
      ),
      past: (filter: OfferFilter) => {
        const matching = points.flatMap((series, shop) =>
          matchesFilter(filter, quotes[shop]!) ? [toColumns(series)] : [],
        );
        const presentMinor = bestQuote(filter, quotes)?.priceMinor ?? null;
        return pastPrices(bestPriceSteps(matching), {
          presentMinor,
          fromMs: nowMs,
          nowMs: nowMs + 1,
        });
      },
    };
    const inputs = rules.map((rule) => ({ rule, memories: [memories.get(rule.id) ?? []].flat() }));
    const decision = decideAlerts(inputs, facts);
    for (const { ruleId, memory } of decision.memories) memories.set(ruleId, memory);
    return {
      round,
      atMs: nowMs,
      firings: decision.firings.map(({ rule }) => rule.id),
      before: bestQuote(anyShop, quotesBefore)?.priceMinor ?? null,
      best: bestQuote(anyShop, quotes)?.priceMinor ?? null,
      alert: buildAlert(decision.firings, facts, product),
      points: points.map((series) => [...series]),
    };
  });
}
