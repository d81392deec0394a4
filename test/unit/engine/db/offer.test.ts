import { describe, expect, it } from "vitest";
import {
  insertOffer,
  offerById,
  offerByPublicId,
  offersOfProduct,
  returnableOffers,
  type StoredOffer,
  updateOffer,
} from "../../../../src/main/engine/db/offer.js";
import { newStore, undone } from "../../../support/folder.js";
import { insertTestProduct, offer } from "./stored-offer.js";

/** Ids of the returnable ones among offers that differ from the common one like this. */
function returned(kinds: Record<string, Partial<StoredOffer>>, retailer: string | null = null): string[] {
  return undone(newStore(), (tx) => {
    const productId = insertTestProduct(tx);
    for (const [publicId, kind] of Object.entries(kinds))
      insertOffer(tx, { ...offer, productId, publicId, ...kind });
    expect(offersOfProduct(tx, productId)).toHaveLength(Object.keys(kinds).length);
    return returnableOffers(tx, productId, retailer).map((each) => each.publicId);
  });
}

describe("offers that the API returns", () => {
  it("are valid, trusted and in US dollars", () => {
    const kinds = { a: {}, b: { isTrusted: false }, c: { isValid: false }, d: { currency: "CAD" } };
    expect(returned(kinds)).toEqual(["a"]);
  });

  it("come in stock first, then by price, then by id (decision 14)", () => {
    const kinds = {
      z: { priceMinor: 300 },
      b: { priceMinor: 200 },
      a: { priceMinor: 200 },
      out: { priceMinor: 100, availability: 2 },
      unknown: { priceMinor: 50, availability: 0 },
    } as const;
    expect(returned(kinds)).toEqual(["a", "b", "z", "unknown", "out"]);
  });

  it("can be those of one retailer", () => {
    const kinds = { a: {}, b: { retailer: "other.example" } };
    expect(returned(kinds, "other.example")).toEqual(["b"]);
    expect(returned(kinds, "example")).toEqual([]);
  });
});

describe("a stored offer", () => {
  it.each<Partial<StoredOffer>>([
    {},
    { isMarketplace: null, seller: "Barn", condition: null, conditionGrade: "open-box" },
    { isMarketplace: true, isTrusted: false, isValid: false, isAuction: true, priceMinor: 1_000_000_000_000 },
  ])("comes back as it was: %j", (kind) => {
    undone(newStore(), (tx) => {
      const productId = insertTestProduct(tx);
      const stored = { ...offer, ...kind, productId };
      const id = insertOffer(tx, stored);
      expect(offerById(tx, id)).toEqual({ ...stored, id });
      updateOffer(tx, { ...stored, id, url: "https://shop.example/2" });
      expect(offerByPublicId(tx, stored.publicId)).toEqual({ ...stored, id, url: "https://shop.example/2" });
    });
  });

  it("never costs nothing", () => {
    undone(newStore(), (tx) => {
      const productId = insertTestProduct(tx);
      expect(() => insertOffer(tx, { ...offer, productId, priceMinor: 0 })).toThrow("CHECK");
    });
  });
});
