import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../src/shared/time.js";
import type { ProductLine } from "./catalogue.js";
import { tidemarkCommand } from "./command-line.js";
import { scratchFolder } from "./scratch-folder.js";

/** A price and since when it holds, in days before now. */
export type Held = readonly [daysAgo: number, price: number, availability?: "out" | undefined];

interface Listing {
  readonly id: string;
  readonly retailer: string;
  readonly seller?: string;
  readonly condition?: "new" | "used";
  readonly held: readonly Held[];
}

function offerOf({ id, retailer, seller, condition = "new", held }: Listing, nowMs: number) {
  const points = held.map(([daysAgo, price, availability]) => ({
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
    currency: "USD",
    URL: `https://${retailer}/${id}`,
    timestamp: new Date(nowMs).toISOString(),
    history: points,
  };
}

function productOf(service: string, title: string, listings: readonly Listing[], nowMs: number): ProductLine {
  return { type: "product", service, title, offers: listings.map((listing) => offerOf(listing, nowMs)) };
}

/** Three shops, one of them with two offers and one with a used one; a fortnight in which nobody had it. */
export function lantern(nowMs: number): ProductLine {
  return productOf(
    "product/test-lantern/l1",
    'Harbour Lantern "Größe 2"',
    [
      {
        id: "lantern-a",
        retailer: "alder.example",
        held: [
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
        held: [
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
        held: [
          [30, 66],
          [9, 62],
        ],
      },
      {
        id: "lantern-d",
        retailer: "cedar.example",
        condition: "used",
        held: [
          [80, 40],
          [15, 35],
        ],
      },
    ],
    nowMs,
  );
}

/** Two shops that had it for a while, and neither has it now. */
export function soldOut(nowMs: number): ProductLine {
  return productOf(
    "product/test-compass/c1",
    "Pocket Compass",
    [
      {
        id: "compass-a",
        retailer: "alder.example",
        held: [
          [60, 25],
          [30, 22],
          [4, 22, "out"],
        ],
      },
      {
        id: "compass-b",
        retailer: "birch.example",
        held: [
          [60, 27],
          [2, 27, "out"],
        ],
      },
    ],
    nowMs,
  );
}

/** Four shops, the last one by its price without it now; a month is known of each. */
export function stove(nowMs: number, size: "small" | "large" = "small"): ProductLine {
  const listing = (retailer: string, held: readonly Held[]): Listing => ({
    id: `stove-${size}-${retailer}`,
    retailer,
    held,
  });
  return productOf(
    `product/test-stove/${size}`,
    `Camp Stove, ${size}`,
    [
      listing("cedar.example", [[30, 48]]),
      listing("birch.example", [
        [30, 52],
        [12, 50],
      ]),
      listing("dogwood.example", [[30, 55]]),
      listing("alder.example", [
        [30, 60],
        [3, 60, "out"],
      ]),
    ],
    nowMs,
  );
}

/** As much as eight shops can have told in a year: prices that wander, now and then out of stock. */
export function manyPoints(nowMs: number, offers: number, points: number, days: number): ProductLine {
  const listings = Array.from({ length: offers }, (_, offer) => {
    let price = 200 + offer * 15;
    let seed = offer + 1;
    const held = Array.from({ length: points }, (_, n): Held => {
      // A walk that is the same in every run, and does not stray far.
      seed = (seed * 48_271) % 2_147_483_647;
      price += (seed / 2_147_483_647 - 0.5) * 3 + (200 + offer * 15 - price) / 400;
      const isOut = (Math.floor(n / 40) + offer * 7) % 23 === 0;
      return [days - (n / points) * (days - 0.1), Math.round(price * 100) / 100, isOut ? "out" : undefined];
    });
    return { id: `wander-${offer}`, retailer: `shop-${offer + 1}.example`, held };
  });
  return productOf("product/test-wanderer/w1", "Much Observed Wanderer", listings, nowMs);
}

/** Imports a product beside the open app; its service. */
export async function importProduct(dataFolder: string, product: ProductLine): Promise<string> {
  const folder = scratchFolder("import");
  const file = join(folder.path, "product.jsonl");
  writeFileSync(file, `${JSON.stringify(product)}\n`);
  await tidemarkCommand(dataFolder, "import", file);
  folder.remove();
  return product.service ?? "";
}
