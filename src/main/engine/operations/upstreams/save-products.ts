import { assertNever } from "../../../../shared/assert-never.js";
import { isSampleDeal, saveDeal } from "../../db/prices/deal.js";
import { offerById, offerByPublicId, offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import { isSampleProduct, productById } from "../../db/products/product.js";
import { saveReview } from "../../db/products/review.js";
import { type ReadDb, type WriteDb, withSavepoint } from "../../db/store.js";
import { type StoredUpstream, updateUpstream } from "../../db/upstreams/upstream.js";
import {
  linkOfUpstream,
  offerOfUpstream,
  type ProductLink,
  saveOfferLink,
  saveProductLink,
  saveUpstreamIdentifier,
} from "../../db/upstreams/upstream-link.js";
import { planLookup } from "../../domain/identifier.js";
import { normaliseHost } from "../../domain/product-url.js";
import { type CatalogueProduct, catalogueProduct } from "../../sources/catalogue/line.js";
import type {
  UpstreamData,
  UpstreamOffer,
  UpstreamProduct,
  UpstreamQuery,
} from "../../sources/upstream/query.js";
import { endRound } from "../alerts/round.js";
import { findExistingProduct, importProduct, RejectedLineError } from "../catalogue/import-product.js";
import { resolveIdentifier } from "../products/resolve-identifiers.js";
import { createPublishContext, type PublishContext } from "../webhooks/publish-event.js";
import type { UpstreamContext } from "./query-upstream.js";

/** The local id for an upstream's offer: the stored listing's, or else the offer's own unless it is taken. */
function matchOffer(
  db: ReadDb,
  upstreamId: number,
  productId: number | null,
  offer: UpstreamOffer,
): { readonly publicId: string; readonly known: StoredOffer | undefined } {
  const linked = offerOfUpstream(db, upstreamId, offer.id);
  const known =
    (linked === undefined ? undefined : offerById(db, linked)) ??
    (productId === null ? undefined : findListing(db, productId, offer));
  if (known !== undefined) return { publicId: known.publicId, known };
  const isTaken = offerByPublicId(db, offer.id) !== undefined;
  return { publicId: isTaken ? `s${upstreamId}:${offer.id}` : offer.id, known: undefined };
}

function findListing(db: ReadDb, productId: number, offer: UpstreamOffer): StoredOffer | undefined {
  const isSame = (stored: StoredOffer) =>
    stored.publicId === offer.id ||
    (offer.URL !== "" &&
      stored.url === offer.URL &&
      stored.currency === offer.currency &&
      stored.retailer === normaliseHost(offer.retailer) &&
      stored.seller === (offer.seller ?? null) &&
      stored.condition === (offer.condition ?? null));
  return offersOfProduct(db, productId).find(isSame);
}

/** Caps a timestamp at now: an upstream's clock may be ahead of ours. */
function capTimestamp(timestamp: string | undefined, nowMs: number): string {
  return new Date(timestamp === undefined ? nowMs : Math.min(Date.parse(timestamp), nowMs)).toISOString();
}

/** The history up to now. Its last point is the offer as the upstream last saw it. */
function historyWithLatest(offer: UpstreamOffer, timestamp: string, nowMs: number): UpstreamOffer["history"] {
  if (offer.history.length === 0) return [];
  const { price, currency, availability } = offer;
  const past = offer.history.filter((point) => Date.parse(point.timestamp) <= nowMs);
  return [...past, { price, currency, availability, timestamp }];
}

/** An offer to import, and its id at the upstream. */
interface OfferEntry {
  readonly remoteId: string;
  readonly publicId: string;
  readonly offer: UpstreamOffer;
}

/** Prepares a product's offers for import: matched to stored listings, without times in the future. */
function toOfferEntries(
  db: ReadDb,
  upstreamId: number,
  productId: number | null,
  offers: readonly UpstreamOffer[],
  nowMs: number,
): OfferEntry[] {
  const byPublicId = new Map<string, OfferEntry>();
  for (const offer of offers) {
    const { publicId, known } = matchOffer(db, upstreamId, productId, offer);
    // Upstream listings that look the same here become one offer; the first one wins.
    if (byPublicId.has(publicId)) continue;
    const timestamp = capTimestamp(offer.timestamp, nowMs);
    const history = historyWithLatest(offer, timestamp, nowMs);
    const trust =
      known === undefined ? {} : { trusted: known.isTrusted, valid: known.isValid, auction: known.isAuction };
    const own = { ...offer, ...trust, id: publicId, timestamp, history };
    byPublicId.set(publicId, { remoteId: offer.id, publicId, offer: own });
  }
  return [...byPublicId.values()];
}

/** The kinds of data in a response, to record how old each kind is. */
export interface ResponseContents {
  readonly offers: boolean;
  readonly history: boolean;
}

const productKeyShape = catalogueProduct.shape.service;

/**
 * The line to import, the stored product that it matches, and whether that came from this upstream. If the product existed
 * before the upstream returned it, the stored fields win.
 */
function planImport(db: ReadDb, { remoteId, line }: UpstreamProduct, link: ProductLink | undefined) {
  const upstreamLine: CatalogueProduct = {
    ...line,
    offers: [...line.offers],
    ...(productKeyShape.safeParse(remoteId).success ? { service: remoteId } : {}),
  };
  const productId = link?.productId ?? findExistingProduct(db, upstreamLine);
  const existing = productId === null ? undefined : productById(db, productId)?.product;
  if (productId === null || existing === undefined)
    return { line: upstreamLine, productId: null, isOrigin: true };
  const isOrigin = link?.isOrigin ?? false;
  const { match: _match, ...own } = existing;
  return {
    line: isOrigin ? { ...upstreamLine, service: own.service } : { ...upstreamLine, ...own },
    productId,
    isOrigin,
  };
}

function saveProduct(
  tx: WriteDb,
  publishContext: PublishContext,
  upstreamId: number,
  fetched: UpstreamProduct,
  contents: ResponseContents,
): void {
  const link = linkOfUpstream(tx, upstreamId, fetched.remoteId);
  const { line, productId: knownId, isOrigin } = planImport(tx, fetched, link);
  // The sample market keeps its own products, so that removing it removes them.
  if (knownId !== null && isSampleProduct(tx, knownId)) return;
  const entries = toOfferEntries(tx, upstreamId, knownId, fetched.line.offers, publishContext.nowMs);
  const offers = entries.map(({ offer }) => offer);
  const { productId } = importProduct(tx, { ...line, offers }, { ...publishContext, isSample: false });
  for (const { remoteId, publicId } of entries) {
    const offer = offerByPublicId(tx, publicId);
    if (offer !== undefined) saveOfferLink(tx, upstreamId, remoteId, offer.id);
  }
  const saved = { upstreamId, fetched, productId, isOrigin, contents };
  saveProductLink(tx, updatedLink(link, saved, publishContext.nowMs));
  saveMatchedIdentifier(tx, fetched, productId);
  endRound(tx, publishContext, productId);
}

interface SavedProduct {
  readonly upstreamId: number;
  readonly fetched: UpstreamProduct;
  readonly productId: number;
  readonly isOrigin: boolean;
  readonly contents: ResponseContents;
}

function updatedLink(
  before: ProductLink | undefined,
  { upstreamId, fetched, productId, isOrigin, contents }: SavedProduct,
  nowMs: number,
): ProductLink {
  return {
    upstreamId,
    remoteId: fetched.remoteId,
    productId,
    isOrigin,
    productMs: nowMs,
    offersMs: contents.offers ? nowMs : (before?.offersMs ?? null),
    reviewMs: before?.reviewMs ?? null,
    historyUntilMs: contents.history ? nowMs : (before?.historyUntilMs ?? null),
  };
}

/** The upstream may match identifiers that the product itself does not list, such as a shop's link. */
function saveMatchedIdentifier(tx: WriteDb, { match, remoteId }: UpstreamProduct, productId: number): void {
  saveUpstreamIdentifier(tx, productId, { kind: "service_id", key: remoteId });
  if (match === null) return;
  const probe = planLookup(match.identifier).probes.find(({ by }) => by === match.by);
  if (probe === undefined || resolveIdentifier(tx, match.identifier)?.match.by === match.by) return;
  saveUpstreamIdentifier(tx, productId, probe);
}

/** Saves an upstream's products, each all or nothing; returns why some were rejected. */
export function saveProducts(
  tx: WriteDb,
  publishContext: PublishContext,
  upstreamId: number,
  products: readonly UpstreamProduct[],
  contents: ResponseContents,
): readonly string[] {
  const rejected: string[] = [];
  for (const product of products)
    try {
      withSavepoint(tx, () => saveProduct(tx, publishContext, upstreamId, product, contents));
    } catch (error) {
      if (!(error instanceof RejectedLineError)) throw error;
      rejected.push(error.message);
    }
  return rejected;
}

/** Saves the data that an upstream returned for a query. */
export function saveResponse(
  context: UpstreamContext,
  tx: WriteDb,
  upstream: StoredUpstream,
  query: UpstreamQuery,
  data: UpstreamData,
): void {
  const nowMs = context.clock.now();
  switch (data.kind) {
    case "products":
      saveFoundProducts(context, tx, upstream.id, query, data.products);
      break;
    case "deals":
      // The sample market keeps its own deals, so that removing it removes them.
      for (const deal of data.deals)
        if (!isSampleDeal(tx, deal.path)) saveDeal(tx, { deal, category: null }, false);
      updateUpstream(tx, { ...upstream, dealsMs: nowMs });
      break;
    case "review": {
      const link = query.kind === "review" ? linkOfUpstream(tx, upstream.id, query.id) : undefined;
      if (link === undefined) break;
      if (data.review !== null) saveReview(tx, link.productId, data.review);
      saveProductLink(tx, { ...link, reviewMs: nowMs });
      break;
    }
    case "usage":
    case "nothing":
      break;
    default:
      assertNever(data);
  }
}

function saveFoundProducts(
  context: UpstreamContext,
  tx: WriteDb,
  upstreamId: number,
  query: UpstreamQuery,
  products: readonly UpstreamProduct[],
): void {
  const publishContext = createPublishContext(context);
  const history = query.kind === "history";
  const offers = query.kind === "offers" || history;
  const rejected = saveProducts(tx, publishContext, upstreamId, products, { offers, history });
  if (rejected.length > 0)
    context.log.info("Some of an upstream's products could not be saved.", { rejected });
}
