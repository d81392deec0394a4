import { offerByPublicId, type StoredOffer } from "../../db/prices/offer.js";
import { productById, productIdByKey, type StoredProduct } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { ContractError, refuse } from "../request/contract-error.js";

/** Throws `ERR_PRODUCT_NOT_FOUND`. */
export function requireProductId(db: ReadDb, productKey: string): number {
  const id = productIdByKey(db, productKey);
  if (id === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product '${productKey.slice(0, 80)}'.`);
  return id;
}

/** Throws `ERR_PRODUCT_NOT_FOUND`. */
export function requireProduct(db: ReadDb, productKey: string): StoredProduct {
  const id = requireProductId(db, productKey);
  const stored = productById(db, id);
  if (stored === undefined) throw new Error(`Product ${id} does not exist.`);
  return stored;
}

/** Throws `ERR_INVALID_PARAMS`. */
export function requireOffer(db: ReadDb, publicId: string): StoredOffer {
  const offer = offerByPublicId(db, publicId);
  if (offer === undefined) throw refuse("offerGone");
  return offer;
}
