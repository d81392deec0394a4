import { expect, it } from "vitest";
import { canBeReturned, decideReturn, sumSavings } from "../../../../src/main/engine/domain/purchase.js";

const bought = { priceMinor: 10_000, currency: "USD", returnUntil: "2026-12-12", notifiedMinor: null };
const quote = {
  retailer: "shop.example",
  condition: null,
  currency: "USD",
  availability: 1 as const,
  priceMinor: 7_000,
};

function isNoticed(purchase: Partial<typeof bought> | object, changes: object = {}, today = "2026-12-01") {
  return decideReturn({ ...bought, ...purchase }, [{ ...quote, ...changes }], today) !== null;
}

it("something can be returned up to its last day, and not at all without one", () => {
  expect(canBeReturned({ returnUntil: "2026-12-12" }, "2026-12-12")).toBe(true);
  expect(canBeReturned({ returnUntil: "2026-12-12" }, "2026-12-13")).toBe(false);
  expect(canBeReturned({ returnUntil: null }, "2026-12-01")).toBe(false);
});

it.each<[string, boolean, object, object?, string?]>([
  ["a lower price", true, {}],
  ["a lower price on the last day", true, {}, {}, "2026-12-12"],
  ["a lower price after the last day", false, {}, {}, "2026-12-13"],
  ["a lower price of what cannot be returned", false, { returnUntil: null }],
  ["the price paid", false, {}, { priceMinor: 10_000 }],
  ["1 % less", true, {}, { priceMinor: 9_900 }],
  ["hardly less than 1 % less", false, { priceMinor: 100_000 }, { priceMinor: 99_001 }],
  ["1 % less, of less than a unit", false, { priceMinor: 2_000 }, { priceMinor: 1_950 }],
  ["one unit less", true, { priceMinor: 2_000 }, { priceMinor: 1_900 }],
  ["50 yen less", false, { priceMinor: 200_000, currency: "JPY" }, { priceMinor: 195_000, currency: "JPY" }],
  ["100 yen less", true, { priceMinor: 200_000, currency: "JPY" }, { priceMinor: 190_000, currency: "JPY" }],
  ["a used one", false, {}, { condition: "used" }],
  ["a refurbished one", false, {}, { condition: "refurbished" }],
  ["another currency", false, {}, { currency: "EUR" }],
  ["a sold-out one", false, {}, { availability: 2 }],
  ["the price of the last notice", false, { notifiedMinor: 7_000 }],
  ["hardly less than 5 % below the last notice", false, { notifiedMinor: 7_000 }, { priceMinor: 6_651 }],
  ["5 % below the last notice", true, { notifiedMinor: 7_000 }, { priceMinor: 6_650 }],
])("of what was bought, the notice of %s is: %s", (_case, expected, purchase, changes, today) => {
  expect(isNoticed(purchase, changes, today)).toBe(expected);
});

it("savings are added up by currency, against each kind of price over the purchases of which it is known", () => {
  const paid = (priceMinor: number, currency: string, known: object = {}) => ({
    priceMinor,
    currency,
    listMinor: null,
    usualMinor: null,
    firstMinor: null,
    ...known,
  });
  const savings = sumSavings([
    paid(5_000, "EUR", { listMinor: 9_000 }),
    paid(10_000, "USD", { usualMinor: 12_000, firstMinor: 9_000 }),
    paid(3_000, "USD", { usualMinor: 2_500 }),
    paid(2_000, "USD"),
  ]);
  expect(savings).toEqual([
    {
      currency: "USD",
      purchases: 3,
      paid: 150,
      list: null,
      usual: { amount: 15, purchases: 2 },
      first: { amount: -10, purchases: 1 },
    },
    {
      currency: "EUR",
      purchases: 1,
      paid: 50,
      usual: null,
      first: null,
      list: { amount: 40, purchases: 1 },
    },
  ]);
});
