import { describe, expect, it } from "vitest";
import {
  insertOffer,
  offerById,
  offerByPublicId,
  offersOfProduct,
  returnableOffers,
  type StoredOffer,
  updateOffer,
} from "../../../../../src/main/engine/db/prices/offer.js";
import { openTestStore, withRollback } from "../../../../support/folder.js";
import { insertTestProduct, offer } from "./stored-offer.js";

/** Inserts offers with these fields and returns the ids of the returnable ones. */
function returnableIds(
  kinds: Record<string, Partial<StoredOffer>>,
  retailer: string | null = null,
): string[] {
  return withRollback(openTestStore(), (tx) => {
    const productId = insertTestProduct(tx);
    for (const [publicId, kind] of Object.entries(kinds))
      insertOffer(tx, { ...offer, productId, publicId, ...kind });
    expect(offersOfProduct(tx, productId)).toHaveLength(Object.keys(kinds).length);
    return returnableOffers(tx, productId, retailer).map((each) => each.publicId);
  });
}

describe("offers that the API returns", () => {
  it("returned offers are valid, trusted and in US dollars", () => {
    const kinds = { a: {}, b: { isTrusted: false }, c: { isValid: false }, d: { currency: "CAD" } };
    expect(returnableIds(kinds)).toEqual(["a"]);
  });

  it("returned offers are sorted by stock, then price, then id (decision 14)", () => {
    const kinds = {
      z: { priceMinor: 300 },
      b: { priceMinor: 200 },
      a: { priceMinor: 200 },
      out: { priceMinor: 100, availability: 2 },
      unknown: { priceMinor: 50, availability: 0 },
    } as const;
    expect(returnableIds(kinds)).toEqual(["a", "b", "z", "unknown", "out"]);
  });

  it("returned offers can be filtered by retailer", () => {
    const kinds = { a: {}, b: { retailer: "other.example" } };
    expect(returnableIds(kinds, "other.example")).toEqual(["b"]);
    expect(returnableIds(kinds, "example")).toEqual([]);
  });
});

describe("stored offers", () => {
  it.each<Partial<StoredOffer>>([
    {},
    { isMarketplace: null, seller: "Barn", condition: null, conditionGrade: "open-box" },
    { isMarketplace: true, isTrusted: false, isValid: false, isAuction: true, priceMinor: 1_000_000_000_000 },
  ])("a stored offer is read as it was written: %j", (kind) => {
    withRollback(openTestStore(), (tx) => {
      const productId = insertTestProduct(tx);
      const stored = { ...offer, ...kind, productId };
      const id = insertOffer(tx, stored);
      expect(offerById(tx, id)).toEqual({ ...stored, id });
      updateOffer(tx, { ...stored, id, url: "https://shop.example/2" });
      expect(offerByPublicId(tx, stored.publicId)).toEqual({ ...stored, id, url: "https://shop.example/2" });
    });
  });

  it("a stored offer cannot have a price of 0", () => {
    withRollback(openTestStore(), (tx) => {
      const productId = insertTestProduct(tx);
      expect(() => insertOffer(tx, { ...offer, productId, priceMinor: 0 })).toThrow("CHECK");
    });
  });
});
