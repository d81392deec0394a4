import { insertOffer, type StoredOffer } from "../../../../src/main/engine/db/offer.js";
import { insertProduct } from "../../../../src/main/engine/db/product.js";
import { type ReadDb, type WriteDb, write } from "../../../../src/main/engine/db/store.js";

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

/** A product with one offer; returns the offer's row. */
export function newOffer(db: ReadDb, changed: Partial<StoredOffer> = {}): number {
  return write(db, (tx) =>
    insertOffer(tx, { ...offer, ...changed, productId: changed.productId ?? insertTestProduct(tx) }),
  );
}
