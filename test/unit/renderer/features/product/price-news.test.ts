import { expect, it } from "vitest";
import { priceNews } from "../../../../../src/renderer/features/product/price-news.js";
import type { Offer } from "../../../../../src/shared/contract/offer.js";

const offers = [{ retailer: "a.example", price: 10 } as Offer, { retailer: "b.example", price: 12 } as Offer];

it("is quiet while the page shows the best price", () => {
  expect(priceNews(offers, { price: 10, retailer: "a.example", availability: "in" })).toBeNull();
  expect(priceNews(offers, null)).toBeNull();
});

it("names a best price that the page does not show", () => {
  const current = { price: 9, retailer: "a.example", availability: "in" as const };
  expect(priceNews(offers, current)).toBe(current);
});
