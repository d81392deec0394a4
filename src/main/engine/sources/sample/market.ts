import { offersOf, type SampleOffer } from "./offers.js";
import { productsOf, type SampleProduct } from "./products.js";

export interface Listing {
  readonly product: SampleProduct;
  readonly offer: SampleOffer;
}

/** Everything about the market that does not change with time. */
export interface Market {
  readonly products: readonly { readonly product: SampleProduct; readonly offers: readonly SampleOffer[] }[];
  readonly listings: ReadonlyMap<string, Listing>;
}

function buildMarket(seed: number): Market {
  const listings = new Map<string, Listing>();
  const products = productsOf(seed).map((product) => {
    const offers = offersOf(seed, product);
    for (const offer of offers) listings.set(offer.id, { product, offer });
    return { product, offers };
  });
  return { products, listings };
}

let latest: { readonly seed: number; readonly market: Market } | null = null;

/** The market of a seed. The last one built is kept: it is a pure function, and a ticker asks every minute. */
export function marketOf(seed: number): Market {
  if (latest?.seed !== seed) latest = { seed, market: buildMarket(seed) };
  return latest.market;
}
