/** How a shop likes its prices to end: .99, .49 or .99, or .00. */
export type PriceEnding = "ninety-nine" | "half" | "even";

export interface SampleRetailer {
  readonly key: RetailerKey;
  /** Host name below `.example`, which can never be registered. */
  readonly domain: string;
  readonly name: string;
  readonly ending: PriceEnding;
  /** Whether a check can be requested (contract, section 4, Scheduling). */
  readonly isRecheckable: boolean;
}

export type RetailerKey =
  | "market"
  | "electronics"
  | "superstore"
  | "home"
  | "books"
  | "toys"
  | "outdoors"
  | "outlet";

export const retailersByKey: Readonly<Record<RetailerKey, SampleRetailer>> = {
  market: createRetailer("market", "Market", "ninety-nine", true),
  electronics: createRetailer("electronics", "Electronics", "ninety-nine", true),
  superstore: createRetailer("superstore", "Superstore", "half"),
  home: createRetailer("home", "Home", "even"),
  books: createRetailer("books", "Books", "half"),
  toys: createRetailer("toys", "Toys", "ninety-nine"),
  outdoors: createRetailer("outdoors", "Outdoors", "even"),
  outlet: createRetailer("outlet", "Outlet", "ninety-nine"),
};

function createRetailer(
  key: RetailerKey,
  name: string,
  ending: PriceEnding,
  isRecheckable = false,
): SampleRetailer {
  return { key, domain: `sample-${key}.example`, name: `Sample ${name}`, ending, isRecheckable };
}

const sampleRetailers: readonly SampleRetailer[] = Object.values(retailersByKey);

const recheckableDomains = new Set(
  sampleRetailers.filter(({ isRecheckable }) => isRecheckable).map(({ domain }) => domain),
);

/** True for the marketplace and the electronics retailer only. `retailer` is a host name in any case. */
export function isSampleRecheckable(retailer: string): boolean {
  return recheckableDomains.has(retailer.toLowerCase().replace(/^www\./, ""));
}
