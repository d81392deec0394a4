import { createHash } from "node:crypto";
import type { Product } from "../../../../shared/contract/product.js";
import { addConditionPoint, deleteConditions } from "../../db/prices/condition-point.js";
import { deleteEditsOfOffer, saveEdit } from "../../db/prices/history-edit.js";
import {
  insertOffer,
  isMovedOffer,
  offerById,
  offerByPublicId,
  offersOfProduct,
  type StoredOffer,
  updateOffer,
} from "../../db/prices/offer.js";
import { mergePoints, readPointBefore, replacePoints } from "../../db/prices/price-history.js";
import { insertSample } from "../../db/prices/price-sample.js";
import { readRecordingState } from "../../db/prices/recording-state.js";
import { findByIdentifier } from "../../db/products/identifier.js";
import { mergeTargetId, productsMergedInto } from "../../db/products/merged-product.js";
import {
  insertProduct,
  productById,
  productIdByKey,
  refreshOfferCount,
  updateProduct,
} from "../../db/products/product.js";
import { saveProductText } from "../../db/products/product-text.js";
import { saveReview } from "../../db/products/review.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { toGtin14 } from "../../domain/gtin.js";
import { isUnpriced, toMinor } from "../../domain/money.js";
import { hasSameValue, type PricePoint, toAvailabilityCode } from "../../domain/price-point.js";
import { normaliseHost, normaliseProductUrl } from "../../domain/product-url.js";
import { newProductSuffix } from "../../domain/random-text.js";
import type { CatalogueOffer, CatalogueProduct } from "../../sources/catalogue/line.js";
import { endWithPresentPrice, lastKnownState } from "../prices/record.js";
import { saveIdentifiers } from "../products/product-identifiers.js";
import type { RandomBytes } from "../request/context.js";
import { addToRound, type PublishContext, reportChange } from "../webhooks/publish-event.js";

export interface ImportOptions extends PublishContext {
  readonly isSample: boolean;
  /** The user entered the present prices. */
  readonly isEntered?: boolean;
}

/** The outcome of importing one line. */
export interface ImportedProduct {
  readonly productId: number;
  readonly productKey: string;
  readonly offers: number;
  readonly points: number;
  readonly reviews: number;
  /** Name the parts left out. */
  readonly notes: readonly string[];
}

/** Rejects a whole line; nothing of it is saved. */
export class RejectedLineError extends Error {}

/** Finds the stored product by product key, or else by barcode, or else by the URL of an offer. */
export function findExistingProduct(tx: ReadDb, line: CatalogueProduct): number | null {
  const byKey =
    line.service === undefined
      ? undefined
      : (productIdByKey(tx, line.service) ?? mergeTargetId(tx, line.service));
  if (byKey !== undefined) return byKey;
  const gtin = toGtin14(line.barcode);
  const byBarcode = gtin === null ? null : findByIdentifier(tx, "barcode", gtin);
  if (byBarcode !== null) return byBarcode.productId;
  for (const offer of line.offers) {
    const key = normaliseProductUrl(offer.URL);
    const byUrl = key === null ? null : findByIdentifier(tx, "url", key);
    if (byUrl !== null) return byUrl.productId;
  }
  return null;
}

/** The readable part of a product key. */
function toSlug(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "item" : slug;
}

export function newProductKey(title: string, randomBytes: RandomBytes): string {
  return `product/${toSlug(title)}/${newProductSuffix(randomBytes)}`;
}

/** Fields of the line win; absent fields stay unchanged. */
function mergeProduct(
  existing: Product | undefined,
  line: CatalogueProduct,
  randomBytes: RandomBytes,
): Product {
  const { type: _type, offers: _offers, review: _review, ...fields } = line;
  const productKey = existing?.service ?? fields.service ?? newProductKey(line.title, randomBytes);
  return { ...existing, ...fields, service: productKey } as Product;
}

/**
 * Whether a line describes a product that was merged into this one. Its offers are imported, but the
 * remaining product keeps its own fields.
 */
function isMergedLine(tx: WriteDb, productId: number, line: CatalogueProduct): boolean {
  const gtin = toGtin14(line.barcode);
  return productsMergedInto(tx, productId).some(
    ({ product }) =>
      product.service === line.service || (gtin !== null && toGtin14(product.barcode) === gtin),
  );
}

