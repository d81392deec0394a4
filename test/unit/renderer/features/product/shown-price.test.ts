import { describe, expect, it } from "vitest";
import { shownPrice } from "../../../../../src/renderer/features/product/price-box.js";
import { areTellingOfReturn } from "../../../../../src/renderer/lib/rule-kinds.js";
import type { AlertRule } from "../../../../../src/shared/app/rules.js";
import type { Offer } from "../../../../../src/shared/contract/offer.js";

const offer = { id: "a", retailer: "shop.example", price: 60, currency: "USD", availability: "in" } as Offer;
const current = { offer_id: "b", price: 55, retailer: "other.example", availability: "in" } as const;

describe("the price at the top of the page", () => {
  it("is the best offer's", () => {
    expect(shownPrice([offer], null)).toMatchObject({
      price: 60,
      retailer: "shop.example",
      isSoldOut: false,
    });
  });

  it("is what the shopper pays for it", () => {
    const paid = { ...current, offer_id: "a" };
    expect(shownPrice([offer], { current: paid, currency: "USD" })).toMatchObject({ price: 55, offer });
  });

  it("is that of the statistics where the offers did not come", () => {
    expect(shownPrice(null, { current, currency: "EUR" })).toEqual({
      price: 55,
      currency: "EUR",
      retailer: "other.example",
      offer: null,
      isSoldOut: false,
    });
  });

  it("is a past one where every shop is out of stock", () => {
    expect(shownPrice([{ ...offer, availability: "out" }], { current: null, currency: "USD" })).toMatchObject(
      {
        price: 60,
        isSoldOut: true,
      },
    );
  });

  it("is none where nobody sells it, and before anything is known", () => {
    expect(shownPrice([], { current, currency: "USD" })).toBeNull();
    expect(shownPrice(null, null)).toBeNull();
  });
});

const rule = (kind: "back_in_stock" | "new_low", change: Partial<AlertRule> = {}) =>
  ({ product_key: null, is_enabled: true, trigger: { kind }, ...change }) as AlertRule;

it.each([
  [[rule("back_in_stock")], true],
  [[rule("back_in_stock", { is_enabled: false })], false],
  [[rule("back_in_stock"), rule("new_low", { product_key: "p" })], false],
  [[rule("back_in_stock", { product_key: "p" })], true],
  [[], false],
])("the rules %j report a product's return: %s", (rules, isTold) => {
  expect(areTellingOfReturn(rules)).toBe(isTold);
});
