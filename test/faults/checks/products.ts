import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { identifierKinds } from "../../../src/main/engine/domain/identifier.js";
import { type Finding, findRows } from "./finding.js";

/** A product has its search text and its own id among its identifiers, and its offers are counted. */
export function checkProducts(db: ReadDb): Finding[] {
  return [
    ...findRows(
      db,
      "A product without its search text or its id",
      `SELECT service FROM product
       LEFT JOIN identifier ON identifier.product_id = product.id AND identifier.kind = ?
       LEFT JOIN product_text ON product_text.rowid = product.id
       WHERE identifier.value IS NULL OR product_text.rowid IS NULL`,
      identifierKinds.service_id,
    ),
    ...findRows(
      db,
      "A product whose offers are miscounted",
      `SELECT service, offer_count, (SELECT count(*) FROM offer
         WHERE product_id = product.id AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD') AS there
       FROM product WHERE offer_count <> there`,
    ),
    ...findRows(
      db,
      "A product without any offer",
      "SELECT service FROM product WHERE NOT EXISTS (SELECT 1 FROM offer WHERE product_id = product.id)",
    ),
    ...findRows(
      db,
      "A search text without its product",
      "SELECT rowid FROM product_text WHERE rowid NOT IN (SELECT id FROM product)",
    ),
  ];
}
