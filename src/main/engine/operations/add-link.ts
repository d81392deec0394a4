import { findByIdentifier } from "../db/identifier.js";
import { offersOfProduct } from "../db/offer.js";
import { productById, productIdByService } from "../db/product.js";
import { type ReadDb, write } from "../db/store.js";
import { saveTrackedPage } from "../db/tracked-page.js";
import { readBarcode } from "../domain/gtin.js";
import { normaliseCode } from "../domain/identifier.js";
import { normaliseHost } from "../domain/product-url.js";
import type { ExtractedOffer, ExtractedProduct, Extraction } from "../extract/extraction.js";
import type { CatalogueProduct } from "../sources/catalogue/line.js";
import type { FetchOutcome } from "../sources/page/fetch-outcome.js";
import type { PageVisitor } from "../sources/page/visitor.js";
import type { OperationContext } from "./context.js";
import { ContractError, invalidParams } from "./contract-error.js";
import { importProduct } from "./import-product.js";

/** A shopper waits for this; a page that takes longer is tried again by hand. */
const patienceMs = 30_000;

/** What a page says, where it is enough to track it. Throws a sentence with the next step where it is not. */
function usable({ status, reason, product, offer, candidates }: Extraction) {
  if (status === "ambiguous")
    throw invalidParams(
      `The page has several prices: ${candidates
        .slice(0, 5)
        .map(({ price, variant }) => [price, variant].filter(Boolean).join(" for "))
        .join(", ")}.`,
      "Choose the variant on the shop's page, then paste the address that it has now.",
    );
  if (status !== "found" || offer === undefined)
    throw invalidParams(reason ?? "The page shows no product.", "Paste the address of a product's own page.");
  if (offer.price === null)
    throw invalidParams(
      "The page shows no price now: the product is out of stock.",
      "Try again when it is back.",
    );
  if (offer.currency !== "USD")
    throw invalidParams(
      offer.currency === null
        ? "The page does not say in which currency its price is."
        : `The shop asks in ${offer.currency}; prices in other currencies than dollars cannot be shown yet.`,
      "Nothing was added.",
    );
  return { product: product ?? {}, offer: { ...offer, price: offer.price, currency: offer.currency } };
}

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

type PricedOffer = ExtractedOffer & { readonly price: number; readonly currency: string };

function toLine(
  url: string,
  product: ExtractedProduct,
  offer: PricedOffer,
  nowMs: number,
  known: string | null,
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
    ...(known === null ? fields : { service: known }),
    type: "product",
    title,
    offers: [
      {
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

export interface AddedLink {
  readonly service: string;
  /** Whether the product was there already, and has got one shop more. */
  readonly is_known_product: boolean;
}

function enterPage(
  context: OperationContext,
  url: string,
  extraction: Extraction,
  outcome: FetchOutcome,
): AddedLink {
  const { product, offer } = usable(extraction);
  const nowMs = context.clock.now();
  return write(
    context.db,
    (tx) => {
      const known = knownService(tx, product);
      const before = known === null ? undefined : productIdByService(tx, known);
      const title = before === undefined ? product.title : productById(tx, before)?.product.title;
      const line = toLine(
        url,
        { ...product, ...(title === undefined ? {} : { title }) },
        offer,
        nowMs,
        known,
      );
      const { productId, service } = importProduct(tx, line, {
        nowMs,
        randomBytes: context.randomBytes,
        isSample: false,
      });
      const stored = offersOfProduct(tx, productId).find(
        (each) => each.url === url && each.retailer === normaliseHost(new URL(url).hostname),
      );
      if (stored === undefined) throw new Error("The offer that was just entered is gone.");
      const told = outcome.kind === "page" ? outcome : { etag: null, lastModified: null };
      saveTrackedPage(tx, {
        offerId: stored.id,
        url,
        etag: told.etag,
        lastModified: told.lastModified,
        addedMs: nowMs,
      });
      return { service, is_known_product: known !== null };
    },
    { durable: true },
  );
}

/** Fetches a page and adds its product, or its shop to the product that is known. Throws `ContractError`. */
export async function addLink(
  context: OperationContext,
  visitor: PageVisitor,
  given: string,
): Promise<AddedLink> {
  const url = new URL(given);
  url.hash = "";
  const signal = AbortSignal.timeout(patienceMs);
  const turn = await visitor.visit(url.href, { mostWaitMs: patienceMs, signal });
  if (turn.kind === "paused")
    throw new ContractError("ERR_INVALID_PARAMS", "The shop asked to be left alone for a while.", {
      action: `Try again in ${Math.ceil(turn.waitMs / 60_000)} min.`,
    });
  const { readPage } = await import("../sources/page/check-page.js");
  const reading = readPage(url.href, turn.result);
  if (reading.kind !== "read")
    throw invalidParams(
      reading.kind === "failed" ? reading.detail : "The shop sent no page.",
      "Check the address, and try again.",
    );
  return enterPage(context, url.href, reading.extraction, turn.result);
}
