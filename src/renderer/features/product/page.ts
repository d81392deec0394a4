import { createContext, useContext } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import type { Offer } from "../../../shared/contract/offer.js";
import type { Availability } from "../../../shared/contract/primitives.js";
import type { Product } from "../../../shared/contract/product.js";
import { lastReadAt } from "../../lib/check-health.js";
import type { KnownPrices } from "../../lib/suggested-targets.js";
import type { Answer } from "../../stores/answers.js";
import type { Terms } from "./terms.js";
import type { Prices } from "./use-prices.js";

/** A price to correct; a new one has no time yet. */
export interface EditedPoint {
  readonly offerId: string;
  readonly atMs: number | null;
  readonly price: number | null;
  readonly availability: Availability | null;
  /** The page of a price that was entered by hand: then its currency can be corrected, too. */
  readonly enteredFor?: string;
}

/** What the parts of a product's page share. */
export interface ProductPage {
  readonly product: Product;
  readonly productKey: string;
  readonly prices: Prices;
  readonly terms: Terms;
  readonly overview: Answer<"schedules.overview">;
  /** Null while it is not watched. */
  readonly schedule: ScheduleOverview | null;
  /** What targets are suggested from. */
  readonly known: KnownPrices;
  /** Whether the shopper entered the offer's price and no check has seen one since. */
  readonly isEntered: (offer: Offer) => boolean;
  /** Opens the dialog to correct a price. */
  readonly edit: (point: EditedPoint) => void;
}

export const PageContext = createContext<ProductPage | null>(null);

export function usePage(): ProductPage {
  const page = useContext(PageContext);
  if (page === null) throw new Error("This is a part of a product's page");
  return page;
}

/** When a check last read the offer's price, or looked for one; null if the shopper entered it, or no check has. */
export function checkedAt({ schedule, isEntered }: ProductPage, offer: Offer | null): string | null {
  const isByHand = offer !== null && isEntered(offer);
  return schedule === null || isByHand ? null : lastReadAt(schedule, offer?.retailer ?? "");
}

/** A new price of an offer; of one that was entered, the correction of that. */
export function pointToEnter({ isEntered }: ProductPage, offer: Offer): EditedPoint {
  const { id: offerId, price, availability = null, timestamp, URL: url } = offer;
  const point = { offerId, price, availability };
  return isEntered(offer)
    ? { ...point, atMs: Date.parse(timestamp), enteredFor: url }
    : { ...point, atMs: null };
}
