import { SqliteError } from "better-sqlite3";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import { productIdByKey } from "../../db/products/product.js";
import { forgetRemovedProducts, removeProduct, restoreProduct } from "../../db/products/removed-product.js";
import { write, writeDurably } from "../../db/store.js";
import type { OperationContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";

type RemovalContext = Pick<OperationContext, "db" | "clock">;

/** How long a removal can be undone. */
const undoMs = DAY_MS;

/** Forgets removals that can no longer be undone. */
export function purgeRemovedProducts({ db, clock }: RemovalContext): void {
  write(db, (tx) => forgetRemovedProducts(tx, clock.now() - undoMs));
}

/** Removes products with their history, rules, tags and schedule. Unknown ones are ignored. */
export function removeProducts(
  { db, clock }: RemovalContext,
  { product_keys: productKeys }: AppRequest<"products.remove">,
): AppOutput<"products.remove"> {
  const nowMs = clock.now();
  return writeDurably(db, (tx) => {
    const ids = [...new Set(productKeys)].flatMap((productKey) => productIdByKey(tx, productKey) ?? []);
    return { removed_ids: ids.map((id) => removeProduct(tx, id, nowMs)) };
  });
}

/** Restores removed products exactly as they were. Throws `ContractError`. */
export function restoreProducts(
  { db }: RemovalContext,
  { removed_ids: removedIds }: AppRequest<"products.restore">,
): AppOutput<"products.restore"> {
  try {
    return writeDurably(db, (tx) => ({
      product_keys: removedIds.flatMap((id) => restoreProduct(tx, id) ?? []),
    }));
  } catch (error) {
    if (!(error instanceof SqliteError) || !error.code.startsWith("SQLITE_CONSTRAINT")) throw error;
    throw invalidParams(
      "This product has been added again meanwhile.",
      "Nothing was restored. Remove the new one first to bring the old one back.",
    );
  }
}
