import { expect, it } from "vitest";
import { channelsOf, draftOf, newDraft, triggerOf } from "../../../../src/renderer/lib/rule-kinds.js";
import type { RuleTrigger } from "../../../../src/shared/app/rules.js";
import { createAlertRule } from "../../../support/alert-rule.js";

const rule = createAlertRule({ retailer: "shop.example", condition: "used" });

it("a new rule begins with the proposed target, and with a drop where there is no price", () => {
  const prices = { price: 229.99, lowest: 171.99, usual: 199.99, currency: "EUR" };
  expect(triggerOf(newDraft(prices, ""))).toEqual({ kind: "target", price: 199.99, currency: "EUR" });
  expect(triggerOf(newDraft({ ...prices, price: null }, ""))).toEqual({ kind: "price_drop", percent: 5 });
});

it.each<RuleTrigger>([
  { kind: "target", price: 249.99, currency: "EUR" },
  { kind: "percent_below", base: "last", percent: 0 },
  { kind: "percent_below", base: "median30", percent: 12.5 },
  { kind: "percent_below", base: "highest", percent: 40 },
  { kind: "new_low", days: null },
  { kind: "new_low", days: 30 },
  { kind: "any_change" },
  { kind: "back_in_stock" },
])("%j comes out of the form as it went in", (trigger) => {
  const draft = draftOf({ ...rule, trigger });
  expect(triggerOf(draft)).toEqual(trigger);
  expect(draft).toMatchObject({ retailer: "shop.example", condition: "used" });
});

it.each([[null], [[]], [[3, 7]]])("the channels %j come out of the form as they went in", (channels) => {
  expect(channelsOf(draftOf({ ...rule, channels }))).toEqual(channels);
});
