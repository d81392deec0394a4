import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Firing, Quote } from "../../../../../src/main/engine/domain/alerts/facts.js";
import { buildReasonClauses, englishReason } from "../../../../../src/main/engine/domain/alerts/reason.js";
import type { Trigger } from "../../../../../src/main/engine/domain/alerts/rule.js";
import type { PriceSpan } from "../../../../../src/main/engine/domain/step-series.js";
import { reasonClauses } from "../../../../../src/shared/app/reasons.js";
import { drop, nowMs, past, quote, rule, spans, target, worthKnowing } from "./facts.js";

function firing(trigger: Trigger, offer: Quote, overrides: Partial<Firing> = {}): Firing {
  const filter = { retailer: null, condition: null, currency: offer.currency };
  return { rule: rule(trigger), filter, quote: offer, previousMinor: null, reference: null, ...overrides };
}

function reason(
  firings: readonly [Firing, ...Firing[]],
  history: PriceSpan[] = [],
  previousMinor: number | null = null,
) {
  const known = past(history, firings[0].quote.priceMinor);
  return englishReason(buildReasonClauses(firings, { ...context, past: known, previousMinor }), nowMs);
}

const context = {
  nowMs,
  past: past([]),
  previousMinor: null,
  isRelease: false,
  elsewhere: null,
  bestBefore: null,
};

const low: Trigger = { kind: "new_low", days: null };
const cheap = quote(24_999);

