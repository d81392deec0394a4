import { sizeInTitle } from "../../../../shared/app/pack-size.js";
import type { AddLinkResult, OfferTerms, PageListing, PagePick } from "../../../../shared/app/pages.js";
import { overrides, type Recipe } from "../../../../shared/recipe/recipe.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import { recipeOfPage } from "../../db/pages/recipe.js";
import { saveTrackedPage, trackedOffer } from "../../db/pages/tracked-page.js";
import {
  offerByPublicId,
  offersOfProduct,
  type StoredOffer,
  updateOfferPrice,
} from "../../db/prices/offer.js";
import { lastCheckOfOffer, saveCheck } from "../../db/prices/offer-check.js";
import { mergePoints, readAllPoints } from "../../db/prices/price-history.js";
import { findByIdentifier } from "../../db/products/identifier.js";
import { saveMergedProduct } from "../../db/products/merged-product.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import { toGtin14 } from "../../domain/gtin.js";
import { normaliseCode } from "../../domain/identifier.js";
import { fromMinor, isUnpriced, toMinor } from "../../domain/money.js";
import type { PricePoint } from "../../domain/price-point.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { ExtractedOffer, ExtractedProduct, FurtherOffer } from "../../extract/extraction.js";
import type { CatalogueProduct } from "../../sources/catalogue/line.js";
import type { FetchOutcome } from "../../sources/page/fetch-outcome.js";
import { furtherPrices, statedTerms, termsOf } from "../../sources/page/terms.js";
import { endRound } from "../alerts/round.js";
import { importProduct, newProductKey } from "../catalogue/import-product.js";
import { askForNewPage } from "../prices/archived-prices.js";
import { recordFurther } from "../prices/further-offers.js";
import { correctMisreadPrices } from "../prices/history-edits.js";
import { paidOffers, recordTerms } from "../prices/paid-offers.js";
import { bestBuyableOffer, wantedOf } from "../products/best-offer.js";
import { saveIdentifiers } from "../products/product-identifiers.js";
import { requireProduct } from "../products/require-product.js";
import { differentSize, keepSizeOfPages } from "../products/terms.js";
import type { RequestContext } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { goodCheck } from "../watch/schedule-run.js";
import { addToRound, createPublishContext, type PublishContext } from "../webhooks/publish-event.js";
import { saveShopRecipe } from "./recipes.js";
import { saveSeenShop } from "./shops.js";

type PricedOffer = ExtractedOffer & { readonly price: number; readonly currency: string };

function shownPrice({ price, currency }: PricedOffer) {
  return isUnpriced({ currency }) ? { price: null, currency: null } : { price, currency };
}

/**
 * Finds the product key of a page's product by barcode, or else by brand and part number, so that all shops
 * of a product are listed together.
 */
export function findProductKey(db: ReadDb, { gtin, mpn, brand }: ExtractedProduct): string | null {
  const gtin14 = toGtin14(gtin);
  const byBarcode = gtin14 === null ? null : findByIdentifier(db, "barcode", gtin14);
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

/** Throws `ContractError` if the page belongs to another product than it is to join. */
export function checkBelonging(db: ReadDb, url: string, into: string | undefined): void {
  const tracked = trackedOffer(db, url);
  if (into !== undefined && tracked !== null && tracked.productKey !== into) throw refuse("pageOfAnother");
}

/** Whether the shop has an offer in a product already, and its page's address selects another variant: 32 GB of RAM, not 16. */
function isOtherVariant(db: ReadDb, productKey: string, { url, product: { variant } }: FetchedPage): boolean {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined || variant === undefined) return false;
  const retailer = normaliseHost(new URL(url).hostname);
  const isOfShop = offersOfProduct(db, productId).some((offer) => offer.retailer === retailer);
  return isOfShop && !storedTitle(db, productKey).toLowerCase().includes(variant.toLowerCase());
}

