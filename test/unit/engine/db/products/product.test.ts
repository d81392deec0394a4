import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { insertOffer } from "../../../../../src/main/engine/db/prices/offer.js";
import {
  countProducts,
  insertProduct,
  productById,
  productIdByKey,
  refreshOfferCount,
  updateProduct,
} from "../../../../../src/main/engine/db/products/product.js";
import { getRow, type ReadDb, type WriteDb } from "../../../../../src/main/engine/db/store.js";
import type { Product } from "../../../../../src/shared/contract/product.js";
import { openTestStore, withRollback } from "../../../../support/folder.js";
import { insertTestProduct, offer } from "../prices/stored-offer.js";

let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
});

function insertAndRead(tx: WriteDb, product: Product): Product | undefined {
  return productById(tx, insertProduct(tx, { product, isSample: false, nowMs: 0 }))?.product;
}

const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((each) => !each.includes("\u0000"));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const product = fc
  .record(
    {
      title: text,
      service: fc.constant("product/a/1"),
      brand: text,
      barcode: text,
      model: text,
      description: text,
      images: fc.array(text, { minLength: 1, maxLength: 3 }),
      attributes: fc.dictionary(text, text, { minKeys: 1, maxKeys: 3 }),
      rating: fc.record({ value: fc.constantFrom(0, 4.4, 5), count: fc.nat() }),
      score: fc.record({ overall: share, aspects: fc.constant({ sound: 0.5 }) }),
    },
    { requiredKeys: ["title", "service"] },
  )
  .map((each) => each as Product);

describe("stored products", () => {
  it("a stored product is read with every field it was written with", () => {
    fc.assert(
      fc.property(product, (each) => {
        withRollback(db, (tx) => expect(insertAndRead(tx, each)).toEqual(each));
      }),
    );
  });

  it("a stored product has no fields without a value (decision 13)", () => {
    const empty: Product = {
      title: "Kettle",
      service: "product/kettle/1",
      brand: "",
      images: [],
      attributes: {},
      identifiers: {},
      score: { overall: 0, aspects: {} },
      rating: { value: 0, count: 0 },
    };
    withRollback(db, (tx) => {
      expect(insertAndRead(tx, empty)).toEqual({
        title: "Kettle",
        service: "product/kettle/1",
        score: { overall: 0 },
        rating: { value: 0, count: 0 },
      });
    });
  });

  it("a stored product loses the fields that an update no longer has", () => {
    withRollback(db, (tx) => {
      const save = { isSample: false, nowMs: 0 };
      const before = { title: "Kettle", service: "product/kettle/1", brand: "Fox", keywords: ["tea"] };
      const id = insertProduct(tx, { ...save, product: before });
      const after = { title: "Kettle 2", service: "product/kettle/1" };
      updateProduct(tx, id, { ...save, product: after });
      expect(productById(tx, id)?.product).toEqual(after);
      expect(productIdByKey(tx, "product/kettle/1")).toBe(id);
      expect(countProducts(tx)).toBe(1);
    });
  });

  it("the offer count of a product includes only the offers that the API returns", () => {
    withRollback(db, (tx) => {
      const productId = insertTestProduct(tx);
      const kinds = [{}, { isTrusted: false }, { isValid: false }, { currency: "EUR" }, { isAuction: true }];
      kinds.forEach((kind, i) => {
        insertOffer(tx, { ...offer, ...kind, productId, publicId: String(i) });
      });
      refreshOfferCount(tx, productId);
      const row = getRow<{ n: number }>(tx, "SELECT offer_count AS n FROM product WHERE id = ?", productId);
      expect(row?.n).toBe(2);
    });
  });
});
