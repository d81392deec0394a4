import { z } from "zod";
import { availability } from "../contract/primitives.js";
import { paidFields } from "./paying.js";

/** The facts behind a verdict, with amounts in the price's currency. `verdictSentence` formats them in a language. */
export const verdictFact = z.discriminatedUnion("kind", [
  /** The price being rated. Always the first fact, if there is a price. */
  z.object({ kind: z.literal("price"), price: z.number(), currency: z.string(), ...paidFields }),
  /** Compares with the median of the last `days` days; `percent` is positive if the price is below it. */
  z.object({
    kind: z.literal("against_median"),
    days: z.int(),
    median: z.number(),
    percent: z.int(),
  }),
  z.object({ kind: z.literal("lowest_was"), price: z.number(), is_over_a_year_ago: z.boolean() }),
  /** In the last `days` days; null means ever, in a history of more than a year. */
  z.object({ kind: z.literal("not_cheaper"), days: z.int().nullable() }),
  z.object({ kind: z.literal("not_dearer"), days: z.int().nullable() }),
  /** Cheaper, or dearer, than on `percent` of the last `days` days; 1 to 99. */
  z.object({ kind: z.literal("cheaper_than"), percent: z.int(), days: z.int() }),
  z.object({ kind: z.literal("dearer_than"), percent: z.int(), days: z.int() }),
  /** Older prices of single days, such as from archived copies: how many since the year of the first, and how many were lower. */
  z.object({
    kind: z.literal("copies"),
    copies: z.int(),
    cheaper: z.int(),
    since: z.int(),
    low: z.number(),
    high: z.number(),
  }),
  /** The price has never moved. */
  z.object({ kind: z.literal("steady"), days: z.int() }),
  /** Too little history for a verdict. */
  z.object({ kind: z.literal("thin"), days: z.int() }),
  z.object({ kind: z.literal("no_price") }),
  /** The product was bought; `return_until` is the last day to return it, null if it cannot be returned any more. */
  z.object({
    kind: z.literal("bought"),
    price: z.number(),
    currency: z.string(),
    on: z.iso.date(),
    return_until: z.iso.date().nullable(),
  }),
]);
export type VerdictFact = z.infer<typeof verdictFact>;

/** A histogram of the best price over the last 365 days, weighted by time in (fractional) days. */
const distribution = z.object({
  /** Up to 12 buckets of equal width with round bounds; `to` is exclusive. */
  buckets: z.array(z.object({ from: z.number(), to: z.number(), days: z.number() })),
  /** Index of the bucket with the current best price; null if nothing is in stock. */
  current: z.int().nullable(),
});

/** Compares a price with its own history. A figure without enough data is null. */
export const priceStatistics = z.object({
  currency: z.string(),
  current: z
    .object({
      offer_id: z.string(),
      price: z.number(),
      retailer: z.string(),
      availability: availability.nullable(),
      ...paidFields,
    })
    .nullable(),
  /** Percent, negative if the price has fallen since the product was added; null if unwatched or over a year ago. */
  change_since_added: z.number().nullable(),
  lowest: z.object({ price: z.number(), retailer: z.string(), timestamp: z.iso.datetime() }).nullable(),
  highest: z.object({ price: z.number(), retailer: z.string(), timestamp: z.iso.datetime() }).nullable(),
  median30: z.number().nullable(),
  median90: z.number().nullable(),
  median365: z.number().nullable(),
  /**
   * Where the best price was in the last 365 days; null if nothing was in stock. With less than 14 days of history, older
   * prices from archived pages give low and high.
   */
  year: z
    .object({
      low: z.object({ price: z.number(), timestamp: z.iso.datetime() }),
      high: z.object({ price: z.number(), timestamp: z.iso.datetime() }),
      /** The middle half of the days; null with less than 14 days of history. */
      usual: z.object({ low: z.number(), high: z.number() }).nullable(),
    })
    .nullable(),
  /** Calendar month (1 to 12) with the lowest median of the best price; null with less than 365 days of data. */
  cheapest_month: z.int().min(1).max(12).nullable(),
  /**
   * The week of a month in which it was cheapest in most years, of those up to the present whose prices are known; null
   * without one. The fourth week is the rest of the month. What counts beside the price makes no difference.
   */
  season: z
    .object({
      month: z.int().min(1).max(12),
      week: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
      cheapest: z.int(),
      years: z.int(),
    })
    .nullable(),
  /** Null if nothing was in stock in the last 365 days. */
  distribution: distribution.nullable(),
  /** Per calendar month (1 to 12), over all years: the median of the best price, and the number of days with data. */
  cheapest_months: z.array(z.object({ month: z.int().min(1).max(12), median: z.number(), days: z.number() })),
  /** Per retailer: percentage of the last 365 days (those with data) on which it had the best price, highest first. */
  cheapest_retailers: z.array(z.object({ retailer: z.string(), share: z.number(), days: z.number() })),
  /** Days since the first price that compares with the present one: by then, all that makes it counted. */
  days_of_history: z.number(),
  /** Days since the first price. */
  known_days: z.number(),
  points: z.int(),
  verdict: z.object({
    /**
     * A target that is reached outranks the grade: `great` is A, `good` B, `fair` C, `wait` D or F. What was bought has
     * neither.
     */
    kind: z.enum(["bought", "target", "great", "good", "fair", "wait", "steady", "thin", "none"]),
    /** `A` to `F` with an optional suffix; null with too little data, or below B at a target. */
    grade: z.string().nullable(),
    /** The product's target: the lowest that is reached, else the highest. */
    target: z.number().nullable(),
    /** One sentence with the figures, in English. */
    reason: z.string(),
    /** The same as structured data. */
    facts: z.array(verdictFact),
  }),
});
export type PriceStatistics = z.infer<typeof priceStatistics>;
