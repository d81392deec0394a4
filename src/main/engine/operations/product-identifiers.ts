import type { Product } from "../../../shared/contract/product.js";
import { type IdentifierKey, replaceIdentifiers } from "../db/identifier.js";
import { mergedInto } from "../db/merged-product.js";
import { offersOfProduct } from "../db/offer.js";
import type { WriteDb } from "../db/store.js";
import { readAsin } from "../domain/asin.js";
import { readBarcode } from "../domain/gtin.js";
import { normaliseCode } from "../domain/identifier.js";
import { normaliseProductUrl } from "../domain/product-url.js";

/** Normalizes a barcode to GTIN-14 for comparison; `null` if it is invalid. */
export function gtinOf(barcode: string | undefined): string | null {
  const reading = barcode === undefined ? null : readBarcode(barcode);
  return reading?.kind === "gtin" ? reading.gtin14 : null;
}

function ownKeys(product: Product): IdentifierKey[] {
  const keys: IdentifierKey[] = [{ kind: "service_id", key: product.service }];
  const gtin = gtinOf(product.barcode);
  if (gtin !== null) keys.push({ kind: "barcode", key: gtin });
  const asin = product.marketplace === undefined ? null : readAsin(product.marketplace);
  if (asin !== null) keys.push({ kind: "asin", key: asin });
  if (product.model !== undefined) keys.push({ kind: "model", key: normaliseCode(product.model) });
  if (product.mpn !== undefined) keys.push({ kind: "mpn", key: normaliseCode(product.mpn) });
  return keys;
}

/**
 * Makes a product findable by its own identifiers, by those of products merged into it, and by its offers'
 * URLs.
 */
export function saveIdentifiers(tx: WriteDb, productId: number, product: Product): void {
  const merged = mergedInto(tx, productId).flatMap(({ product: each }) => ownKeys(each));
  const urls = offersOfProduct(tx, productId).flatMap(({ url }) => {
    const key = normaliseProductUrl(url);
    return key === null ? [] : [{ kind: "url", key } as const];
  });
  const keys = [...ownKeys(product), ...merged, ...urls].filter(({ key }) => key !== "");
  replaceIdentifiers(tx, productId, keys);
}
