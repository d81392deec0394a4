import type { AppRequest } from "../../../../shared/app/operations.js";
import { moveOffers, offerByPublicId, offersOfProduct } from "../../db/prices/offer.js";
import {
  deleteMergedProduct,
  type MergedProduct,
  productsMergedInto,
  saveMergedProduct,
} from "../../db/products/merged-product.js";
import {
  insertProduct,
  isSampleProduct,
  productIdByKey,
  refreshOfferCount,
  type StoredProduct,
  updateProduct,
} from "../../db/products/product.js";
import {
  copySchedulesAndTags,
  hasUpstream,
  moveBelongings,
  readBelongings,
  returnBelongings,
} from "../../db/products/product-belongings.js";
import { saveProductText } from "../../db/products/product-text.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { aboutProduct, act } from "../acts/perform-act.js";
import { markForEvaluation } from "../alerts/round.js";
import { newProductKey } from "../catalogue/import-product.js";
import { offersInOtherConditions } from "../prices/further-offers.js";
import type { Operation } from "../request/context.js";
import { type ContractError, refuse } from "../request/contract-error.js";
import type { PublishContext } from "../webhooks/publish-event.js";
import { saveIdentifiers } from "./product-identifiers.js";
import { removeProduct } from "./remove.js";
import { requireProduct } from "./require-product.js";
import { keepSizesApart } from "./terms.js";

/** An upstream server groups its own offers, and the sample market can only be removed as a whole. */
function mergeObstacle(db: ReadDb, source: StoredProduct, target: StoredProduct): ContractError | null {
  if (isSampleProduct(db, source.id) !== isSampleProduct(db, target.id)) return refuse("sampleWithReal");
  return hasUpstream(db, source.id) || hasUpstream(db, target.id) ? hasUpstreamError() : null;
}

export function canMerge(db: ReadDb, one: StoredProduct, other: StoredProduct): boolean {
  return mergeObstacle(db, one, other) === null;
}

function hasUpstreamError(): ContractError {
  return refuse("offersOfService");
}

/** Updates what is derived from a product's offers. */
export function refreshProduct(tx: WriteDb, { id, product }: StoredProduct): void {
  saveIdentifiers(tx, id, product);
  refreshOfferCount(tx, id);
}

function titledProduct({ id, product }: StoredProduct): { productId: number; title: string } {
  return { productId: id, title: product.title };
}

/** Whether nothing but the title is known, as of an entry that the user has typed. */
function isOnlyTitled({ product }: StoredProduct): boolean {
  const { brand, description, category, images, barcode, mpn, model } = product;
  return [brand, description, category, images, barcode, mpn, model].every((each) => each === undefined);
}

/** The product to merge and the one that remains: the one with a description, whichever the user began from. */
function byDescription(source: StoredProduct, target: StoredProduct): [StoredProduct, StoredProduct] {
  return isOnlyTitled(target) && !isOnlyTitled(source) ? [target, source] : [source, target];
}

/**
 * Merges two entries of one product. Offers with their history, pages, schedules and rules move over, and the
 * old product key resolves to the remaining product, which keeps its own description. Throws `ContractError`.
 */
export const mergeProducts = act("products.merge", aboutProduct, (tx, { nowMs }, { product_key, into }) => {
  const [source, target] = byDescription(requireProduct(tx, product_key), requireProduct(tx, into));
  if (source.id === target.id) throw refuse("mergedWithItself");
  const obstacle = mergeObstacle(tx, source, target);
  if (obstacle !== null) throw obstacle;
  keepSizesApart(tx, titledProduct(source), titledProduct(target));
  const offers = offersOfProduct(tx, source.id).map(({ publicId }) => publicId);
  moveOffers(tx, offers, target.id);
  const belongings = readBelongings(tx, source.id, target.id);
  moveBelongings(tx, source.id, target.id, belongings);
  saveMergedProduct(tx, target.id, { product: source.product, offers, belongings }, nowMs);
  removeProduct(tx, source.id);
  refreshProduct(tx, target);
  markForEvaluation(tx, target.id, nowMs);
  return { product_key: target.product.service };
});