/** The product that a new page joins by its identifiers; shops give one barcode to all configurations of a device. */
function joinedProductKey(db: ReadDb, page: FetchedPage): string | null {
  const productKey = findProductKey(db, page.product);
  return productKey === null || isOtherVariant(db, productKey, page) ? null : productKey;
}

/** A tracked page stays with its offer, even if the user has moved the offer to another product. */
function matchPage(db: ReadDb, page: FetchedPage): PageMatch {
  const { url, into, isSeparate } = page;
  checkBelonging(db, url, into);
  const tracked = trackedOffer(db, url);
  if (tracked === null)
    return { productKey: isSeparate ? null : (into ?? joinedProductKey(db, page)), offerId: null };
  return { productKey: tracked.productKey, offerId: tracked.publicId };
}

function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** What a page says about its product, without the identifiers by which other pages find it. */
function ownProduct(url: string, { title, brand, description, category, image }: ExtractedProduct) {
  const images = image === undefined ? undefined : [image];
  return {
    title: title ?? new URL(url).hostname,
    ...withoutUndefined({ brand, description, category, images }),
  };
}

/**
 * Saves the own title, picture and part number of a page that joins a product: it is found by the number, and keeps all if
 * its offer is split off as another product.
 */
function saveJoinedPage(
  tx: WriteDb,
  { nowMs, randomBytes }: PublishContext,
  { url, product }: FetchedPage,
  { productKey, offerId: knownOfferId }: PageMatch,
  offer: StoredOffer,
): void {
  if (productKey === null || knownOfferId !== null) return;
  const own = { ...ownProduct(url, product), ...withoutUndefined({ mpn: product.mpn }) };
  const service = newProductKey(own.title, randomBytes);
  const merged = { product: { ...own, service }, offers: [offer.publicId], belongings: null };
  saveMergedProduct(tx, offer.productId, merged, nowMs);
  const joined = productById(tx, offer.productId);
  if (joined !== undefined) saveIdentifiers(tx, offer.productId, joined.product);
}

function toCatalogueLine(
  url: string,
  product: ExtractedProduct,
  offer: PricedOffer,
  nowMs: number,
  known: PageMatch,
): CatalogueProduct {
  const { gtin, mpn, model } = product;
  const own = { ...ownProduct(url, product), ...withoutUndefined({ barcode: gtin, mpn, model }) };
  return {
    ...(known.productKey === null ? own : { service: known.productKey, title: own.title }),
    type: "product",
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
        valid: !isUnpriced(offer),
        auction: false,
      },
    ],
  };
}

/** Saves a page with what depends on it, in the transaction at the time of the reading; if it throws, nothing is saved. */
export type SavingPage = (tx: WriteDb, nowMs: number, save: () => AddedPage) => AddedResult;

interface FetchedPage {
  readonly url: string;
  readonly product: ExtractedProduct;
  readonly offer: PricedOffer;
  /** What the page offers besides. */
  readonly further?: readonly FurtherOffer[] | undefined;
  /** Null for a price that the user entered by hand. */
  readonly outcome: FetchOutcome | null;
  readonly pick: PagePick | null;
  readonly listing: PageListing | null;
  readonly isRendered: boolean;
  /** By default, the user waits for it. */
  readonly isUrgent?: boolean | undefined;
  /** A new recipe to save for the page. */
  readonly recipe: Recipe | null;
  /** Whether the page, as checks see it, has the clicked price without the recipe, too. */
  readonly isReadWithoutClick: boolean;
  /** The product that the page is to join. */
  readonly into: string | undefined;
  /** It becomes a product of its own, whatever it could join. */
  readonly isSeparate: boolean;
  readonly saving?: SavingPage | undefined;
}

function storedTitle(db: ReadDb, productKey: string): string {
  return requireProduct(db, productKey).product.title;
}

export type AddedResult = Extract<AddLinkResult, { outcome: "added" }>;
/** A saved page, before its act is known. */
export type AddedPage = Omit<AddedResult, "act_id">;

