import { createHash } from "node:crypto";
import { type Condition, condition } from "../../../../shared/contract/primitives.js";
import { insertOffer, offerByPublicId, type StoredOffer, updateOfferSeller } from "../../db/prices/offer.js";
import { mergePoints } from "../../db/prices/price-history.js";
import { refreshOfferCount } from "../../db/products/product.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { availabilityCodes } from "../../domain/price-point.js";
import type { FurtherPrice } from "../../sources/source.js";
import { addToRound, type PublishContext } from "../webhooks/publish-event.js";
import { recordObservations } from "./record.js";

type PageOffer = Pick<StoredOffer, "publicId">;

/** The same for the same page and condition, so that the offer is found wherever the user has moved it. */
function furtherId({ publicId }: PageOffer, of: Condition): string {
  return `offer_${createHash("sha256").update(`${publicId}\n${of}`).digest("hex").slice(0, 20)}`;
}

/** The offers of other conditions that a page's checks have found. They have no checks of their own. */
export function offersInOtherConditions(db: ReadDb, own: PageOffer): StoredOffer[] {
  return condition.options.flatMap((each) => offerByPublicId(db, furtherId(own, each)) ?? []);
}

function addOffer(tx: WriteDb, context: PublishContext, own: StoredOffer, price: FurtherPrice): void {
  const { nowMs } = context;
  const { id: _, ...listing } = { ...own, ...price, conditionGrade: null, isValid: true, seenMs: nowMs };
  const id = insertOffer(tx, { ...listing, publicId: furtherId(own, price.condition) });
  mergePoints(tx, id, [{ ...price, atMs: nowMs }]);
  addToRound(tx, context, { id, productId: own.productId }, { before: null, atMs: nowMs });
  refreshOfferCount(tx, own.productId);
}

/**
 * Records what a page asks in other conditions than that of its own offer, each as an offer of the product. What the page no
 * longer offers is sold out; `null` if it is unchanged.
 */
export function recordFurther(
  tx: WriteDb,
  context: PublishContext,
  own: StoredOffer,
  prices: readonly FurtherPrice[] | null,
): void {
  const known = offersInOtherConditions(tx, own);
  for (const offer of known) {
    const soldOut = { ...offer, availability: availabilityCodes.out };
    const seen = prices?.find((each) => each.condition === offer.condition) ?? soldOut;
    const { priceMinor, availability, seller } = prices === null ? offer : seen;
    recordObservations(tx, context, [{ offerId: offer.id, priceMinor, availability, atMs: context.nowMs }]);
    updateOfferSeller(tx, offer.id, seller);
  }
  for (const price of prices ?? [])
    if (!known.some((offer) => offer.condition === price.condition)) addOffer(tx, context, own, price);
}
