import { describe, expect, it } from "vitest";
import { useNotices } from "../../../../src/renderer/stores/notices.js";
import {
  movedTarget,
  setTargets,
  targetPrices,
  targetRuleOf,
} from "../../../../src/renderer/stores/targets.js";
import type { AlertRule } from "../../../../src/shared/app/rules.js";
import { createAlertRule } from "../../../support/alert-rule.js";
import { installFakeBridge, success } from "../../../support/fake-bridge.js";

function target(price: number, change: Partial<AlertRule> = {}, currency = "USD"): AlertRule {
  const trigger = { kind: "target", price, currency } as const;
  return createAlertRule({ id: price, product_key: "product/kettle/1", trigger, ...change });
}

it("says why products of several got no target", async () => {
  const skipped = (["no_price", "too_many", "exists", "exists"] as const).map((why, i) => ({
    product_key: `product/p/${i}`,
    why,
  }));
  await installFakeBridge({
    "rules.save_many": () => success<"rules.save_many">({ made: 0, skipped, act_id: null }),
    "rules.list": () => success<"rules.list">({ rules: [], snoozes: [] }),
  });
  await setTargets(
    skipped.map(({ product_key: productKey }) => productKey),
    { percent: 10, isReplacing: false },
  );
  expect(useNotices.getState().shown.at(-1)?.text).toMatch(
    /Out of stock, so without a price to go by: 1 product\. Too many rules for one more: 1 product\. Targets kept as they were: 2 products\.$/,
  );
});

describe("the target of a product", () => {
  it("is the first that a falling price reaches", () => {
    expect(targetRuleOf([target(40), target(45)], "USD")?.price).toBe(45);
  });

  it("is one that is switched on before one that is not", () => {
    expect(targetRuleOf([target(50, { is_enabled: false }), target(40)], "USD")?.price).toBe(40);
    expect(targetRuleOf([target(50, { is_enabled: false })], "USD")?.price).toBe(50);
  });

  it("is in the currency that is shown, and its own", () => {
    const rules = [target(40, {}, "EUR"), target(45, { product_key: null })];
    expect(targetRuleOf(rules, "USD")).toBeNull();
    expect(targetRuleOf(rules, "EUR")?.price).toBe(40);
  });

  it("is no rule of another kind", () => {
    expect(targetRuleOf([target(40, { trigger: { kind: "any_change" } })], "USD")).toBeNull();
  });
});

it.each([
  ["moves down where the right price would reach it at once", 46.8, { from: 52, to: 32 }, 28],
  ["moves down where it is the right price", 40, { from: 52, to: 40 }, 30],
  ["stays where the right price is still above it", 46.8, { from: 80, to: 50 }, null],
  ["never moves up to another shop's price", 265.5, { from: 279.9, to: 349 }, null],
  ["never moves up along with a price misread as a part", 44.1, { from: 49, to: 1_249 }, null],
  ["stays where the difference is small", 45, { from: 50, to: 55 }, null],
  ["stays where it was not set by the wrong price", 50, { from: 49, to: 1_249 }, null],
])("a target, after its product's price was read wrongly %s", (_case, target, correction, moved) => {
  expect(movedTarget(target, correction)).toBe(moved);
});

it("draws only targets that are switched on", () => {
  expect(targetPrices([target(40), target(45, { is_enabled: false })], "USD")).toEqual([40]);
});
