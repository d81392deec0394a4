import type { OfferTerms } from "../../../../shared/app/pages.js";
import type { StatedTerm } from "../../../../shared/app/paying.js";
import type { ExtractedOffer } from "../../extract/extraction.js";

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
