import type { RetailerKey } from "./data/category.js";

/** How a shop likes its prices to end. */
export type PriceEnding = "ninety-nine" | "half" | "even";

export interface SampleRetailer {
  readonly key: RetailerKey;
  /** Host name; all are below `.example`, which can never be registered. */
  readonly domain: string;
  readonly name: string;
  /** Its prices against the average shop's: 0.97 is three percent cheaper. */
  readonly level: number;
  readonly ending: PriceEnding;
  /** Whether a check can be asked for (contract, section 4, Scheduling). */
  readonly isRecheckable: boolean;
}

export const retailersByKey: Readonly<Record<RetailerKey, SampleRetailer>> = {
  market: shop("market", "sample-market.example", "Sample Market", 0.98, "ninety-nine", true),
  electronics: shop(
    "electronics",
    "sample-electronics.example",
    "Sample Electronics",
    1.0,
    "ninety-nine",
    true,
  ),
  superstore: shop("superstore", "sample-superstore.example", "Sample Superstore", 0.97, "half", false),
  home: shop("home", "sample-home.example", "Sample Home", 1.03, "even", false),
  books: shop("books", "sample-books.example", "Sample Books", 1.02, "half", false),
  toys: shop("toys", "sample-toys.example", "Sample Toys", 1.01, "ninety-nine", false),
  outdoors: shop("outdoors", "sample-outdoors.example", "Sample Outdoors", 1.04, "even", false),
  outlet: shop("outlet", "sample-outlet.example", "Sample Outlet", 0.93, "ninety-nine", false),
};

function shop(
  key: RetailerKey,
  domain: string,
  name: string,
  level: number,
  ending: PriceEnding,
  isRecheckable: boolean,
): SampleRetailer {
  return { key, domain, name, level, ending, isRecheckable };
}

/** The eight shops of the sample market. */
export const sampleRetailers: readonly SampleRetailer[] = Object.values(retailersByKey);

const recheckable = new Set(sampleRetailers.filter((each) => each.isRecheckable).map((each) => each.domain));

/** True for the marketplace and the consumer-electronics retailer only. `retailer` is a host name, any case. */
export function isSampleRecheckable(retailer: string): boolean {
  return recheckable.has(retailer.toLowerCase().replace(/^www\./, ""));
}
