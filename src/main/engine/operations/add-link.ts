import type { AddedLink, PagePick } from "../../../shared/app/pages.js";
import { findByIdentifier } from "../db/identifier.js";
import { offerById, offersOfProduct } from "../db/offer.js";
import { productById, productIdByService } from "../db/product.js";
import { type ReadDb, write } from "../db/store.js";
import { saveTrackedPage, trackedOffer } from "../db/tracked-page.js";
import { readBarcode } from "../domain/gtin.js";
import { normaliseCode } from "../domain/identifier.js";
import { normaliseHost } from "../domain/product-url.js";
import type { ExtractedOffer, ExtractedProduct, Extraction } from "../extract/extraction.js";
import type { CatalogueProduct } from "../sources/catalogue/line.js";
import type { FetchOutcome } from "../sources/page/fetch-outcome.js";
import { choicesOf, withPick } from "../sources/page/pick.js";
import type { PageVisitor } from "../sources/page/visitor.js";
import type { OperationContext } from "./context.js";
import { ContractError, invalidParams } from "./contract-error.js";
import { importProduct } from "./import-product.js";

/** A shopper waits for this; a page that takes longer is tried again by hand. */
const patienceMs = 30_000;

type PricedOffer = ExtractedOffer & { readonly price: number; readonly currency: string };

interface Usable {
  readonly product: ExtractedProduct;
  readonly offer: ExtractedOffer & { readonly price: number };
}

/** What a page says, where it is enough to track it. Throws a sentence with the next step where it is not. */
function usable({ status, reason, product, offer }: Extraction): Usable {
  if (status !== "found" || offer === undefined)
    throw invalidParams(reason ?? "The page shows no product.", "Paste the address of a product's own page.");
  if (offer.price === null)
    throw invalidParams(
      "The page shows no price now: the product is out of stock.",
      "Try again when it is back.",
    );
  return { product: product ?? {}, offer: { ...offer, price: offer.price } };
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

/** The product that a page is tracked for already, which the shopper may have chosen. */
function serviceOfPage(db: ReadDb, url: string): string | null {
  const offerId = trackedOffer(db, url);
  const offer = offerId === null ? undefined : offerById(db, offerId);
  return offer === undefined ? null : (productById(db, offer.productId)?.product.service ?? null);
}

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

interface FetchedPage {
  readonly url: string;
  readonly product: ExtractedProduct;
  readonly offer: PricedOffer;
  readonly outcome: FetchOutcome;
  readonly pick: PagePick | null;
}

function enterPage(context: OperationContext, page: FetchedPage): AddedLink {
  const { url, product, offer, outcome, pick } = page;
  const nowMs = context.clock.now();
  return write(
    context.db,
    (tx) => {
      const known = serviceOfPage(tx, url) ?? knownService(tx, product);
      const before = known === null ? undefined : productIdByService(tx, known);
      const title = before === undefined ? product.title : productById(tx, before)?.product.title;
      const named = { ...product, ...(title === undefined ? {} : { title }) };
      const { productId, service } = importProduct(tx, toLine(url, named, offer, nowMs, known), {
        nowMs,
        randomBytes: context.randomBytes,
        isSample: false,
      });
      const stored = offersOfProduct(tx, productId).find(
        (each) => each.url === url && each.retailer === normaliseHost(new URL(url).hostname),
      );
      if (stored === undefined) throw new Error("The offer that was just entered is gone.");
      const { etag, lastModified } = outcome.kind === "page" ? outcome : { etag: null, lastModified: null };
      saveTrackedPage(tx, { offerId: stored.id, url, etag, lastModified, addedMs: nowMs, pick });
      return { outcome: "added", service, is_known_product: known !== null };
    },
    { durable: true },
  );
}

function shown({ url, product }: Extraction): { title: string; image: string | null } {
  return { title: product?.title ?? new URL(url).hostname, image: product?.image ?? null };
}

async function fetchForShopper(visitor: PageVisitor, url: string): Promise<FetchOutcome> {
  const signal = AbortSignal.timeout(patienceMs);
  const turn = await visitor.visit(url, { mostWaitMs: patienceMs, signal });
  if (turn.kind === "done") return turn.result;
  throw new ContractError("ERR_INVALID_PARAMS", "The shop asked to be left alone for a while.", {
    action: `Try again in ${Math.ceil(turn.waitMs / 60_000)} min.`,
  });
}

interface LinkWish {
  readonly url: string;
  /** What the shopper has said where the page says too little. */
  readonly pick?: PagePick | undefined;
  readonly currency?: string | undefined;
}

/**
 * Fetches a page and adds its product, or its shop to the product that is known. Adds nothing where the shopper has to
 * say more first. Throws `ContractError`.
 */
export async function addLink(
  context: OperationContext,
  visitor: PageVisitor,
  wish: LinkWish,
): Promise<AddedLink> {
  const url = new URL(wish.url);
  url.hash = "";
  const pick = wish.pick ?? null;
  const outcome = await fetchForShopper(visitor, url.href);
  const { readPage } = await import("../sources/page/check-page.js");
  const reading = readPage(url.href, outcome);
  if (reading.kind === "failed" && reading.outcome === "refused address")
    return { outcome: "private", host: url.host };
  if (reading.kind !== "read")
    throw invalidParams(
      reading.kind === "failed" ? reading.detail : "The shop sent no page.",
      "Check the address, and try again.",
    );
  const extraction = withPick(reading.extraction, pick);
  if (extraction.status === "ambiguous")
    return { outcome: "choose", ...shown(extraction), choices: choicesOf(extraction) };
  const { product, offer } = usable(extraction);
  const currency = offer.currency ?? wish.currency ?? null;
  if (currency === null) return { outcome: "currency", ...shown(extraction), price: offer.price };
  return enterPage(context, { url: url.href, product, offer: { ...offer, currency }, outcome, pick });
}
