import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  channelsOf,
  draftOf,
  newDraft,
  suggestTarget,
  triggerOf,
} from "../../../../src/renderer/lib/rule-kinds.js";
import type { RuleTrigger } from "../../../../src/shared/app/rules.js";

describe("a new rule", () => {
  it("proposes a target somewhat under the price of now, and a drop where there is no price", () => {
    expect(triggerOf(newDraft({ price: 229.99, lowest: null, currency: "EUR" }, ""))).toEqual({
      kind: "target",
      price: 218,
      currency: "EUR",
    });
    expect(triggerOf(newDraft({ price: null, lowest: null, currency: "USD" }, ""))).toEqual({
      kind: "price_drop",
      percent: 5,
    });
  });

  it("proposes the lowest price ever rather than one that the product has never had", () => {
    expect(suggestTarget(180.99, 171.99)).toBe(171.99);
    expect(suggestTarget(180.99, 120)).toBe(171);
    expect(suggestTarget(180.99, 180.99)).toBe(171);
  });

  it("always proposes a target above 0 and under the price", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10_000_000 }), (cents) => {
        const target = suggestTarget(cents / 100, null);
        expect(target).toBeGreaterThan(0);
        expect(target).toBeLessThan(cents / 100);
      }),
    );
  });
});

it.each<RuleTrigger>([
  { kind: "target", price: 249.99, currency: "EUR" },
  { kind: "price_drop", percent: 5 },
  { kind: "percent_below", base: "last", percent: 0 },
  { kind: "percent_below", base: "median30", percent: 12.5 },
  { kind: "percent_below", base: "highest", percent: 40 },
  { kind: "new_low", days: null },
  { kind: "new_low", days: 30 },
  { kind: "any_change" },
  { kind: "back_in_stock" },
])("%j comes out of the form as it went in", (trigger) => {
  const rule = {
    id: 1,
    product_key: null,
    title: null,
    trigger,
    retailer: "shop.example",
    condition: "used" as const,
    is_enabled: true,
    channels: null,
    created_at: "2026-06-15T12:00:00.000Z",
  };
  expect(triggerOf(draftOf(rule))).toEqual(trigger);
  expect(draftOf(rule)).toMatchObject({ retailer: "shop.example", condition: "used" });
});

it.each([[null], [[]], [[3, 7]]])("the channels %j come out of the form as they went in", (channels) => {
  const rule = {
    id: 1,
    product_key: null,
    title: null,
    trigger: { kind: "any_change" as const },
    retailer: null,
    condition: null,
    is_enabled: true,
    channels,
    created_at: "2026-06-15T12:00:00.000Z",
  };
  expect(channelsOf(draftOf(rule))).toEqual(channels);
});
