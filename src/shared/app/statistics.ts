import { z } from "zod";
import { availability } from "../contract/primitives.js";

/** What a verdict is made of; amounts are in the currency of the price. `verdictSentence` says them in a language. */
export const verdictFact = z.discriminatedUnion("kind", [
  /** The price that is judged. Always the first, where there is one. */
  z.object({ kind: z.literal("price"), price: z.number(), currency: z.string() }),
  /** `percent` is positive where the price is under the median of so many days. */
  z.object({
    kind: z.literal("against_median"),
    days: z.int(),
    median: z.number(),
    percent: z.int(),
  }),
  z.object({ kind: z.literal("lowest_so_far") }),
  z.object({ kind: z.literal("lowest_was"), price: z.number() }),
  /** There is too little history to judge by. */
  z.object({ kind: z.literal("thin"), days: z.int() }),
  z.object({ kind: z.literal("no_price") }),
]);
export type VerdictFact = z.infer<typeof verdictFact>;

/** For how long the best price of the last 365 days was where; days are fractions of days, too. */
const distribution = z.object({
  /** Up to 12, equally wide, with round bounds: from `from` up to, but without, `to`. */
  buckets: z.array(z.object({ from: z.number(), to: z.number(), days: z.number() })),
  /** Which of them holds the present best price; null where nothing is in stock. */
  current: z.int().nullable(),
});

/** How a price compares with its own past; `null` where there is no data for a figure. */
export const priceStatistics = z.object({
  currency: z.string(),
  current: z
    .object({ price: z.number(), retailer: z.string(), availability: availability.nullable() })
    .nullable(),
  lowest: z.object({ price: z.number(), retailer: z.string(), timestamp: z.iso.datetime() }).nullable(),
  highest: z.object({ price: z.number(), retailer: z.string(), timestamp: z.iso.datetime() }).nullable(),
  median30: z.number().nullable(),
  median90: z.number().nullable(),
  median365: z.number().nullable(),
  /** Share of the last 365 days on which the best price was higher than it is now, 0 to 100. */
  percentile: z.number().nullable(),
  /** Calendar month, 1 to 12, with the lowest median best price; null under 365 days of data. */
  cheapest_month: z.int().min(1).max(12).nullable(),
  /** Null where nothing could be bought in the last 365 days. */
  distribution: distribution.nullable(),
  /** Calendar months with data, 1 to 12: the median best price, over all years, and of how many days. */
  cheapest_months: z.array(z.object({ month: z.int().min(1).max(12), median: z.number(), days: z.number() })),
  /** On which share (0 to 100) of the last 365 days, as far as known, who had the best price; the most frequent first. */
  cheapest_retailers: z.array(z.object({ retailer: z.string(), share: z.number(), days: z.number() })),
  /** Days since the first point of any offer. */
  days_of_history: z.number(),
  points: z.int(),
  verdict: z.object({
    kind: z.enum(["good", "fair", "wait", "thin", "none"]),
    /** `A` to `F` with an optional suffix; null where the data is too thin to say. */
    grade: z.string().nullable(),
    /** One sentence with the figures, in English. */
    reason: z.string(),
    /** What it says. */
    facts: z.array(verdictFact),
  }),
});
export type PriceStatistics = z.infer<typeof priceStatistics>;
