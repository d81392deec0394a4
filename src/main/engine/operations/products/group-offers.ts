import type { ActSubject } from "../../../../shared/app/acts.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { Product } from "../../../../shared/contract/product.js";
import { moveOffers, offerByPublicId, offersOfProduct } from "../../db/prices/offer.js";
import {
  deleteMergedProduct,
  type MergedProduct,
  productsMergedInto,
  saveMergedProduct,
} from "../../db/products/merged-product.js";
import {
  deleteProduct,
  insertProduct,
  isSampleProduct,
  productById,
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
import { deleteProductText, saveProductText } from "../../db/products/product-text.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { type ActingContext, performAct, subjectOf } from "../acts/perform-act.js";
import { markForEvaluation } from "../alerts/round.js";
import { newProductKey } from "../catalogue/import-product.js";
import type { RequestContext } from "../request/context.js";
import { ContractError, invalidParams } from "../request/contract-error.js";
import { saveIdentifiers } from "./product-identifiers.js";
import { removeProduct } from "./remove.js";
import { keepSizesApart } from "./terms.js";

/** Throws `ERR_PRODUCT_NOT_FOUND`. */
export function requireProduct(db: ReadDb, productKey: string): StoredProduct {
  const id = productIdByKey(db, productKey);
  const stored = id === undefined ? undefined : productById(db, id);
  if (stored === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${productKey}.`);
  return stored;
}

/** An upstream server groups its own offers, and the sample market can only be removed as a whole. */
function mergeObstacle(db: ReadDb, source: StoredProduct, target: StoredProduct): ContractError | null {
  if (isSampleProduct(db, source.id) !== isSampleProduct(db, target.id))
    return invalidParams(
      "One of the products belongs to the sample market.",
      "Merge two real products, or two products of the sample market.",
    );
  return hasUpstream(db, source.id) || hasUpstream(db, target.id) ? hasUpstreamError() : null;
}

export function canMerge(db: ReadDb, one: StoredProduct, other: StoredProduct): boolean {
  return mergeObstacle(db, one, other) === null;
}

function hasUpstreamError(): ContractError {
  return invalidParams(
    "A connected service decides which offers this product has.",
    "Products from connected services cannot be merged or split.",
  );
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
export function mergeProducts(
  context: ActingContext,
  { product_key: productKey, into }: AppRequest<"products.merge">,
): AppOutput<"products.merge"> {
  const nowMs = context.clock.now();
  const subject = (tx: ReadDb) => subjectOf(tx, [productKey]);
  return performAct(context, "products.merge", { subject }, (tx) => {
    const [source, target] = byDescription(requireProduct(tx, productKey), requireProduct(tx, into));
    if (source.id === target.id)
      throw invalidParams("A product cannot be merged with itself.", "Choose another product.");
    const obstacle = mergeObstacle(tx, source, target);
    if (obstacle !== null) throw obstacle;
    keepSizesApart(tx, titledProduct(source), titledProduct(target));
    const offers = offersOfProduct(tx, source.id).map(({ publicId }) => publicId);
    moveOffers(tx, offers, target.id);
    const belongings = readBelongings(tx, source.id, target.id);
    moveBelongings(tx, source.id, target.id, belongings);
    saveMergedProduct(tx, target.id, { product: source.product, offers, belongings }, nowMs);
    deleteProductText(tx, source.id);
    deleteProduct(tx, source.id);
    refreshProduct(tx, target);
    markForEvaluation(tx, target.id, nowMs);
    context.effects.wakeWorker("alerts");
    return { product_key: target.product.service };
  });
}

/** Leaves out pages that joined by themselves or returned, and what has been split since. */
export function listMerged(
  db: ReadDb,
  { product_key: productKey }: AppRequest<"products.merged">,
): AppOutput<"products.merged"> {
  const id = productIdByKey(db, productKey);
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
}

/** The merged product whose offers are all among these. */
function findMergedOrigin(
  merged: readonly MergedProduct[],
  offers: readonly string[],
): MergedProduct | undefined {
  return merged.find(
    (each) => each.offers.length > 0 && each.offers.every((offer) => offers.includes(offer)),
  );
}

function createSplitProduct(from: Product, { randomBytes }: Pick<RequestContext, "randomBytes">): Product {
  const { title } = from;
  return { title, service: newProductKey(title, randomBytes) };
}

type SplitRequest = AppRequest<"products.split">;

/** Moves offers to a product of their own, which is returned. Throws `ContractError`. */
function splitOff(tx: WriteDb, context: RequestContext, request: SplitRequest): StoredProduct {
  const from = requireProduct(tx, request.product_key);
  if (hasUpstream(tx, from.id)) throw hasUpstreamError();
  const own = offersOfProduct(tx, from.id).map(({ publicId }) => publicId);
  const selected = own.filter((offer) => request.offer_ids.includes(offer));
  if (selected.length < new Set(request.offer_ids).size)
    throw invalidParams("Some of these offers do not belong to the product.", "Open the product again.");
  if (selected.length === own.length)
    throw invalidParams("A product must keep at least one offer.", "Leave one of its offers out.");
  const merged = findMergedOrigin(productsMergedInto(tx, from.id), selected);
  if (merged !== undefined) deleteMergedProduct(tx, merged.product.service);
  // After an undo that kept parts, the product that was merged may exist again beside its record.
  const isGone = merged !== undefined && productIdByKey(tx, merged.product.service) === undefined;
  const origin = isGone ? merged : undefined;
  const product = origin?.product ?? createSplitProduct(from.product, context);
  const isSample = isSampleProduct(tx, from.id);
  const id = insertProduct(tx, { product, isSample, nowMs: context.clock.now() });
  moveOffers(tx, selected, id);
  if (origin === undefined || origin.belongings === null) copySchedulesAndTags(tx, from.id, id);
  else returnBelongings(tx, from.id, id, origin.belongings);
  saveProductText(tx, id, product);
  refreshProduct(tx, { id, product });
  refreshProduct(tx, from);
  return { id, product };
}

/** Throws `ContractError`. */
export function splitProduct(context: ActingContext, request: SplitRequest): AppOutput<"products.split"> {
  const subject = (tx: ReadDb) => subjectOf(tx, [request.product_key]);
  return performAct(context, "products.split", { subject }, (tx) => {
    const { id, product } = splitOff(tx, context, request);
    markForEvaluation(tx, id, context.clock.now());
    context.effects.wakeWorker("alerts");
    return { product_key: product.service };
  });
}

/** Removes shops from a product, with what came with them if they were merged into it. Throws `ContractError`. */
export function removeOffers(
  context: ActingContext,
  request: AppRequest<"offers.remove">,
): AppOutput<"offers.remove"> {
  const subject = (tx: ReadDb) => shopsOf(tx, request.offer_ids);
  return performAct(context, "offers.remove", { subject }, (tx) => {
    removeProduct(tx, splitOff(tx, context, request).id);
    return {};
  });
}

function shopsOf(db: ReadDb, offerIds: readonly string[]): ActSubject {
  const [first = ""] = offerIds;
  return { title: offerByPublicId(db, first)?.retailer ?? null, count: offerIds.length };
}

/** Names a product by hand. Throws `ERR_PRODUCT_NOT_FOUND`. */
export function renameProduct(
  context: ActingContext,
  { product_key: productKey, title }: AppRequest<"products.rename">,
): AppOutput<"products.rename"> {
  const subject = (tx: ReadDb) => subjectOf(tx, [productKey]);
  return performAct(context, "products.rename", { subject }, (tx) => {
    const { id, product } = requireProduct(tx, productKey);
    const renamed = { ...product, title };
    const isSample = isSampleProduct(tx, id);
    updateProduct(tx, id, { product: renamed, isSample, nowMs: context.clock.now() });
    saveProductText(tx, id, renamed);
    return {};
  });
}
