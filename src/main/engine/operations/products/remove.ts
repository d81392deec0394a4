import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { deleteProduct, productIdByKey } from "../../db/products/product.js";
import { deleteProductText } from "../../db/products/product-text.js";
import type { WriteDb } from "../../db/store.js";
import { type ActingContext, performAct, subjectOf } from "../acts/perform-act.js";

/** Removes a product with all that belongs to it. */
export function removeProduct(tx: WriteDb, productId: number): void {
  deleteProductText(tx, productId);
  deleteProduct(tx, productId);
}

/** Removes products with their history, rules, tags and schedule. Unknown ones are ignored. */
export function removeProducts(
  context: ActingContext,
  { product_keys: productKeys, part_of: partOf }: AppRequest<"products.remove">,
): AppOutput<"products.remove"> {
  const keys = [...new Set(productKeys)];
  const subject = (tx: WriteDb) =>
    subjectOf(
      tx,
      keys.filter((key) => productIdByKey(tx, key) !== undefined),
    );
  return performAct(context, "products.remove", { subject, partOf }, (tx) => {
    const ids = keys.flatMap((productKey) => productIdByKey(tx, productKey) ?? []);
    for (const id of ids) removeProduct(tx, id);
    return { removed: ids.length };
  });
}
