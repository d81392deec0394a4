import { expect, it } from "vitest";
import { targetOf } from "../../../../../src/main/engine/operations/watch/row.js";

const target = (price: number, currency = "USD", condition: "used" | null = null) => ({
  condition,
  trigger: { kind: "target" as const, priceMinor: price * 100, currency },
});
const any = { condition: null, trigger: { kind: "any_change" as const } };
const best = (price: number, currency = "USD", condition: "used" | null = null) => ({
  priceMinor: price * 100,
  currency,
  condition,
});

it("a row of the watch list shows the target that decides, if possible in the currency of the price", () => {
  expect(targetOf([any], best(100))).toBeNull();
  const several = [target(50), any, target(80), target(150), target(200)];
  // The lowest that is reached, else the one to be reached first.
  expect(targetOf(several, best(100))).toEqual({ price: 150, currency: "USD" });
  expect(targetOf(several, best(250))).toEqual({ price: 200, currency: "USD" });
  expect(targetOf([target(99, "EUR"), target(20)], best(100))).toEqual({ price: 20, currency: "USD" });
  expect(targetOf([target(99, "EUR")], best(100))).toEqual({ price: 99, currency: "EUR" });
  // Without a price, the target that would be met first.
  expect(targetOf([target(50), target(80)], undefined)).toEqual({ price: 80, currency: "USD" });
});

it("a target for used things is not that of a new one", () => {
  const rules = [target(60, "USD", "used"), target(80)];
  expect(targetOf(rules, best(50))).toEqual({ price: 80, currency: "USD" });
  expect(targetOf(rules, best(50, "USD", "used"))).toEqual({ price: 60, currency: "USD" });
  expect(targetOf(rules.slice(0, 1), best(50))).toBeNull();
});
