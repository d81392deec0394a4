import type { AddLinkResult, PagePick } from "../../../../shared/app/pages.js";
import type { Recipe } from "../../../../shared/recipe/recipe.js";
import { findByIdentifier } from "../../db/identifier.js";
import { offersOfProduct } from "../../db/offer.js";
import { productById, productIdByKey } from "../../db/product.js";
import { type ReadDb, write } from "../../db/store.js";
import { saveTrackedPage, trackedOffer } from "../../db/tracked-page.js";
import { parseBarcode } from "../../domain/gtin.js";
import { normaliseCode } from "../../domain/identifier.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { ExtractedOffer, ExtractedProduct } from "../../extract/extraction.js";
import type { CatalogueProduct } from "../../sources/catalogue/line.js";
import type { FetchOutcome } from "../../sources/page/fetch-outcome.js";
import { importProduct } from "../catalogue/import-product.js";
import type { OperationContext } from "../request/context.js";
import { saveHostRecipe } from "./recipes.js";

type PricedOffer = ExtractedOffer & { readonly price: number; readonly currency: string };

/**
 * Finds the product key of a page's product by barcode, or else by brand and part number, so that all shops
 * of a product are listed together.
 */
function findProductKey(db: ReadDb, { gtin, mpn, brand }: ExtractedProduct): string | null {
  const reading = gtin === undefined ? null : parseBarcode(gtin);
  const byBarcode = reading?.kind === "gtin" ? findByIdentifier(db, "barcode", reading.gtin14) : null;
  const byPartNumber =
    mpn === undefined || brand === undefined ? null : findByIdentifier(db, "mpn", normaliseCode(mpn));
  const stored = [byBarcode, byPartNumber].flatMap((found) =>
    found === null ? [] : (productById(db, found.productId) ?? []),
  );
  const match = stored.find(
    ({ product }) => byBarcode !== null || product.brand?.toLowerCase() === brand?.toLowerCase(),
  );
  return match?.product.service ?? null;
}

/** The stored product and offer of a page, if any. */
interface PageMatch {
  readonly productKey: string | null;
  /** Set if the page is already tracked. */
  readonly offerId: string | null;
}

/** A tracked page stays with its offer, even if the user has moved the offer to another product. */
function matchPage(db: ReadDb, url: string, product: ExtractedProduct): PageMatch {
  const tracked = trackedOffer(db, url);
  return tracked === null
    ? { productKey: findProductKey(db, product), offerId: null }
    : { productKey: tracked.productKey, offerId: tracked.publicId };
}

function toCatalogueLine(
  url: string,
  product: ExtractedProduct,
  offer: PricedOffer,
  nowMs: number,
  known: PageMatch,
): CatalogueProduct {
  const { title = new URL(url).hostname, brand, gtin, mpn, model, image, description, category } = product;
  const own = {
    title,
    brand,
    barcode: gtin,
    mpn,
    model,
    description,
    category,
    ...(image === undefined ? {} : { images: [image] }),
  };
  const fields = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return {
    ...(known.productKey === null ? fields : { service: known.productKey }),
    type: "product",
    title,
    offers: [
      {
        ...(known.offerId === null ? {} : { id: known.offerId }),
        retailer: new URL(url).hostname,
        price: offer.price,
        currency: offer.currency,
        availability: offer.availability,
        condition: offer.condition ?? null,
        URL: url,
        seller: offer.seller ?? null,
        timestamp: new Date(nowMs).toISOString(),
        history: [],
        trusted: true,
        valid: true,
        auction: false,
      },
    ],
  };
}

interface FetchedPage {
  readonly url: string;
  readonly product: ExtractedProduct;
  readonly offer: PricedOffer;
  readonly outcome: FetchOutcome;
  readonly pick: PagePick | null;
  readonly isRendered: boolean;
  /** A new recipe to save for the host. */
  readonly recipe: Recipe | null;
}

/** Saves a page's product and offer with the user's selections, in one transaction. */
export function savePage(context: OperationContext, page: FetchedPage): AddLinkResult {
  const { url, product, offer, outcome, pick, isRendered, recipe } = page;
  const nowMs = context.clock.now();
  return write(
    context.db,
    (tx) => {
      const known = matchPage(tx, url, product);
      const existingId = known.productKey === null ? undefined : productIdByKey(tx, known.productKey);
      const title = existingId === undefined ? product.title : productById(tx, existingId)?.product.title;
      const titledProduct = { ...product, ...(title === undefined ? {} : { title }) };
      const { productId, productKey } = importProduct(
        tx,
        toCatalogueLine(url, titledProduct, offer, nowMs, known),
        {
          nowMs,
          randomBytes: context.randomBytes,
          isSample: false,
        },
      );
      const stored = offersOfProduct(tx, productId).find(
        (each) =>
          each.publicId === known.offerId ||
          (each.url === url && each.retailer === normaliseHost(new URL(url).hostname)),
      );
      if (stored === undefined) throw new Error("The offer just saved cannot be found.");
      const { etag, lastModified } = outcome.kind === "page" ? outcome : { etag: null, lastModified: null };
      if (recipe !== null) saveHostRecipe(tx, recipe, nowMs);
      const validators = { etag, lastModified };
      saveTrackedPage(tx, { offerId: stored.id, url, ...validators, addedMs: nowMs, pick, isRendered });
      return { outcome: "added", product_key: productKey, is_known_product: known.productKey !== null };
    },
    { durable: true },
  );
}
