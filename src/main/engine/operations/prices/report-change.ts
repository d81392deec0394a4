import { insertRound, insertRoundChange } from "../../db/alerts/round.js";
import { offerById, type StoredOffer } from "../../db/prices/offer.js";
import type { WriteDb } from "../../db/store.js";
import type { OfferState } from "../../domain/price-event.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { type PublishContext, publishChange } from "../webhooks/publish-event.js";

interface OfferChange {
  readonly before: OfferState;
  readonly after: OfferState;
  /** When the new state was seen; the history before is past. */
  readonly atMs: number;
  /** Goods in stock that could only be ordered ahead before: both are `in` for the API. */
  readonly isRelease?: boolean;
}

/**
 * Reports a change of an offer's present price or stock: to the webhooks of programs (decision 28), and to the round of its
 * product, at whose end the shopper's rules are evaluated. `before` and `after` are both confirmed and in the offer's
 * currency.
 */
export function reportChange(
  tx: WriteDb,
  context: PublishContext,
  offerId: number,
  change: OfferChange,
): void {
  const offer = offerById(tx, offerId);
  if (offer === undefined) return;
  publishChange(tx, context, offer, change.before, change.after);
  addToRound(tx, context, offer, change);
}

/**
 * Adds an offer's state before to the round of its product, or opens one; null for an offer that has just joined. Products
 * that are not scheduled have no rounds.
 */
export function addToRound(
  tx: WriteDb,
  { nowMs }: Pick<PublishContext, "nowMs">,
  { id, productId }: Pick<StoredOffer, "id" | "productId">,
  {
    before,
    atMs,
    isRelease = false,
  }: Pick<OfferChange, "atMs" | "isRelease"> & { readonly before: OfferState | null },
): void {
  if (!insertRound(tx, productId, Math.min(atMs, nowMs), nowMs)) return;
  const { priceMinor, availability } = before ?? {
    priceMinor: null,
    availability: availabilityCodes.unknown,
  };
  insertRoundChange(tx, { offerId: id, priceMinor, availability, isRelease });
}
