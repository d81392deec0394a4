import { z } from "zod";
import { availability, condition } from "../contract/primitives.js";
import { cadence } from "../contract/schedule.js";
import { actId, partOf } from "./acts.js";
import { maxProductsPerChange } from "./limits.js";
import { ordering } from "./pages.js";
import { paidFields } from "./paying.js";
import { productKey } from "./primitives.js";

const time = z.iso.datetime();

/** The health of a watched product's checks: that of its worst shop. */
export const watchHealth = z.object({
  /**
   * `unwatchable`: no source can check any of its offers. `unchecked`: before the first check. `retrying`: not reached,
   * which is probably brief, and soon checked again.
   */
  state: z.enum(["ok", "unchecked", "retrying", "failing", "blocked", "unwatchable"]),
  /** Outcome of the last check: `ok`, `no price`, `network`, `http 503`… */
  outcome: z.string().nullable(),
  /** Consecutive failures since the last successful check. */
  failures: z.int(),
  last_good_at: time.nullable(),
  retailer: z.string().nullable(),
  /** Whether the last check failed at every shop. */
  is_everywhere: z.boolean(),
});
export type WatchHealth = z.infer<typeof watchHealth>;

const bestPrice = z.object({
  price: z.number(),
  currency: z.string(),
  retailer: z.string(),
  ordering: ordering.optional(),
  /** Of an item that is not new. */
  condition: condition.exclude(["new"]).optional(),
  ...paidFields,
});

/** A product's best price, and how it compares with its past. */
export const priceFigures = z.object({
  /**
   * The cheapest offer that is not out of stock, from the schedule's retailer if there is one. Its stock may be unknown.
   * Used offers count only if no new one can be bought. In the currency of the product's targets, if they share one;
   * else in that of its first page that has it in stock.
   */
  best: bestPrice.nullable(),
  /** Percent, negative if the price has fallen; null unless the product was in stock at both times. */
  change_since_yesterday: z.number().nullable(),
  /** Percent, positive if cheaper than the 30-day median; null with less than 14 days of history. */
  below_median30: z.number().nullable(),
  /** Percent, negative if the price has fallen since the product was added; null if that is over a year ago. */
  change_since_added: z.number().nullable(),
  /** Lowest and highest best price of the last 365 days, and the middle half of its days: see `price-range.ts`. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Null with less than 14 days of history, as is `usual_high`. */
  usual_low: z.number().nullable(),
  usual_high: z.number().nullable(),
  /** `A` to `F` with an optional suffix, as in the verdict of `app.statistics`; null if that has none. */
  grade: z.string().nullable(),
  /** Whether at least 14 days of history contain a higher price and no lower one. */
  is_lowest_ever: z.boolean(),
  /** Since the first price. */
  days_of_history: z.int(),
});
export type PriceFigures = z.infer<typeof priceFigures>;

/**
 * A row of the watch list. Figures about the past include comparable offers only: in the best offer's currency, used
 * ones only if there are no new ones, and from the schedule's retailer if it has one.
 */
export const watchRow = priceFigures.extend({
  product_key: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  /** In alphabetical order. */
  tags: z.array(z.string()),
  is_in_stock: z.boolean(),
  /** The best offer in another currency; it is never compared with `best`. */
  elsewhere: bestPrice.extend({ change_since_added: z.number().nullable() }).nullable(),
  /** When the shopper entered the best price; null if a check has seen it, or another one since. */
  entered_at: time.nullable(),
  /** When the shopper's browser showed the best price; null if a check has seen it, or another one since. */
  visited_at: time.nullable(),
  /**
   * A price of the best shop, or a lower one, that is so far from the usual that it counts once a second check confirms it;
   * in the best price's currency.
   */
  held_price: z.number().nullable(),
  /** Of the product's own target rules, the target closest to the best price. */
  target: z.object({ price: z.number(), currency: z.string() }).nullable(),
  /** Of all offers. */
  retailers: z.array(z.string()),
  /**
   * Pages of shops that refuse checks, which no browser has shown for a day, or for a week if they are checked weekly. The
   * browser extension reads them when the user opens them.
   */
  to_visit: z.array(z.string()),
  schedule: cadence,
  /** The only one that is checked; null for all. */
  retailer: z.string().nullable(),
  next_check_at: time,
  last_check_at: time.nullable(),
  is_running: z.boolean(),
  added_at: time,
  snoozed_until: time.nullable(),
  health: watchHealth,
});
export type WatchRow = z.infer<typeof watchRow>;

