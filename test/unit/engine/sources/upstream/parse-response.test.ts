import { expect, it } from "vitest";
import { parseResponse } from "../../../../../src/main/engine/sources/upstream/parse-response.js";

const offer = { retailer: "shop.example", price: 5, currency: "USD" };

it("of an upstream's response, no more products and offers are read than the contract and a catalogue file allow", () => {
  const offers = Array.from({ length: 1_001 }, (_, i) => ({ ...offer, id: `offer_${i}` }));
  const data = Array.from({ length: 101 }, (_, i) => ({
    title: "Lamp",
    service: `product/lamp/${i}`,
    offers: i === 0 ? offers : [],
  }));
  const read = parseResponse({ kind: "offers", ids: ["lamp"] }, { data });
  if (read?.kind !== "products") throw new Error("No products were read.");
  expect(read.products).toHaveLength(100);
  expect(read.products[0]?.line.offers).toHaveLength(1_000);
});