describe("reasons of alerts", () => {
  it("a reason states price, retailer, the comparison with the median, and since when the price is the lowest", () => {
    // The price was lower until 104 days before June 15.
    const history = spans([90, 24_000], [104, 30_500]);
    const median: Trigger = { kind: "percent_below", base: "median30", percent: 10 };
    expect(reason([firing(median, cheap, { reference: 30_500 })], history)).toBe(
      "$249.99 at shop.example, 18% under its usual price, lowest since March 3",
    );
  });

  it("a reason names the year of a low if it is not the current one", () => {
    expect(reason([firing(low, cheap)], spans([10, 24_000], [200, 30_000]))).toContain(
      "lowest since November 27, 2025",
    );
  });

  it("a reason calls a price the lowest ever only after two weeks of history", () => {
    expect(reason([firing(low, cheap)], spans([14, 30_000]))).toContain("lowest ever");
    expect(reason([firing(low, cheap)], spans([6, 30_000]))).toBe(
      "$249.99 at shop.example, lowest in 6 days",
    );
    expect(reason([firing(low, cheap)], [])).toBe("$249.99 at shop.example, lowest so far");
    expect(reason([firing(target(26_000), cheap)], spans([20, 24_999]))).not.toContain("lowest");
    expect(reason([firing(drop(), cheap, { previousMinor: 29_999 })], spans([6, 30_000]))).toBe(
      "$249.99 at shop.example, was $299.99 (−17%)",
    );
    const slight = [firing(worthKnowing(), cheap, { previousMinor: 25_499 })] as const;
    expect(reason(slight, spans([6, 25_499]), 25_499)).toBe(
      "$249.99 at shop.example, lowest in 6 days, was $254.99 (−2%)",
    );
    expect(reason(slight, spans([3, 24_000], [3, 25_499]), 25_499)).toBe(
      "$249.99 at shop.example, was $254.99 (−2%)",
    );
  });

  it("a reason names the condition of an item that is not new", () => {
    const used = { ...cheap, condition: "used" } as const;
    expect(reason([firing(target(26_000), used)])).toBe(
      "Used: $249.99 at shop.example, under your target of $260.00",
    );
    expect(reason([firing(target(26_000), { ...cheap, condition: "new" })])).toMatch(/^\$249\.99 at/);
  });

  it("a reason leaves out a change of less than half a percent", () => {
    expect(reason([firing(low, cheap)], spans([6, 25_000]), 25_000)).toBe(
      "$249.99 at shop.example, lowest in 6 days, best price before: $250.00",
    );
  });

  it("a reason says where it is cheaper, if the rule is about all shops", () => {
    const elsewhere = { ...quote(23_999), retailer: "other.example" };
    const sentence = (each: Firing) =>
      englishReason(buildReasonClauses([each], { ...context, elsewhere }), nowMs);
    const fallen = firing(target(26_000), cheap);
    expect(sentence(fallen)).toBe(
      "$249.99 at shop.example, under your target of $260.00, cheaper at other.example: $239.99",
    );
    expect(sentence(firing(target(26_000), { ...cheap, priceMinor: 23_999 }))).not.toContain("cheaper");
  });

  it("a reason names the next best price where the price fell from above it", () => {
    const elsewhere = { ...quote(25_999), retailer: "other.example" };
    const sentence = (previousMinor: number) =>
      englishReason(
        buildReasonClauses([firing(drop(), cheap, { previousMinor })], {
          ...context,
          elsewhere,
        }),
        nowMs,
      );
    expect(sentence(29_999)).toBe(
      "$249.99 at shop.example, was $299.99 (−17%), next best: $259.99 at other.example",
    );
    // Here it was the best price before, too.
    expect(sentence(25_499)).toBe("$249.99 at shop.example, was $254.99 (−2%)");
  });

  it("a reason names no better price where there is none to name", () => {
    const sentence = (each: Firing, elsewhere: Quote) =>
      englishReason(buildReasonClauses([each], { ...context, elsewhere }), nowMs);
    const nameless = quote(23_999, { retailer: null });
    expect(sentence(firing(target(24_999), cheap), nameless)).not.toContain("$239.99");
    const soldOut = firing({ kind: "any_change" }, quote(24_999, { availability: 2 }));
    expect(sentence(soldOut, quote(23_999, { retailer: "b.example" }))).toBe("Out of stock at shop.example");
    const equal = firing(drop(), cheap, { previousMinor: 25_999 });
    expect(sentence(equal, quote(25_999, { retailer: "b.example" }))).not.toContain("b.example");
  });

  it.each([
    ["cheaper at b.example: $239.99", 23_999],
    ["next best: $269.99 at b.example", 26_999],
  ])(
    "a reason keeps the price before and the best one elsewhere among many others: %s",
    (last, priceMinor) => {
      const firings = [firing(target(26_000), cheap), firing(low, cheap)] as const;
      const elsewhere = quote(priceMinor, { retailer: "b.example" });
      const clauses = buildReasonClauses(firings, {
        ...context,
        past: past(spans([100, 30_000]), cheap.priceMinor),
        previousMinor: 30_000,
        elsewhere,
      });
      expect(englishReason(clauses, nowMs)).toBe(
        `$249.99 at shop.example, under your target of $260.00, was $300.00 (−17%), ${last}`,
      );
    },
  );

  it.each([
    [true, "$249.99 at shop.example, best price before: $279.99"],
    [false, "$249.99 at shop.example, was $279.99 (−11%)"],
  ])("a reason compares with the best price before, of another shop: %j", (isElsewhere, sentence) => {
    const bestBefore = { priceMinor: 27_999, isElsewhere };
    const dropped = firing(drop(), cheap, { previousMinor: 30_000 });
    const clauses = buildReasonClauses([dropped], { ...context, bestBefore });
    expect(englishReason(clauses, nowMs)).toBe(sentence);
  });

  it("a reason states no price before if it is the same, and no change of minus 0 percent", () => {
    const [same, nearly] = [24_999, 24_998].map(
      (previousMinor) =>
        buildReasonClauses([firing({ kind: "any_change" }, cheap, { previousMinor })], context).clauses,
    );
    expect(same).toEqual([]);
    expect(nearly).toEqual([{ kind: "was", price: 249.98, currency: "USD", percent: 0 }]);
  });

  it.each([
    [25_252, "$249.99 at shop.example, 1% under its usual price"],
    [25_100, "$249.99 at shop.example"],
  ])("a reason mentions a median of %d if the price is a whole percent under it", (reference, sentence) => {
    const median: Trigger = { kind: "percent_below", base: "median30", percent: 0 };
    expect(reason([firing(median, cheap, { reference })])).toBe(sentence);
  });

  it("a reason compares with the median from two weeks of history on", () => {
    const fallen = firing(drop(), cheap, { previousMinor: 28_000 });
    expect(reason([fallen], spans([13, 30_000], [1, 28_000]))).toBe(
      "$249.99 at shop.example, was $280.00 (−11%), 17% under its usual price, lowest ever",
    );
    expect(reason([fallen], spans([12, 30_000], [1, 28_000]))).not.toContain("median");
  });

  it("a reason says a fall from the usual price once", () => {
    expect(reason([firing(drop(), cheap, { previousMinor: 30_000 })], spans([14, 30_000]))).toBe(
      "$249.99 at shop.example, was $300.00 (−17%), lowest ever",
    );
  });

  it("a reason counts a single day of history", () => {
    expect(reason([firing(low, cheap)], spans([1, 30_000]))).toBe("$249.99 at shop.example, lowest in 1 day");
  });

  it("a reason mentions a low that was last reached more than 30 days ago, at the same price too", () => {
    const atSamePrice = (days: number) => reason([firing(low, cheap)], spans([60, 24_999], [days, 30_000]));
    expect(atSamePrice(31)).toContain("lowest since May 15");
    expect(atSamePrice(30)).not.toContain("since");
  });

  it("a reason knows that the price was as low before it was sold out", () => {
    const [before, since] = [spans([90, 24_999], [10, 30_000])[0]!, spans([5, 24_999])[0]!];
    expect(reason([firing(low, cheap)], [before, since])).toBe("$249.99 at shop.example, lowest in 100 days");
  });

  it("a reason takes consecutive days at one price for one low", () => {
    expect(reason([firing(low, cheap)], spans([90, 30_000], [5, 24_999], [5, 24_999]))).toContain(
      "lowest ever",
    );
  });

  it("a reason does not mention a low of less than a month, or one that another shop undercuts", () => {
    const recent = spans([60, 24_000], [29, 30_000]);
    expect(reason([firing(drop(), cheap, { previousMinor: 30_000 })], recent)).not.toContain("lowest");
    const undercut = spans([60, 30_000], [60, 20_000]);
    expect(reason([firing(drop(), cheap, { previousMinor: 30_000 })], undercut)).not.toContain("lowest");
  });

  it.each<[number, string]>([
    [26_000, "$249.99 at shop.example, under your target of $260.00"],
    [24_999, "$249.99 at shop.example, at your target of $249.99"],
  ])("a reason names the target of %d", (price, sentence) => {
    expect(reason([firing(target(price), cheap)])).toBe(sentence);
  });

  it("a reason has at most three clauses, the most significant first and none twice", () => {
    const firings = [
      firing(target(26_000), cheap),
      firing(low, cheap),
      firing(drop(), cheap, { previousMinor: 30_000 }),
    ] as const;
    expect(reason(firings, spans([100, 30_000]), 30_000)).toBe(
      "$249.99 at shop.example, under your target of $260.00, lowest ever, was $300.00 (−17%)",
    );
  });

  it("a reason compares the price with the highest one", () => {
    const highest: Trigger = { kind: "percent_below", base: "highest", percent: 30 };
    expect(reason([firing(highest, cheap, { reference: 40_000 })])).toBe(
      "$249.99 at shop.example, 38% under its highest price of $400.00",
    );
  });

  it("a reason reports changes of stock and price rises", () => {
    expect(reason([firing({ kind: "back_in_stock" }, cheap)])).toBe(
      "Back in stock at shop.example for $249.99",
    );
    expect(reason([firing(target(26_000), cheap), firing({ kind: "back_in_stock" }, cheap)])).toBe(
      "Back in stock at shop.example for $249.99, under your target of $260.00",
    );
    const any: Trigger = { kind: "any_change" };
    expect(reason([firing(any, quote(24_999, { availability: 2 }))], spans([90, 30_000]))).toBe(
      "Out of stock at shop.example",
    );
    expect(reason([firing(any, cheap, { previousMinor: 20_000 })])).toBe(
      "$249.99 at shop.example, was $200.00 (+25%)",
    );
  });

  it("a reason contains only clauses about its own offer", () => {
    const other = firing(drop(), quote(50_000, { retailer: "b.example" }), { previousMinor: 60_000 });
    expect(reason([firing(target(26_000), cheap), other])).not.toContain("600");
    for (const quoted of [quote(24_999, { retailer: "b.example" }), quote(50_000)]) {
      const elsewhere = firing(drop(), quoted, { previousMinor: 60_000 });
      expect(reason([firing(target(26_000), cheap), elsewhere])).not.toContain("600");
    }
  });

  it("a reason names only the lowest of the targets that are reached", () => {
    const text = reason([firing(target(26_000), cheap), firing(target(25_500), cheap)]);
    expect(text).toContain("under your target of $255.00");
    expect(text).not.toContain("$260.00");
  });

  it("a reason formats amounts in their currency, and omits a missing retailer", () => {
    expect(reason([firing(target(26_000, "EUR"), quote(24_999, { currency: "EUR", retailer: null }))])).toBe(
      "€249.99, under your target of €260.00",
    );
  });
});

