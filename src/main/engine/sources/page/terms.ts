import type { OfferTerms } from "../../../../shared/app/pages.js";
import type { StatedTerm } from "../../../../shared/app/paying.js";
import { toMinor } from "../../domain/money.js";
import { availabilityCodes, toAvailabilityCode } from "../../domain/price-point.js";
import type { ExtractedOffer, FurtherOffer } from "../../extract/extraction.js";
import type { FurtherPrice } from "../source.js";

/** What the page states beside the price that is recorded as a series. */
export function statedTerms({ conditions = [], shipping }: ExtractedOffer): StatedTerm[] {
  return shipping === undefined
    ? [...conditions]
    : [...conditions, { kind: "shipping", price: shipping, words: null }];
}

/** What the page says beside the price. A former price that is no higher than today's says nothing. */
export function termsOf(offer: ExtractedOffer): OfferTerms {
  const { price, list_price, lowest_30_days, shipping, ordering, size, cheapest } = offer;
  const isReduced = list_price !== undefined && price !== null && list_price > price;
  return {
    ...(isReduced ? { list_price } : {}),
    ...(lowest_30_days === undefined ? {} : { lowest_30_days }),
    ...(shipping === undefined ? {} : { shipping }),
    ...(ordering === undefined ? {} : { ordering }),
    ...(size === undefined ? {} : { size }),
    ...(cheapest === undefined ? {} : { cheapest: { ...cheapest, price } }),
  };
}

/** The best offer of each other condition, in the currency of the page's price: one that is not sold out, then the cheapest. */
export function furtherPrices(
  { condition: own = "new", currency: ownCurrency }: Pick<ExtractedOffer, "condition" | "currency">,
  offers: readonly FurtherOffer[] = [],
): FurtherPrice[] {
  const prices = offers
    .filter(
      ({ condition = "new", currency }) => condition !== own && (currency ?? ownCurrency) === ownCurrency,
    )
    .map(({ condition = "new", price, availability = null, seller = null }) => {
      return {
        condition,
        priceMinor: toMinor(price),
        availability: toAvailabilityCode(availability),
        seller,
      };
    });
  const isOut = ({ availability }: FurtherPrice) => Number(availability === availabilityCodes.out);
  const bestLast = prices.toSorted((one, two) => isOut(two) - isOut(one) || two.priceMinor - one.priceMinor);
  return [...new Map(bestLast.map((each) => [each.condition, each])).values()];
}
