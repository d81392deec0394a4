import type { OfferCheck } from "../../../../shared/app/watch.js";
import { offerById, type StoredOffer } from "../../db/prices/offer.js";
import { lastCheckOfOffer } from "../../db/prices/offer-check.js";
import type { ReadDb } from "../../db/store.js";
import { scheduleOfProduct } from "../../db/watch/schedule.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import type { Source } from "../../sources/source.js";
import { statedPrice } from "../products/best-offer.js";
import { requireProductId } from "../products/require-product.js";
import type { AccountContext, AsyncOperation } from "../request/context.js";
import { checkableOffers } from "./schedule-run.js";

/** A product and the account whose schedule it may have. */
export interface WatchedBy {
  readonly accountId: number;
  readonly productId: number;
}

interface CheckContext extends AccountContext {
  readonly sources: readonly Source[];
  readonly checkOffers: (product: WatchedBy) => Promise<void>;
}

/** A check that recorded nothing, because the engine stopped or failed. */
const unrecorded = { outcome: "error", detail: "The check was not completed; see the engine's log." };

function toOfferCheck(db: ReadDb, before: StoredOffer, startedMs: number): OfferCheck[] {
  const offer = offerById(db, before.id);
  // It may have been removed during the check.
  if (offer?.publicId !== before.publicId) return [];
  const last = lastCheckOfOffer(db, offer.id);
  const { outcome, detail } = last !== undefined && last.checkedMs >= startedMs ? last : unrecorded;
  return [
    {
      retailer: offer.retailer,
      outcome,
      reason: detail,
      ...statedPrice(offer),
      ...(outcome === "ok" ? {} : { price: null }),
      previous: statedPrice(before).price,
      availability: fromAvailabilityCode(offer.availability),
    },
  ];
}

/** Checks a product now, watched or not. Throws `ERR_PRODUCT_NOT_FOUND`. */
export const checkProduct: AsyncOperation<"products.check", CheckContext> = async (
  context,
  { product_key },
) => {
  const { db, clock, accountId, sources, checkOffers } = context;
  const productId = requireProductId(db, product_key);
  const schedule = scheduleOfProduct(db, accountId, productId);
  const offers = checkableOffers(db, sources, { productId, retailer: schedule?.retailer ?? null });
  // A run in progress may have recorded some checks already.
  const startedMs = schedule?.runStartedMs ?? clock.now();
  await checkOffers({ accountId, productId });
  return { checks: offers.flatMap((offer) => toOfferCheck(db, offer, startedMs)) };
};
