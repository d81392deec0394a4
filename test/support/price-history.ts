import { DAY_MS } from "../../src/shared/time.js";
import type { ProductLine } from "./catalogue.js";

/** When a price began to apply, in days before now, and the price. */
export type PricePeriod = readonly [daysAgo: number, price: number, availability?: "out" | undefined];

interface Listing {
  readonly id: string;
  readonly retailer: string;
  readonly seller?: string;
  readonly condition?: "new" | "used";
  readonly currency?: string;
  readonly prices: readonly PricePeriod[];
}

function offerLine(listing: Listing, nowMs: number) {
  const { id, retailer, seller, condition = "new", currency = "USD", prices } = listing;
  const points = prices.map(([daysAgo, price, availability]) => ({
    price,
    availability: availability ?? ("in" as const),
    timestamp: new Date(nowMs - Math.round(daysAgo * DAY_MS)).toISOString(),
  }));
  const { price, availability } = points.at(-1) ?? { price: 1, availability: "in" as const };
  return {
    id,
    retailer,
    seller,
    condition,
    price,
    availability,
    currency,
    URL: `https://${retailer}/${id}`,
    timestamp: new Date(nowMs).toISOString(),
    history: points,
  };
}

function productLine(
  productKey: string,
  title: string,
  listings: readonly Listing[],
  nowMs: number,
): ProductLine {
  return {
    type: "product",
    service: productKey,
    title,
    offers: listings.map((listing) => offerLine(listing, nowMs)),
  };
}

/** Three shops, one with two offers and one with a used one; for a fortnight all of them are out of stock. */
export function lantern(nowMs: number): ProductLine {
  return productLine(
    "product/test-lantern/l1",
    'Harbour Lantern "Größe 2"',
    [
      {
        id: "lantern-a",
        retailer: "alder.example",
        prices: [
          [85, 60],
          [70, 55],
          [50, 55, "out"],
          [36, 58],
          [20, 49],
          [6, 52],
        ],
      },
      {
        id: "lantern-b",
        retailer: "birch.example",
        seller: "=HYPERLINK(1)",
        prices: [
          [85, 64],
          [60, 59],
          [48, 59, "out"],
          [34, 57],
          [12, 54],
        ],
      },
      {
        id: "lantern-c",
        retailer: "birch.example",
        seller: "Ann, Bob",
        prices: [
          [30, 66],
          [9, 62],
        ],
      },
      {
        id: "lantern-d",
        retailer: "cedar.example",
        condition: "used",
        prices: [
          [80, 40],
          [15, 35],
        ],
      },
    ],
    nowMs,
  );
}

/** Two shops that have both sold out. */
export function soldOut(nowMs: number): ProductLine {
  return productLine(
    "product/test-compass/c1",
    "Pocket Compass",
    [
      {
        id: "compass-a",
        retailer: "alder.example",
        prices: [
          [60, 25],
          [30, 22],
          [4, 22, "out"],
        ],
      },
      {
        id: "compass-b",
        retailer: "birch.example",
        prices: [
          [60, 27],
          [2, 27, "out"],
        ],
      },
    ],
    nowMs,
  );
}

/** A shop that sells in dollars and has sold out unless it is `in` stock, and two that sell in euros. */
export function twoCurrencies(nowMs: number, stock: "in" | "out" = "out"): ProductLine {
  return productLine(
    "product/test-telescope/t1",
    "Field Telescope",
    [
      {
        id: "telescope-a",
        retailer: "alder.example",
        prices: [[60, 549], [30, 529], stock === "in" ? [4, 529] : [4, 529, "out"]],
      },
      {
        id: "telescope-b",
        retailer: "birke.example",
        currency: "EUR",
        prices: [
          [60, 499],
          [9, 479],
        ],
      },
      { id: "telescope-c", retailer: "ceder.example", currency: "EUR", prices: [[60, 505]] },
    ],
    nowMs,
  );
}