/** Whether the user has clicked a price on the page before, or on one whose recipe the page follows. */
function hasClicked(db: ReadDb, url: URL): boolean {
  const recipe = recipeOfPage(db, url);
  return recipe !== null && overrides(recipe, url);
}

/** Whether checks read the clicked price by themselves. A price read at an earlier click may still be wrong. */
function isReadBySelf(db: ReadDb, { url, isReadWithoutClick }: FetchedPage): boolean {
  return isReadWithoutClick && !hasClicked(db, new URL(url));
}

/** The only reading of a page, if it is this young, has not been used for anything yet. */
const firstReadingMs = 10 * MINUTE_MS;

function isFirstReading(points: readonly PricePoint[], nowMs: number): boolean {
  const [first, ...later] = points;
  return later.length === 0 && first !== undefined && first.atMs >= nowMs - firstReadingMs;
}

function recordClick(
  tx: WriteDb,
  { id, productId, availability }: StoredOffer,
  { priceMinor, atMs }: Pick<PricePoint, "priceMinor" | "atMs">,
): void {
  mergePoints(tx, id, [{ priceMinor, availability, atMs }]);
  updateOfferPrice(tx, id, { priceMinor, availability, seenMs: atMs });
  // A click is no change of the price.
  addToRound(tx, { nowMs: atMs }, { id, productId }, { before: null, atMs });
}

/**
 * The change of a price by a click on a page whose checks succeed. The clicked price counts from now on: the earlier ones
 * may have been right, unless there is only the first reading. Null without a change.
 */
function correctByClick(
  tx: WriteDb,
  { offerId }: PageMatch,
  page: FetchedPage,
  nowMs: number,
): AddedResult["correction"] {
  const { offer, recipe } = page;
  if (recipe === null || offerId === null || isReadBySelf(tx, page)) return null;
  const stored = offerByPublicId(tx, offerId);
  if (stored === undefined || stored.currency !== offer.currency) return null;
  if (lastCheckOfOffer(tx, stored.id)?.outcome !== "ok") return null;
  const priceMinor = toMinor(offer.price);
  const points = readAllPoints(tx, stored.id);
  if (points.at(-1)?.priceMinor === priceMinor) return null;
  const isMisread = isFirstReading(points, nowMs);
  if (isMisread) correctMisreadPrices(tx, stored, { priceMinor, nowMs });
  // Recorded before the page is saved, so that the click is no price drop.
  else recordClick(tx, stored, { priceMinor, atMs: nowMs });
  return { clicked_at: isMisread ? null : new Date(nowMs).toISOString() };
}

function savedOffer(tx: WriteDb, productId: number, known: PageMatch, url: string): StoredOffer {
  const retailer = normaliseHost(new URL(url).hostname);
  const saved = offersOfProduct(tx, productId).find(
    (each) => each.publicId === known.offerId || (each.url === url && each.retailer === retailer),
  );
  if (saved === undefined) throw new Error("The offer just saved cannot be found.");
  return saved;
}

/** The best price of the product that a page joins, without the page's own offer. */
function bestBefore(db: ReadDb, { productKey, offerId }: PageMatch): AddedResult["best_before"] {
  const productId = productKey === null ? undefined : productIdByKey(db, productKey);
  if (productId === undefined) return null;
  const others = paidOffers(db, offersOfProduct(db, productId)).filter(
    ({ publicId }) => publicId !== offerId,
  );
  const best = bestBuyableOffer(others, wantedOf(db, productId, null));
  return best === undefined ? null : { price: fromMinor(best.priceMinor), currency: best.currency };
}

/** The identifiers of a product that is kept apart stay with the product that has them. */
function withoutSharedIdentifiers(db: ReadDb, product: ExtractedProduct): ExtractedProduct {
  if (findProductKey(db, product) === null) return product;
  const { gtin: _gtin, mpn: _mpn, ...own } = product;
  return own;
}

type SizeQuestion = Extract<AddLinkResult, { outcome: "size" }>;