function saveProductLine(tx: WriteDb, line: CatalogueProduct, options: ImportOptions) {
  const existingId = findExistingProduct(tx, line);
  const existing = existingId === null ? undefined : productById(tx, existingId)?.product;
  if (existingId !== null && existing !== undefined && isMergedLine(tx, existingId, line))
    return { id: existingId, product: existing };
  const product = mergeProduct(existing, line, options.randomBytes);
  const input = { product, isSample: options.isSample, nowMs: options.nowMs };
  if (existingId === null) return { id: insertProduct(tx, input), product };
  updateProduct(tx, existingId, input);
  return { id: existingId, product };
}

/** Derives an id that stays the same for the same listing. */
function deriveOfferId(productKey: string, offer: CatalogueOffer): string {
  const { retailer, URL: url, seller, condition } = offer;
  const listing = [productKey, normaliseHost(retailer), url, seller ?? "", condition ?? ""];
  return `offer_${createHash("sha256").update(listing.join("\n")).digest("hex").slice(0, 20)}`;
}

/** Finds a stored listing by its fields: its generated id may stem from an earlier product key. */
function findListing(tx: WriteDb, productId: number, offer: CatalogueOffer): StoredOffer | undefined {
  return offersOfProduct(tx, productId).find(
    (known) =>
      known.url === offer.URL &&
      known.retailer === normaliseHost(offer.retailer) &&
      known.seller === (offer.seller ?? null) &&
      known.condition === (offer.condition ?? null),
  );
}

function lastSeenMs(offer: CatalogueOffer, nowMs: number): number {
  if (offer.timestamp !== undefined) return Date.parse(offer.timestamp);
  const newest = offer.history.reduce<CatalogueOffer["history"][number] | null>(
    (last, point) =>
      last === null || Date.parse(point.timestamp) > Date.parse(last.timestamp) ? point : last,
    null,
  );
  // The present price, if it is another one, came later.
  const isPresent = newest?.price === offer.price && (newest.currency ?? offer.currency) === offer.currency;
  return isPresent ? Date.parse(newest.timestamp) : nowMs;
}

function toStoredOffer(
  productId: number,
  publicId: string,
  offer: CatalogueOffer,
  nowMs: number,
): Omit<StoredOffer, "id"> {
  const priceMinor = toMinor(offer.price);
  if (priceMinor <= 0)
    throw new RejectedLineError(`offer ${publicId}: a price of ${offer.price} rounds to zero`);
  return {
    publicId,
    productId,
    retailer: normaliseHost(offer.retailer),
    currency: offer.currency,
    priceMinor,
    availability: toAvailabilityCode(offer.availability),
    condition: offer.condition ?? null,
    conditionGrade: offer.condition_grade ?? null,
    url: offer.URL,
    seller: offer.seller ?? null,
    isMarketplace: offer.is_marketplace ?? null,
    isTrusted: offer.trusted,
    isValid: offer.valid,
    isAuction: offer.auction,
    seenMs: lastSeenMs(offer, nowMs),
  };
}

/** An older file must not revert an offer's price; a newer one may publish events (decision 42). */
function saveOffer(tx: WriteDb, incoming: Omit<StoredOffer, "id">, options: ImportOptions): number {
  const known = offerByPublicId(tx, incoming.publicId);
  if (known === undefined) {
    const id = insertOffer(tx, incoming);
    addToRound(tx, options, { id, productId: incoming.productId }, { before: null, atMs: incoming.seenMs });
    return id;
  }
  if (known.productId !== incoming.productId && !isMovedOffer(tx, known.id))
    throw new RejectedLineError(`offer ${incoming.publicId} belongs to another product`);
  const isOlder = incoming.seenMs < known.seenMs;
  const state = readRecordingState(tx, known.id);
  const before =
    state === undefined
      ? known
      : lastKnownState(tx, state, { ...incoming, offerId: known.id, atMs: incoming.seenMs });
  const { currency, priceMinor, availability, seenMs } = isOlder ? known : incoming;
  const { id, productId } = known;
  updateOffer(tx, { ...incoming, id, productId, currency, priceMinor, availability, seenMs });
  if (isOlder) return id;
  if (known.currency === incoming.currency) {
    reportChange(tx, options, id, { before, after: incoming, atMs: incoming.seenMs });
    return id;
  }
  // Amounts in different currencies cannot be compared, so the old history is dropped.
  deleteEditsOfOffer(tx, id);
  deleteConditions(tx, id);
  replacePoints(tx, id, []);
  addToRound(tx, options, known, { before: null, atMs: incoming.seenMs });
  return id;
}

