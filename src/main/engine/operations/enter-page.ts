import type { AddedLink, PagePick } from "../../../shared/app/pages.js";
import type { Recipe } from "../../../shared/recipe/recipe.js";
import { findByIdentifier } from "../db/identifier.js";
import { offersOfProduct } from "../db/offer.js";
import { productById, productIdByService } from "../db/product.js";
import { type ReadDb, write } from "../db/store.js";
import { saveTrackedPage, trackedOffer } from "../db/tracked-page.js";
import { readBarcode } from "../domain/gtin.js";
import { normaliseCode } from "../domain/identifier.js";
import { normaliseHost } from "../domain/product-url.js";
import type { ExtractedOffer, ExtractedProduct } from "../extract/extraction.js";
import type { CatalogueProduct } from "../sources/catalogue/line.js";
import type { FetchOutcome } from "../sources/page/fetch-outcome.js";
import type { OperationContext } from "./context.js";
import { importProduct } from "./import-product.js";
import { enterRecipe } from "./recipes.js";

type PricedOffer = ExtractedOffer & { readonly price: number; readonly currency: string };

/** The product that the page's is, by its barcode, else by brand and part number: its shops stand together then. */
function knownService(db: ReadDb, { gtin, mpn, brand }: ExtractedProduct): string | null {
  const reading = gtin === undefined ? null : readBarcode(gtin);
  const byBarcode = reading?.kind === "gtin" ? findByIdentifier(db, "barcode", reading.gtin14) : null;
  const byPart =
    mpn === undefined || brand === undefined ? null : findByIdentifier(db, "mpn", normaliseCode(mpn));
  const stored = [byBarcode, byPart].flatMap((found) =>
    found === null ? [] : (productById(db, found.productId) ?? []),
  );
  const same = stored.find(
    ({ product }) => byBarcode !== null || product.brand?.toLowerCase() === brand?.toLowerCase(),
  );
  return same?.product.service ?? null;
}

/** What the page is of, as far as it is known. */
interface KnownPage {
  readonly service: string | null;
  /** Of a page that is added already. */
  readonly offerId: string | null;
}

/** A page that is added already stays with its offer, wherever the shopper has moved it. */
function knownPage(db: ReadDb, url: string, product: ExtractedProduct): KnownPage {
  const tracked = trackedOffer(db, url);
  return tracked === null
    ? { service: knownService(db, product), offerId: null }
    : { service: tracked.service, offerId: tracked.publicId };
}

function toLine(
  url: string,
  product: ExtractedProduct,
  offer: PricedOffer,
  nowMs: number,
  known: KnownPage,
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
    ...(known.service === null ? fields : { service: known.service }),
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
  /** To be kept for the host. */
  readonly recipe: Recipe | null;
}

/** Enters a page's product, its offer, and what the shopper has said of it: all or nothing. */
export function enterPage(context: OperationContext, page: FetchedPage): AddedLink {
  const { url, product, offer, outcome, pick, isRendered, recipe } = page;
  const nowMs = context.clock.now();
  return write(
    context.db,
    (tx) => {
      const known = knownPage(tx, url, product);
      const before = known.service === null ? undefined : productIdByService(tx, known.service);
      const title = before === undefined ? product.title : productById(tx, before)?.product.title;
      const named = { ...product, ...(title === undefined ? {} : { title }) };
      const { productId, service } = importProduct(tx, toLine(url, named, offer, nowMs, known), {
        nowMs,
        randomBytes: context.randomBytes,
        isSample: false,
      });
      const stored = offersOfProduct(tx, productId).find(
        (each) =>
          each.publicId === known.offerId ||
          (each.url === url && each.retailer === normaliseHost(new URL(url).hostname)),
      );
      if (stored === undefined) throw new Error("The offer that was just entered is gone.");
      const { etag, lastModified } = outcome.kind === "page" ? outcome : { etag: null, lastModified: null };
      if (recipe !== null) enterRecipe(tx, recipe, nowMs);
      const told = { etag, lastModified };
      saveTrackedPage(tx, { offerId: stored.id, url, ...told, addedMs: nowMs, pick, isRendered });
      return { outcome: "added", service, is_known_product: known.service !== null };
    },
    { durable: true },
  );
}
