import { offerById, offerByPublicId, offersOfProduct, type StoredOffer } from "../../db/offer.js";
import type { ReadDb } from "../../db/store.js";
import { offerOfUpstream } from "../../db/upstream-link.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { UpstreamOffer } from "../../sources/upstream/query.js";

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
export interface OfferEntry {
  readonly remoteId: string;
  readonly publicId: string;
  readonly offer: UpstreamOffer;
}

/** Prepares a product's offers for import: matched to stored listings, without times in the future. */
export function toOfferEntries(
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