function importConditions(tx: WriteDb, offerId: number, { conditions = [] }: CatalogueOffer): void {
  for (const { kind, price, words, timestamp } of conditions) {
    const priceMinor = price === null ? null : toMinor(price);
    addConditionPoint(tx, offerId, { kind, priceMinor, words, atMs: Date.parse(timestamp) });
  }
}

/** Drops points of 0 or less, or in a currency other than the offer's (decision 42). */
export function parseHistory(offer: CatalogueOffer, currency: string) {
  const points = offer.history
    .filter((point) => toMinor(point.price) > 0 && (point.currency ?? offer.currency) === currency)
    .map(
      (point): PricePoint => ({
        atMs: Date.parse(point.timestamp),
        priceMinor: toMinor(point.price),
        availability: toAvailabilityCode(point.availability),
      }),
    );
  return { points, dropped: offer.history.length - points.length };
}

function enterPrice(tx: WriteDb, offerId: number, { atMs, ...after }: PricePoint): void {
  const last = readPointBefore(tx, offerId, Number.MAX_SAFE_INTEGER);
  if (last === null || !hasSameValue(last, after)) saveEdit(tx, { offerId, atMs, after, madeMs: atMs });
}

/** Samples that are known already stay as they are. */
function importSamples(tx: WriteDb, offerId: number, { samples = [] }: CatalogueOffer): void {
  for (const { price, availability, timestamp, ...sample } of samples)
    if (toMinor(price) > 0)
      insertSample(
        tx,
        {
          ...sample,
          offerId,
          priceMinor: toMinor(price),
          atMs: Date.parse(timestamp),
          availability: toAvailabilityCode(availability),
        },
        null,
      );
}

function importOffer(
  tx: WriteDb,
  product: { id: number; product: Product },
  offer: CatalogueOffer,
  options: ImportOptions,
) {
  const publicId =
    offer.id ?? findListing(tx, product.id, offer)?.publicId ?? deriveOfferId(product.product.service, offer);
  const stored = toStoredOffer(product.id, publicId, offer, options.nowMs);
  const offerId = saveOffer(tx, stored, options);
  importSamples(tx, offerId, offer);
  // Auction listings never carry history (decision 17).
  if (offer.auction || isUnpriced(offer)) return { points: 0, note: null };
  const currency = offerById(tx, offerId)?.currency ?? stored.currency;
  if (currency === stored.currency) importConditions(tx, offerId, offer);
  const { points, dropped } = parseHistory(offer, currency);
  const { seenMs: atMs, priceMinor, availability } = stored;
  const currentPoint: PricePoint = { atMs, priceMinor, availability };
  const currentPoints = currency === stored.currency ? [currentPoint] : [];
  const added = points.length === 0 ? currentPoints : points;
  if (options.isEntered === true) enterPrice(tx, offerId, currentPoint);
  else mergePoints(tx, offerId, added);
  endWithPresentPrice(tx, offerId, options.nowMs);
  const note =
    dropped === 0
      ? null
      : `offer ${publicId}: left out ${dropped} history ${dropped === 1 ? "point" : "points"} of 0 or less, or in another currency`;
  return { points: added.length, note };
}

/** Imports one product line: product, identifiers, text, offers, history and review. All or nothing. */
export function importProduct(tx: WriteDb, line: CatalogueProduct, options: ImportOptions): ImportedProduct {
  const saved = saveProductLine(tx, line, options);
  const imported = line.offers.map((offer) => importOffer(tx, saved, offer, options));
  saveIdentifiers(tx, saved.id, saved.product);
  saveProductText(tx, saved.id, saved.product);
  refreshOfferCount(tx, saved.id);
  if (line.review !== undefined) saveReview(tx, saved.id, line.review);
  return {
    productId: saved.id,
    productKey: saved.product.service,
    offers: line.offers.length,
    points: imported.reduce((sum, { points }) => sum + points, 0),
    reviews: line.review === undefined ? 0 : 1,
    notes: imported.map(({ note }) => note).filter((note) => note !== null),
  };
}
