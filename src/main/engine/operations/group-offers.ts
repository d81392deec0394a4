import type { AppOutput, AppRequest } from "../../../shared/app/operations.js";
import type { Product } from "../../../shared/contract/product.js";
import { deleteMerged, type MergedProduct, mergedInto, saveMerged } from "../db/merged-product.js";
import { moveOffers, offersOfProduct } from "../db/offer.js";
import {
  deleteProduct,
  insertProduct,
  isSampleProduct,
  productById,
  productIdByService,
  refreshOfferCount,
  type StoredProduct,
} from "../db/product.js";
import {
  belongingsOf,
  copyWatching,
  isOfService,
  moveBelongings,
  returnBelongings,
} from "../db/product-belongings.js";
import { deleteProductText, saveProductText } from "../db/product-text.js";
import { type WriteDb, write } from "../db/store.js";
import { newProductSuffix } from "../domain/random-text.js";
import type { OperationContext } from "./context.js";
import { ContractError, invalidParams } from "./contract-error.js";
import { slugOf } from "./import-product.js";
import { saveIdentifiers } from "./product-identifiers.js";

type GroupContext = Pick<OperationContext, "db" | "clock" | "randomBytes">;

function productOf(tx: WriteDb, service: string): StoredProduct {
  const id = productIdByService(tx, service);
  const stored = id === undefined ? undefined : productById(tx, id);
  if (stored === undefined) throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${service}.`);
  return stored;
}

/** An upstream server groups its own offers, and the sample market can only be removed as a whole. */
function refuseOddPair(tx: WriteDb, gone: StoredProduct, kept: StoredProduct): void {
  if (isSampleProduct(tx, gone.id) !== isSampleProduct(tx, kept.id))
    throw invalidParams(
      "One of the products belongs to the sample market.",
      "Merge two real products, or two products of the sample market.",
    );
  if (isOfService(tx, gone.id) || isOfService(tx, kept.id)) throw ofService();
}

function ofService(): ContractError {
  return invalidParams(
    "A connected service decides which offers this product has.",
    "Products from connected services cannot be merged or split.",
  );
}

function refresh(tx: WriteDb, { id, product }: StoredProduct): void {
  saveIdentifiers(tx, id, product);
  refreshOfferCount(tx, id);
}

/**
 * Merges two entries of one product. Offers with their history, pages, schedules and rules move over, and the
 * old product key leads to the remaining product, which keeps its own description. Throws `ContractError`.
 */
export function mergeProducts(
  { db, clock }: GroupContext,
  { service, into }: AppRequest<"products.merge">,
): AppOutput<"products.merge"> {
  return write(
    db,
    (tx) => {
      const [gone, kept] = [productOf(tx, service), productOf(tx, into)];
      if (gone.id === kept.id)
        throw invalidParams("A product cannot be merged with itself.", "Choose another product.");
      refuseOddPair(tx, gone, kept);
      const offers = offersOfProduct(tx, gone.id).map(({ publicId }) => publicId);
      moveOffers(tx, offers, kept.id);
      const belongings = belongingsOf(tx, gone.id, kept.id);
      moveBelongings(tx, gone.id, kept.id);
      saveMerged(tx, kept.id, { product: gone.product, offers, belongings }, clock.now());
      deleteProductText(tx, gone.id);
      deleteProduct(tx, gone.id);
      refresh(tx, kept);
      return { service: kept.product.service, offer_ids: offers };
    },
    { durable: true },
  );
}

/** The merged product whose offers are all among these. */
function originOf(merged: readonly MergedProduct[], offers: readonly string[]): MergedProduct | undefined {
  return merged.find(
    (each) => each.offers.length > 0 && each.offers.every((offer) => offers.includes(offer)),
  );
}

function madeProduct(from: Product, { randomBytes }: GroupContext): Product {
  const { title } = from;
  return { title, service: `product/${slugOf(title)}/${newProductSuffix(randomBytes)}` };
}

/** Throws `ContractError`. */
export function splitProduct(
  context: GroupContext,
  { service, offer_ids }: AppRequest<"products.split">,
): AppOutput<"products.split"> {
  return write(
    context.db,
    (tx) => {
      const from = productOf(tx, service);
      if (isOfService(tx, from.id)) throw ofService();
      const own = offersOfProduct(tx, from.id).map(({ publicId }) => publicId);
      const chosen = own.filter((offer) => offer_ids.includes(offer));
      if (chosen.length < new Set(offer_ids).size)
        throw invalidParams("Some of these offers do not belong to the product.", "Open the product again.");
      if (chosen.length === own.length)
        throw invalidParams("A product must keep at least one offer.", "Leave one of its offers out.");
      const origin = originOf(mergedInto(tx, from.id), chosen);
      const product = origin?.product ?? madeProduct(from.product, context);
      if (origin !== undefined) deleteMerged(tx, origin.product.service);
      const isSample = isSampleProduct(tx, from.id);
      const id = insertProduct(tx, { product, isSample, nowMs: context.clock.now() });
      moveOffers(tx, chosen, id);
      if (origin === undefined) copyWatching(tx, from.id, id);
      else returnBelongings(tx, from.id, id, origin.belongings);
      saveProductText(tx, id, product);
      refresh(tx, { id, product });
      refresh(tx, from);
      return { service: product.service };
    },
    { durable: true },
  );
}