/** The question about a new page that sells another pack size than the product that it would join; null without one. */
export function askAboutSize(db: ReadDb, page: FetchedPage): SizeQuestion | null {
  const { url, product, offer } = page;
  const { productKey, offerId } = matchPage(db, page);
  const productId = productKey === null ? undefined : productIdByKey(db, productKey);
  if (productKey === null || productId === undefined || offerId !== null) return null;
  const { title } = ownProduct(url, product);
  const size = offer.size ?? sizeInTitle(title);
  const joined = { productId, title: storedTitle(db, productKey) };
  const productSize = differentSize(db, joined, size);
  if (size === null || productSize === null) return null;
  const own = { title, image: product.image ?? null, ...shownPrice(offer), size };
  return { outcome: "size", ...own, product_key: productKey, product_size: productSize };
}

/** Keeps the size of the product that a page joins in spite of its own, which is returned. */
function keepSizes(
  tx: WriteDb,
  productId: number,
  { size, product_size: productSize }: SizeQuestion,
): Pick<OfferTerms, "size"> {
  keepSizeOfPages(tx, productId, productSize);
  return { size };
}

/** Saves a page's product and offer with the user's selections, in one transaction. */
export function savePage(context: RequestContext, page: FetchedPage): AddedResult {
  const publishContext = createPublishContext(context);
  const { saving = (_tx, _nowMs, save) => ({ ...save(), act_id: null }) } = page;
  const saved = writeDurably(context.db, (tx) =>
    saving(tx, publishContext.nowMs, () => saveInTransaction(tx, publishContext, page)),
  );
  context.effects.wakeWorker("archive");
  return saved;
}

function saveInTransaction(tx: WriteDb, publishContext: PublishContext, page: FetchedPage): AddedPage {
  const { url, offer, outcome, pick, listing, isRendered, recipe } = page;
  const { nowMs } = publishContext;
  const known = matchPage(tx, page);
  const product = known.productKey === null ? withoutSharedIdentifiers(tx, page.product) : page.product;
  const best = bestBefore(tx, known);
  const other = askAboutSize(tx, page);
  const wasReadRight = isReadBySelf(tx, page);
  const correction = correctByClick(tx, known, page, nowMs);
  const ownTitle = ownProduct(url, product).title;
  const title = known.productKey === null ? ownTitle : storedTitle(tx, known.productKey);
  const { productId, productKey } = importProduct(
    tx,
    toCatalogueLine(url, { ...product, title }, offer, nowMs, known),
    { ...publishContext, isSample: false, isEntered: outcome === null },
  );
  const stored = savedOffer(tx, productId, known, url);
  saveJoinedPage(tx, publishContext, page, known, stored);
  const { etag, lastModified } = outcome?.kind === "page" ? outcome : { etag: null, lastModified: null };
  if (recipe !== null) saveShopRecipe(tx, recipe, nowMs);
  const validators = { etag, lastModified };
  const terms = { ...termsOf(offer), ...(other && keepSizes(tx, productId, other)) };
  saveTrackedPage(tx, {
    offerId: stored.id,
    url,
    ...validators,
    addedMs: nowMs,
    pick,
    listing,
    isRendered,
    terms,
  });
  askForNewPage(tx, stored, { isUrgent: page.isUrgent ?? true, nowMs });
  recordTerms(tx, publishContext, stored.id, statedTerms(offer));
  if (outcome !== null) {
    saveCheck(tx, stored.id, { ...goodCheck(), atMs: nowMs });
    saveSeenShop(tx, stored, page.product);
    recordFurther(tx, publishContext, stored, furtherPrices(offer, page.further));
  }
  endRound(tx, publishContext, productId);
  return {
    outcome: "added",
    product_key: productKey,
    title,
    page_title: ownTitle,
    offer_id: stored.publicId,
    ...shownPrice(offer),
    is_sold_out: offer.availability === "out",
    is_known_product: known.productKey !== null,
    is_known_page: known.offerId !== null,
    best_before: best,
    correction,
    is_read_without_click: wasReadRight,
  };
}
