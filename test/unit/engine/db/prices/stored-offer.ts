import { insertOffer, type StoredOffer } from "../../../../../src/main/engine/db/prices/offer.js";
import { insertProduct } from "../../../../../src/main/engine/db/products/product.js";
import { type ReadDb, type WriteDb, write } from "../../../../../src/main/engine/db/store.js";

export const offer: Omit<StoredOffer, "id"> = {
  publicId: "offer_1",
  productId: 1,
  retailer: "shop.example",
  currency: "USD",
  priceMinor: 10_000,
  availability: 1,
  condition: "new",
  conditionGrade: null,
  url: "https://shop.example/1",
  seller: null,
  isMarketplace: false,
  isTrusted: true,
  isValid: true,
  isAuction: false,
  seenMs: 0,
};

export function insertTestProduct(tx: WriteDb, name = "1"): number {
  const product = { title: `Product ${name}`, service: `product/test/${name}` };
  return insertProduct(tx, { product, isSample: false, nowMs: 0 });
}

/** Inserts an offer, with a new product unless one is given. Returns the offer's row id. */
export function newOffer(db: ReadDb, overrides: Partial<StoredOffer> = {}): number {
  return write(db, (tx) =>
    insertOffer(tx, { ...offer, ...overrides, productId: overrides.productId ?? insertTestProduct(tx) }),
  );
}
