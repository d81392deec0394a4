/** How a shop likes its prices to end: .99, .49 or .99, or .00. */
export type PriceEnding = "ninety-nine" | "half" | "even";

export interface SampleRetailer {
  readonly key: RetailerKey;
  /** Host name below `.example`, which can never be registered. */
  readonly domain: string;
  readonly name: string;
  /** Its prices relative to the average shop: 0.97 is three percent cheaper. */
  readonly level: number;
  readonly ending: PriceEnding;
  /** Whether a check can be requested (contract, section 4, Scheduling). */
  readonly isRecheckable: boolean;
}

export const retailerKeys = [
  "market",
  "electronics",
  "superstore",
  "home",
  "books",
  "toys",
  "outdoors",
  "outlet",
] as const;
export type RetailerKey = (typeof retailerKeys)[number];

export const retailersByKey: Readonly<Record<RetailerKey, SampleRetailer>> = {
  market: createRetailer("market", "Market", 0.98, "ninety-nine", true),
  electronics: createRetailer("electronics", "Electronics", 1.0, "ninety-nine", true),
  superstore: createRetailer("superstore", "Superstore", 0.97, "half"),
  home: createRetailer("home", "Home", 1.03, "even"),
  books: createRetailer("books", "Books", 1.02, "half"),
  toys: createRetailer("toys", "Toys", 1.01, "ninety-nine"),
  outdoors: createRetailer("outdoors", "Outdoors", 1.04, "even"),
  outlet: createRetailer("outlet", "Outlet", 0.93, "ninety-nine"),
};

function createRetailer(
  key: RetailerKey,
  name: string,
  level: number,
  ending: PriceEnding,
  isRecheckable = false,
): SampleRetailer {
  return { key, domain: `sample-${key}.example`, name: `Sample ${name}`, level, ending, isRecheckable };
}

export const sampleRetailers: readonly SampleRetailer[] = Object.values(retailersByKey);

const recheckableDomains = new Set(
  sampleRetailers.filter(({ isRecheckable }) => isRecheckable).map(({ domain }) => domain),
);

/** True for the marketplace and the electronics retailer only. `retailer` is a host name in any case. */
export function isSampleRecheckable(retailer: string): boolean {
  return recheckableDomains.has(retailer.toLowerCase().replace(/^www\./, ""));
}
