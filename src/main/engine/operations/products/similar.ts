import type { AppOutput } from "../../../../shared/app/operations.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { productsWithSameCode } from "../../db/products/identifier.js";
import { productById, type StoredProduct } from "../../db/products/product.js";
import { searchProductText } from "../../db/products/product-text.js";
import type { ReadDb } from "../../db/store.js";
import { ownProducts } from "../../db/watch/watch-list.js";
import { toGtin14 } from "../../domain/gtin.js";
import { parseSearchTerms } from "../../domain/search-terms.js";
import { isSameName, likenessTo, type ProductName, wordsOf } from "../../domain/similar-titles.js";
import type { Operation, OperationContext } from "../request/context.js";
import { canMerge } from "./group-offers.js";
import { requireProduct } from "./require-product.js";

/** Enough to find one's own; a longer list is better searched. */
const maxProducts = 8;
/** Names with fewer words in common are no suggestion. */
const minLikeness = 0.3;

type Context = Pick<OperationContext, "db"> & { readonly accountId: number };

function nameOf({ product }: StoredProduct): ProductName {
  return { title: product.title, brand: product.brand ?? null };
}

/** Whether each typed word begins a word of the name. */
function matchesTyped({ title, brand }: ProductName, typed: readonly string[]): boolean {
  const words = wordsOf(`${brand ?? ""} ${title}`);
  return typed.every((each) => words.some((word) => word.startsWith(each)));
}

/** Ids of products that may be the same, the most likely first. */
function candidateIds({ db, accountId }: Context, own: StoredProduct, q: string | undefined): number[] {
  const likeness = likenessTo(nameOf(own));
  const ranked = ownProducts(db, accountId)
    .map(({ id, ...other }) => ({ id, other, likeness: likeness(other) }))
    .sort((a, b) => b.likeness - a.likeness);
  if (q === undefined) {
    const alike = ranked.filter((each) => each.likeness >= minLikeness);
    return [...productsWithSameCode(db, own.id), ...alike.map(({ id }) => id)];
  }
  const typed = wordsOf(q);
  const matching = ranked.filter(({ other }) => matchesTyped(other, typed));
  const page = { limit: maxProducts + 1, offset: 0 };
  return [...matching.map(({ id }) => id), ...searchProductText(db, parseSearchTerms(q), page).ids];
}

/** Whether a shop sells both entries as different products. One page that was added under two addresses is one product. */
function areSoldBeside(db: ReadDb, own: StoredProduct, other: StoredProduct): boolean {
  const isOneName = own.product.title === other.product.title;
  const others = offersOfProduct(db, other.id);
  return offersOfProduct(db, own.id).some(({ retailer, priceMinor, currency }) =>
    others.some(
      (each) =>
        each.retailer === retailer &&
        !(isOneName && each.priceMinor === priceMinor && each.currency === currency),
    ),
  );
}

/** Whether two entries probably are the same product: by barcode if both have one, else by name. */
function isSame(db: ReadDb, own: StoredProduct, other: StoredProduct): boolean {
  const barcodes = [own, other].map(({ product }) => toGtin14(product.barcode));
  if (barcodes[0] !== null && barcodes[1] !== null) return barcodes[0] === barcodes[1];
  return isSameName(nameOf(own), nameOf(other)) && !areSoldBeside(db, own, other);
}

/** Other entries that may be the same product, or match what was typed. Throws `ERR_PRODUCT_NOT_FOUND`. */
export const similarProducts: Operation<"products.similar", Context> = (context, { product_key, q }) => {
  const { db } = context;
  const own = requireProduct(db, product_key);
  const ids = new Set(candidateIds(context, own, q));
  ids.delete(own.id);
  const found: AppOutput<"products.similar">["products"] = [];
  for (const other of ids) {
    if (found.length === maxProducts) break;
    const stored = productById(db, other);
    if (stored === undefined || !canMerge(db, own, stored)) continue;
    const { service, title, brand = null, category = null, images } = stored.product;
    const image = images?.[0] ?? null;
    found.push({ product_key: service, title, brand, category, image, is_same: isSame(db, own, stored) });
  }
  return { products: found.sort((a, b) => Number(b.is_same) - Number(a.is_same)) };
};
