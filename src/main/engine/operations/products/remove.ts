import { deleteProduct, productIdByKey } from "../../db/products/product.js";
import { deleteProductText } from "../../db/products/product-text.js";
import type { WriteDb } from "../../db/store.js";
import { act, subjectOf } from "../acts/perform-act.js";

/** Removes a product with all that belongs to it. */
export function removeProduct(tx: WriteDb, productId: number): void {
  deleteProductText(tx, productId);
  deleteProduct(tx, productId);
}

/** Removes products with their history, rules, tags and schedule. Unknown ones are ignored. */
export const removeProducts = act(
  "products.remove",
  (tx, { product_keys: keys }) => {
    const known = keys.filter((key) => productIdByKey(tx, key) !== undefined);
    return subjectOf(tx, known);
  },
  (tx, _context, { product_keys: keys }) => {
    const ids = new Set(keys.flatMap((key) => productIdByKey(tx, key) ?? []));
    for (const id of ids) removeProduct(tx, id);
    return { removed: ids.size };
  },
);
