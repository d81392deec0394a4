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
      ["good", 480],
      ["usual", 519.99],
    ]);
  });

  it("leave out a price at or above today's", () => {
    expect(named({ price: 519.99 })).toEqual([
      ["lowest", 439.99],
      ["good", 480],
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
    ["at the lowest price", { price: 100, lowest: 100, usual: 100 }],
    ["below it", { price: 100, lowest: 120, usual: 150 }],
    ["without a history", { price: 100, lowest: null, usual: null }],
  ])("are 5, 10 and 20 %% below a price %s", (_case, prices) => {
    expect(suggestTargets({ ...prices, currency: "USD" })).toEqual([
      { name: 5, price: 95 },
      { name: 10, price: 90 },
      { name: 20, price: 80 },
    ]);
  });

  it.each([
    [9.99, "USD", [9.5, 9, 8]],
    [12.49, "USD", [12, 11.5, 10]],
    [85.45, "USD", [82, 77, 69]],
    [229.99, "USD", [220, 210, 185]],
    [499, "EUR", [475, 450, 400]],
    [1_299, "EUR", [1_250, 1_200, 1_050]],
    [5_980, "JPY", [5_700, 5_400, 4_800]],
  ])("of %s %s are amounts that a shopper would type", (price, currency, expected) => {
    const targets = suggestTargets({ price, currency, lowest: null, usual: null });
    expect(targets.map((target) => target.price)).toEqual(expected);
    for (const { name, price: target } of targets) expect(name).toBe(Math.round((1 - target / price) * 100));
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

it("a proposed target is the usual price where that is below today's, else the next lower suggestion", () => {
  expect(proposedTarget(product)).toBe(519.99);
  expect(proposedTarget({ ...product, price: 500 })).toBe(480);
  expect(proposedTarget({ ...product, price: 450 })).toBe(439.99);
  expect(proposedTarget({ ...product, price: 430 })).toBe(410);
  expect(proposedTarget({ ...product, price: null })).toBeNull();
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
  it("is below today's price, and never below the lowest known one", () => {
    fc.assert(
      fc.property(histories, (prices) => {
        for (const { name, price } of suggestTargets(prices)) {
          expect(price).toBeLessThan(prices.price);
          expect(price).toBeGreaterThan(0);
          if (typeof name !== "number") expect(price).toBeGreaterThanOrEqual(prices.lowest ?? 0);
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