/** Leaves out pages that joined by themselves or returned, and what has been split since. */
export const listMerged: Operation<"products.merged", ReadDb> = (db, { product_key }) => {
  const id = productIdByKey(db, product_key);
  if (id === undefined) return { merged: [] };
  const own = offersOfProduct(db, id).map(({ publicId }) => publicId);
  const merged = productsMergedInto(db, id).filter(
    ({ offers, belongings }) =>
      belongings !== null &&
      offers.length > 0 &&
      offers.length < own.length &&
      offers.every((offer) => own.includes(offer)),
  );
  return { merged: merged.map(({ product, offers }) => ({ title: product.title, offer_ids: [...offers] })) };
};

/** The merged product whose offers are all among these. */
function findMergedOrigin(
  merged: readonly MergedProduct[],
  offers: readonly string[],
): MergedProduct | undefined {
  return merged.find(
    (each) => each.offers.length > 0 && each.offers.every((offer) => offers.includes(offer)),
  );
}

/** Moves offers to a product of their own, which is returned. Throws `ContractError`. */
function splitOff(
  tx: WriteDb,
  { nowMs, randomBytes }: PublishContext,
  request: AppRequest<"products.split">,
): StoredProduct {
  const from = requireProduct(tx, request.product_key);
  if (hasUpstream(tx, from.id)) throw hasUpstreamError();
  const own = offersOfProduct(tx, from.id).map(({ publicId }) => publicId);
  const withFurther = request.offer_ids.flatMap((publicId) => [
    publicId,
    ...offersInOtherConditions(tx, { publicId }).flatMap((each) =>
      each.productId === from.id ? each.publicId : [],
    ),
  ]);
  const selected = own.filter((offer) => withFurther.includes(offer));
  if (selected.length < new Set(withFurther).size) throw refuse("notItsOffers");
  if (selected.length === own.length) throw refuse("noOfferLeft");
  const merged = findMergedOrigin(productsMergedInto(tx, from.id), selected);
  if (merged !== undefined) deleteMergedProduct(tx, merged.product.service);
  // After an undo that kept parts, the product that was merged may exist again beside its record.
  const isGone = merged !== undefined && productIdByKey(tx, merged.product.service) === undefined;
  const origin = isGone ? merged : undefined;
  const { title } = from.product;
  const product = origin?.product ?? { title, service: newProductKey(title, randomBytes) };
  const id = insertProduct(tx, { product, isSample: isSampleProduct(tx, from.id), nowMs });
  moveOffers(tx, selected, id);
  if (origin === undefined || origin.belongings === null) copySchedulesAndTags(tx, from.id, id);
  else returnBelongings(tx, from.id, id, origin.belongings);
  saveProductText(tx, id, product);
  refreshProduct(tx, { id, product });
  refreshProduct(tx, from);
  return { id, product };
}

/** Throws `ContractError`. */
export const splitProduct = act("products.split", aboutProduct, (tx, context, request) => {
  const { id, product } = splitOff(tx, context, request);
  markForEvaluation(tx, id, context.nowMs);
  return { product_key: product.service };
});

/** Removes shops from a product, with what came with them if they were merged into it. Throws `ContractError`. */
export const removeOffers = act(
  "offers.remove",
  (tx, { offer_ids: [first = "", ...others] }) => {
    return { title: offerByPublicId(tx, first)?.retailer ?? null, count: 1 + others.length };
  },
  (tx, context, request) => {
    removeProduct(tx, splitOff(tx, context, request).id);
    return {};
  },
);

/** Names a product by hand. Throws `ERR_PRODUCT_NOT_FOUND`. */
export const renameProduct = act("products.rename", aboutProduct, (tx, { nowMs }, { product_key, title }) => {
  const { id, product } = requireProduct(tx, product_key);
  const renamed = { ...product, title };
  updateProduct(tx, id, { product: renamed, isSample: isSampleProduct(tx, id), nowMs });
  saveProductText(tx, id, renamed);
  return {};
});