/** Best prices and the times (ms UTC) from which they applied, ascending; null means out of stock everywhere. */
export const sparkline = z.object({
  product_key: z.string(),
  currency: z.string(),
  points: z.array(z.tuple([z.int(), z.number().nullable()])),
});
export type Sparkline = z.infer<typeof sparkline>;

/** A product that was added, but is not checked. */
export const unwatchedProduct = watchRow.pick({
  product_key: true,
  title: true,
  image: true,
  category: true,
});

/** Max points of a sparkline. */
export const maxSparklinePoints = 60;

/** The result of one offer's check. */
export const offerCheck = z.object({
  retailer: z.string(),
  /** `ok`, `no price`, `network`, `http 503`… */
  outcome: z.string(),
  /** A sentence; null if there is nothing to add. */
  reason: z.string().nullable(),
  /** Null if the check failed, or the page has shown no price yet. */
  price: z.number().nullable(),
  /** The price before the check. */
  previous: z.number().nullable(),
  currency: z.string().nullable(),
  availability: availability.nullable(),
});
export type OfferCheck = z.infer<typeof offerCheck>;

/** App operations for the watch list. */
export const watchOperations = {
  /**
   * A page of the watch list, in the order in which products were added. Pass `next` as `after` to get the next page.
   */
  "watch.list": {
    input: z.object({ after: z.int().optional(), limit: z.int().min(1).max(1_000).default(500) }),
    output: z.object({ rows: z.array(watchRow), next: z.int().nullable(), total: z.int() }),
  },
  /** Current rows for the given products. `gone` lists those no longer watched. */
  "watch.rows": {
    input: z.object({ product_keys: z.array(productKey).max(200) }),
    output: z.object({ rows: z.array(watchRow), gone: z.array(z.string()) }),
  },
  /** The pages of the best offers in the rows of products. */
  "watch.pages": {
    input: z.object({ product_keys: z.array(productKey).max(200) }),
    output: z.object({ pages: z.array(z.object({ product_key: z.string(), url: z.string() })) }),
  },
  /** Products that were added by link and are not watched, the newest first: at most 500. */
  "watch.unwatched": {
    input: z.object({}),
    output: z.object({ products: z.array(unwatchedProduct) }),
  },
  /** Checks a product now, watched or not, and records the prices. Takes as long as its shops' turns take. */
  "products.check": {
    input: z.object({ product_key: productKey }),
    /** One for each offer that can be checked. */
    output: z.object({ checks: z.array(offerCheck) }),
  },
  /** Watches products, or changes how they are watched: how often, and at which shop. Leaves out unknown ones. */
  "watch.put": {
    input: z.object({
      product_keys: z.array(productKey).min(1).max(maxProductsPerChange),
      schedule: cadence,
      /** The only shop to check; null for all. */
      retailer: z.string().min(1).max(2_000).nullable().default(null),
      part_of: partOf,
    }),
    output: z.object({ watched: z.int(), act_id: actId }),
  },
  /** Stops watching products; those that are not watched are left out. */
  "watch.stop": {
    input: z.object({
      product_keys: z.array(productKey).min(1).max(maxProductsPerChange),
      part_of: partOf,
    }),
    output: z.object({ stopped: z.int(), act_id: actId }),
  },
  /** Best price over time; unknown products are omitted. Downsampling preserves all lows and highs. */
  "watch.sparklines": {
    input: z.object({
      product_keys: z.array(productKey).max(100),
      days: z.union([z.literal(30), z.literal(90)]).default(30),
    }),
    output: z.object({ lines: z.array(sparkline) }),
  },
} as const;