describe("clauses of a reason", () => {
  it("clauses contain their figures in the stored form", () => {
    const history = spans([90, 24_000], [104, 30_500]);
    const firings = [
      firing(target(26_000), cheap),
      firing({ kind: "percent_below", base: "highest", percent: 10 }, cheap, { reference: 30_500 }),
    ] as const;
    const clauses = buildReasonClauses(firings, {
      ...context,
      past: past(history, cheap.priceMinor),
    });
    expect(clauses).toEqual({
      head: { kind: "price", price: 249.99, currency: "USD", retailer: "shop.example" },
      clauses: [
        { kind: "target", price: 260, currency: "USD", is_under: true },
        { kind: "under_highest", percent: 18, price: 305, currency: "USD" },
        { kind: "under_median30", percent: 18 },
      ],
    });
    expect(reasonClauses.parse(JSON.parse(JSON.stringify(clauses)))).toEqual(clauses);
  });

  it("clauses are valid, at most three and never repeated, for any firings and history", () => {
    const trigger = fc.constantFrom<Trigger>(
      { kind: "target", priceMinor: 25_000, currency: "USD" },
      { kind: "price_drop", percent: 5 },
      { kind: "percent_below", base: "last", percent: 5 },
      { kind: "percent_below", base: "median30", percent: 5 },
      { kind: "percent_below", base: "highest", percent: 5 },
      { kind: "new_low", days: 30 },
      { kind: "new_low", days: null },
      { kind: "any_change" },
      { kind: "back_in_stock" },
    );
    const minor = fc.integer({ min: 1, max: 60_000 });
    const now = fc.record({ price: minor, availability: fc.constantFrom<0 | 1 | 2>(0, 1, 2) });
    const before = fc.option(minor);
    const periods = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), minor), { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(trigger, { minLength: 1, maxLength: 4 }),
        now,
        before,
        periods,
        (triggers, at, previous, list) => {
          const seen = quote(at.price, { availability: at.availability });
          const firings = triggers.map((each) =>
            firing(each, seen, { previousMinor: previous, reference: previous }),
          );
          const [first, ...others] = firings;
          if (first === undefined) return;
          const history = spans(...list.toSorted(([a], [b]) => b - a));
          const clauses = buildReasonClauses([first, ...others], {
            ...context,
            past: past(history, seen.priceMinor),
            previousMinor: previous,
          });
          expect(reasonClauses.parse(clauses)).toEqual(clauses);
          expect(clauses.clauses.length).toBeLessThanOrEqual(3);
          expect(new Set(clauses.clauses.map((each) => JSON.stringify(each))).size).toBe(
            clauses.clauses.length,
          );
          expect(englishReason(clauses, nowMs)).not.toMatch(/NaN|Infinity|undefined|null|\.$/);
        },
      ),
    );
  });
});
