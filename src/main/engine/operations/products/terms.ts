import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { isSameSize, type PackSize, sizeInTitle } from "../../../../shared/app/pack-size.js";
import { productIdByKey } from "../../db/product.js";
import { setSizeByHand, sizeByHand } from "../../db/product-size.js";
import { type ReadDb, write } from "../../db/store.js";
import { type PageOfProduct, trackedPages } from "../../db/tracked-page.js";
import type { OperationContext } from "../request/context.js";
import { ContractError } from "../request/contract-error.js";

/** What the shops' pages say beside their prices; nothing for an unknown product. */
export function readTerms(db: ReadDb, productKey: string): AppOutput<"offers.terms"> {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined) return { pages: [], size: null, is_size_by_hand: false };
  const byHand = sizeByHand(db, productId);
  const pages = trackedPages(db, productId);
  return { pages, size: byHand ?? sizeOnPages(pages), is_size_by_hand: byHand !== null };
}

/** How much is in a pack, as the pages say; `null` if none does, or they sell packs of different sizes. */
function sizeOnPages(pages: readonly Pick<PageOfProduct, "terms">[]): PackSize | null {
  const [first, ...others] = pages.flatMap(({ terms }) => terms.size ?? []);
  return first !== undefined && others.every((each) => isSameSize(each, first)) ? first : null;
}

/** The size of a product's pack if a page that would join it sells another one; `null` if not, or if one is unknown. */
export function differentSize(
  db: ReadDb,
  product: { readonly productId: number; readonly title: string },
  page: { readonly url: string; readonly size: PackSize | null },
): PackSize | null {
  const others = trackedPages(db, product.productId).filter(({ url }) => url !== page.url);
  const known = sizeByHand(db, product.productId) ?? sizeOnPages(others) ?? sizeInTitle(product.title);
  if (known === null || page.size === null || known.unit !== page.size.unit) return null;
  return isSameSize(known, page.size) ? null : known;
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
      const before = sizeByHand(tx, productId);
      setSizeByHand(tx, productId, size);
      return { before };
    },
    { durable: true },
  );
}
