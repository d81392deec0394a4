import { z } from "zod";
import { availability } from "../contract/primitives.js";

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
  /** Days since the first point of any offer. */
  days_of_history: z.number(),
  points: z.int(),
  verdict: z.object({
    kind: z.enum(["good", "fair", "wait", "thin", "none"]),
    /** `A` to `F` with an optional suffix; null where the data is too thin to say. */
    grade: z.string().nullable(),
    /** One sentence with the figures. */
    reason: z.string(),
  }),
});
export type PriceStatistics = z.infer<typeof priceStatistics>;
