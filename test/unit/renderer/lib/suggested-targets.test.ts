import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney } from "../../../../src/renderer/lib/format.js";
import { proposedTarget, suggestTargets } from "../../../../src/renderer/lib/suggested-targets.js";

const product = { price: 624.99, lowest: 439.99, usual: 519.99, currency: "USD" };
const named = (change: Partial<typeof product> | { lowest: null } | { usual: null } | { price: null }) =>
  suggestTargets({ ...product, ...change }).map(({ name, price }) => [name, price]);

describe("suggested targets", () => {
  it("are the lowest price, the lower edge of the usual range, and the middle between them", () => {
    expect(named({})).toEqual([
      ["lowest", 439.99],
      ["good", 479.99],
      ["usual", 519.99],
    ]);
  });

  it("leave out a price at or above today's", () => {
    expect(named({ price: 519.99 })).toEqual([
      ["lowest", 439.99],
      ["good", 479.99],
    ]);
    expect(named({ price: 440 })).toEqual([["lowest", 439.99]]);
  });

  it("name equal prices once", () => {
    expect(named({ lowest: 519.99 })).toEqual([["lowest", 519.99]]);
    expect(named({ lowest: 519.98 })).toEqual([
      ["lowest", 519.98],
      ["usual", 519.99],
    ]);
  });

  it.each([
    ["at the lowest price", { price: 100, lowest: 100, usual: 100 }, [95, 90, 80]],
    ["below it", { price: 9.99, lowest: 12, usual: 15 }, [9.5, 9, 8]],
    ["without a history", { price: 229.99, lowest: null, usual: null }, [218.5, 207, 184]],
  ])("are 5, 10 and 20 %% below a price %s", (_case, prices, expected) => {
    expect(suggestTargets({ ...prices, currency: "USD" }).map(({ name, price }) => [name, price])).toEqual([
      [5, expected[0]],
      [10, expected[1]],
      [20, expected[2]],
    ]);
  });

  it("use what is known of a history", () => {
    expect(named({ usual: null })).toEqual([["lowest", 439.99]]);
    expect(named({ lowest: null })).toEqual([["usual", 519.99]]);
  });

  it("are none without a price, or where nothing is cheaper", () => {
    expect(named({ price: null })).toEqual([]);
    expect(suggestTargets({ price: 0.01, lowest: null, usual: null, currency: "USD" })).toEqual([]);
  });

  it("have no decimals that the currency lacks", () => {
    const yen = { price: 1_301, lowest: 1_000, usual: 1_201, currency: "JPY" };
    expect(suggestTargets(yen).map(({ price }) => price)).toEqual([1_000, 1_100, 1_201]);
    expect(suggestTargets({ ...yen, price: 999 }).map(({ price }) => price)).toEqual([950, 900, 800]);
  });
});

describe("a proposed target", () => {
  it("is the usual price where that is below today's, else the next lower suggestion", () => {
    expect(proposedTarget(product)).toBe(519.99);
    expect(proposedTarget({ ...product, price: 500 })).toBe(479.99);
    expect(proposedTarget({ ...product, price: 450 })).toBe(439.99);
    expect(proposedTarget({ ...product, price: 430 })).toBe(408.5);
    expect(proposedTarget({ ...product, price: null })).toBeNull();
  });
});

/** Prices as a product's history can have them: the lowest is never above the lower edge of the usual range. */
const histories = fc
  .record({
    price: fc.integer({ min: 1, max: 5_000_000 }),
    lowest: fc.option(fc.integer({ min: 1, max: 5_000_000 })),
    above: fc.option(fc.integer({ min: 0, max: 100_000 })),
    money: fc.constantFrom(["USD", 100] as const, ["KWD", 100] as const, ["JPY", 1] as const),
  })
  .map(({ price, lowest, above, money: [currency, unit] }) => ({
    currency,
    price: price / unit,
    lowest: lowest === null ? null : lowest / unit,
    usual: lowest === null || above === null ? null : (lowest + above) / unit,
  }));

describe("any suggestion", () => {
  it("is below today's price, and at least the lowest known one or a percentage", () => {
    fc.assert(
      fc.property(histories, (prices) => {
        for (const { name, price } of suggestTargets(prices)) {
          expect(price).toBeLessThan(prices.price);
          expect(price).toBeGreaterThan(0);
          if (typeof name === "number")
            expect(price).toBeGreaterThanOrEqual(prices.price * (1 - name / 100) - 1e-9);
          else expect(price).toBeGreaterThanOrEqual(prices.lowest ?? 0);
        }
      }),
    );
  });

  it("is written in full in its currency, and once", () => {
    fc.assert(
      fc.property(histories, (prices) => {
        const targets = suggestTargets(prices).map(({ price }) => price);
        const written = targets.map((price) => formatMoney(price, prices.currency));
        expect(new Set(written).size).toBe(targets.length);
        for (const target of targets)
          expect(target).toBe(Number(target.toFixed(prices.currency === "JPY" ? 0 : 2)));
      }),
    );
  });

  it("that a form proposes is at most the usual price, so that a price above it never gets a higher target", () => {
    fc.assert(
      fc.property(histories, (prices) => {
        if (prices.usual === null || prices.price < prices.usual) return;
        expect(proposedTarget(prices) ?? 0).toBeLessThanOrEqual(prices.usual);
      }),
    );
  });
});
