import fc from "fast-check";
import { expect, it } from "vitest";
import {
  insertOffer,
  returnableOffers,
  type StoredOffer,
} from "../../../../../src/main/engine/db/prices/offer.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import {
  bestBuyableOffer,
  targetCurrency,
  type Wanted,
} from "../../../../../src/main/engine/operations/products/best-offer.js";
import { openTestStore, withRollback } from "../../../../support/folder.js";
import { insertTestProduct, offer } from "../../db/prices/stored-offer.js";

const stored = (id: number, overrides: Partial<StoredOffer>): StoredOffer => ({
  ...offer,
  id,
  publicId: `offer_${id}`,
  ...overrides,
});

const any: Wanted = { retailer: null, currency: null };

it("the best offer is the cheapest in stock in the currency of the first page that has it in stock", () => {
  const canadian = stored(1, { currency: "CAD", priceMinor: 49_999 });
  const dollars = stored(2, { priceMinor: 36_995 });
  const cheaper = stored(3, { currency: "CAD", priceMinor: 48_000 });
  const out = stored(4, { currency: "CAD", priceMinor: 500, availability: 2 });
  const wrong = stored(5, { currency: "CAD", priceMinor: 5, isValid: false });
  expect(bestBuyableOffer([canadian, dollars, cheaper, out, wrong], any)).toBe(cheaper);
  expect(bestBuyableOffer([{ ...canadian, availability: 2 }, dollars], any)).toBe(dollars);
  expect(bestBuyableOffer([canadian, dollars], { ...any, retailer: "elsewhere.example" })).toBeUndefined();
  expect(bestBuyableOffer([], any)).toBeUndefined();
});

it("the best offer is in the currency of the product's targets, if it can be bought there", () => {
  const euro = stored(1, { currency: "EUR", priceMinor: 900 });
  const dollars = stored(2, { priceMinor: 10 });
  const wanted = { ...any, currency: "EUR" };
  expect(bestBuyableOffer([dollars, euro], wanted)).toBe(euro);
  expect(bestBuyableOffer([dollars, { ...euro, availability: 2 }], wanted)).toBe(dollars);
});

it("targets name a currency only if they share it", () => {
  const target = (currency: string) => ({ trigger: { kind: "target", priceMinor: 1, currency } as const });
  expect(targetCurrency([target("EUR"), target("EUR"), { trigger: { kind: "back_in_stock" } }])).toBe("EUR");
  expect(targetCurrency([target("EUR"), target("GBP")])).toBeNull();
  expect(targetCurrency([])).toBeNull();
});

it("a used offer is the best one only if no new one can be bought", () => {
  const used = stored(1, { priceMinor: 10, condition: "used" });
  const isNew = stored(2, { priceMinor: 90 });
  expect(bestBuyableOffer([used, isNew], any)).toBe(isNew);
  expect(bestBuyableOffer([used, { ...isNew, availability: 2 }], any)).toBe(used);
});

it("an offer of unknown stock counts as one in stock", () => {
  const unknown = stored(1, { priceMinor: 10, availability: 0 });
  const inStock = stored(2, { priceMinor: 90 });
  const out = stored(3, { priceMinor: 5, availability: 2 });
  expect(bestBuyableOffer([unknown, out], any)).toBe(unknown);
  expect(bestBuyableOffer([unknown, inStock, out], any)).toBe(unknown);
  expect(bestBuyableOffer([out], any)).toBeUndefined();
});

it("the best offer in dollars is the cheapest that the API returns and that is not out of stock", () => {
  const db = openTestStore();
  const productId = write(db, (tx) => insertTestProduct(tx));
  const anyOffer = fc.record({
    priceMinor: fc.constantFrom(900, 1_000, 1_100),
    availability: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    isTrusted: fc.boolean(),
    retailer: fc.constantFrom("north.example", "south.example"),
    publicId: fc.uuid(),
  });
  const offers = fc.uniqueArray(anyOffer, { selector: ({ publicId }) => publicId, maxLength: 6 });
  fc.assert(
    fc.property(offers, fc.constantFrom(null, "north.example"), (variants, retailer) => {
      withRollback(db, (tx) => {
        const inserted = variants.map((variant) => {
          const fields = { ...offer, ...variant, productId };
          return { ...fields, id: insertOffer(tx, fields) };
        });
        const returned = returnableOffers(tx, productId, retailer);
        const buyable = returned.filter(({ availability }) => availability !== 2);
        const prices = buyable.map(({ priceMinor }) => priceMinor);
        const best = bestBuyableOffer(inserted, { ...any, retailer });
        expect(best?.priceMinor).toBe(prices.length === 0 ? undefined : Math.min(...prices));
        expect(buyable.some(({ id }) => id === best?.id)).toBe(best !== undefined);
      });
    }),
  );
});
