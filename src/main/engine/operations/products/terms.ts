import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { productIdByKey } from "../../db/product.js";
import { productSize, setProductSize } from "../../db/product-size.js";
import { type ReadDb, write } from "../../db/store.js";
import { trackedPages } from "../../db/tracked-page.js";
import type { OperationContext } from "../request/context.js";
import { ContractError } from "../request/contract-error.js";

/** What the shops' pages say beside their prices; nothing for an unknown product. */
export function readTerms(db: ReadDb, productKey: string): AppOutput<"offers.terms"> {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined) return { pages: [], size: null };
  return { pages: trackedPages(db, productId), size: productSize(db, productId) };
}

export function setSize(
  { db }: Pick<OperationContext, "db">,
  { product_key: productKey, size }: AppRequest<"products.set_size">,
): AppOutput<"products.set_size"> {
  return write(
    db,
    (tx) => {
      const productId = productIdByKey(tx, productKey);
      if (productId === undefined)
        throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${productKey}.`);
      const before = productSize(tx, productId);
      setProductSize(tx, productId, size);
      return { before };
    },
    { durable: true },
  );
}
