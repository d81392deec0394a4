import { expect, it } from "vitest";
import { joinedPrice } from "../../../../src/renderer/lib/joined-price.js";

const usd = (price: number) => ({ price, currency: "USD" });
const best = (price: number, currency = "USD") => ({ price, currency, retailer: "shop.example" });

it.each([
  ["$55.99, $6.00 dearer than the best", 55.99, usd(49.99), best(49.99)],
  ["$55.99, $10.99 dearer than the best", 55.99, usd(60), best(45)],
  ["$44.50, $5.49 under the best price so far", 44.5, usd(49.99), best(44.5)],
  ["$49.99, the same as the best price so far", 49.99, usd(49.99), best(49.99)],
  ["$49.99", 49.99, null, best(49.99)],
  ["$49.99", 49.99, { price: 60, currency: "EUR" }, best(49.99)],
  ["$49.99", 49.99, { price: 30, currency: "EUR" }, best(30, "EUR")],
  ["$49.99", 49.99, usd(60), best(60)],
  ["$49.99", 49.99, usd(40), best(49.99)],
  ["$49.99", 49.99, null, null],
] as const)("compares a shop that joins with the best price: %s", (expected, price, bestBefore, now) => {
  expect(joinedPrice({ ...usd(price), best_before: bestBefore, is_sold_out: false }, now)).toBe(expected);
});

it("says of a shop that joins sold out that it is", () => {
  const sold = { ...usd(40), best_before: usd(50), is_sold_out: true };
  expect(joinedPrice(sold, null)).toBe("$40.00, out of stock");
  expect(joinedPrice({ ...sold, price: null, currency: null }, best(30))).toBe("out of stock");
});
