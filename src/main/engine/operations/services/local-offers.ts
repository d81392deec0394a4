import { offerById, offerByPublicId, offersOfProduct, type StoredOffer } from "../../db/offer.js";
import { offerOfUpstream } from "../../db/service-link.js";
import type { ReadDb } from "../../db/store.js";
import { normaliseHost } from "../../domain/product-url.js";
import type { UpstreamOffer } from "../../sources/service/service-client.js";

/** Our word for an offer of the service's: the stored listing that it is, else its own id where that is free. */
function localOffer(
  db: ReadDb,
  serviceId: number,
  productId: number | null,
  offer: UpstreamOffer,
): { readonly publicId: string; readonly known: StoredOffer | undefined } {
  const linked = offerOfUpstream(db, serviceId, offer.id);
  const known =
    (linked === undefined ? undefined : offerById(db, linked)) ??
    (productId === null ? undefined : sameListing(db, productId, offer));
  if (known !== undefined) return { publicId: known.publicId, known };
  const isTaken = offerByPublicId(db, offer.id) !== undefined;
  return { publicId: isTaken ? `s${serviceId}:${offer.id}` : offer.id, known: undefined };
}

function sameListing(db: ReadDb, productId: number, offer: UpstreamOffer): StoredOffer | undefined {
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

/** A service's clock may be ahead of ours; nothing has been seen later than now. */
function notAfter(timestamp: string | undefined, nowMs: number): string {
  return new Date(timestamp === undefined ? nowMs : Math.min(Date.parse(timestamp), nowMs)).toISOString();
}

/** The history with the offer as it was when the service saw it last, which is its last point. */
function pointsOf(offer: UpstreamOffer, timestamp: string, nowMs: number): UpstreamOffer["history"] {
  if (offer.history.length === 0) return [];
  const { price, currency, availability } = offer;
  const past = offer.history.filter((point) => Date.parse(point.timestamp) <= nowMs);
  return [...past, { price, currency, availability, timestamp }];
}

/** An offer as it is to be imported, and its id at the service. */
export interface OfferEntry {
  readonly upstreamId: string;
  readonly publicId: string;
  readonly offer: UpstreamOffer;
}

/** The offers of a product as they are to be imported: each the stored listing that it is, none later than now. */
export function offerEntries(
  db: ReadDb,
  serviceId: number,
  productId: number | null,
  offers: readonly UpstreamOffer[],
  nowMs: number,
): OfferEntry[] {
  const byPublicId = new Map<string, OfferEntry>();
  for (const offer of offers) {
    const { publicId, known } = localOffer(db, serviceId, productId, offer);
    // Two of the service's listings that look the same here are one offer; the first speaks for it.
    if (byPublicId.has(publicId)) continue;
    const timestamp = notAfter(offer.timestamp, nowMs);
    const history = pointsOf(offer, timestamp, nowMs);
    const trust =
      known === undefined ? {} : { trusted: known.isTrusted, valid: known.isValid, auction: known.isAuction };
    const own = { ...offer, ...trust, id: publicId, timestamp, history };
    byPublicId.set(publicId, { upstreamId: offer.id, publicId, offer: own });
  }
  return [...byPublicId.values()];
}
