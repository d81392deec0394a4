import type { Product } from "../../../../shared/contract/product.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { type IdentifierKey, replaceIdentifiers } from "../../db/products/identifier.js";
import { productsMergedInto } from "../../db/products/merged-product.js";
import type { WriteDb } from "../../db/store.js";
import { parseAsin } from "../../domain/asin.js";
import { toGtin14 } from "../../domain/gtin.js";
import { normaliseCode } from "../../domain/identifier.js";
import { normaliseProductUrl } from "../../domain/product-url.js";

function identifierKeys(product: Product): IdentifierKey[] {
  const keys: IdentifierKey[] = [{ kind: "service_id", key: product.service }];
  const gtin = toGtin14(product.barcode);
  if (gtin !== null) keys.push({ kind: "barcode", key: gtin });
  const asin = product.marketplace === undefined ? null : parseAsin(product.marketplace);
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
  const merged = productsMergedInto(tx, productId).flatMap(({ product: each }) => identifierKeys(each));
  const urls = offersOfProduct(tx, productId).flatMap(({ url }) => {
    const key = normaliseProductUrl(url);
    return key === null ? [] : [{ kind: "url", key } as const];
  });
  const keys = [...identifierKeys(product), ...merged, ...urls].filter(({ key }) => key !== "");
  replaceIdentifiers(tx, productId, keys);
}
