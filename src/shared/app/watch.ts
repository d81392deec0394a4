import { z } from "zod";
import { cadence } from "../contract/schedule.js";

const service = z.string().min(1).max(2_000);
const time = z.iso.datetime();

/** How the checks of a watched product go, in one word: the worst of its shops speaks. */
export const watchHealth = z.object({
  /** `unwatchable` where no source can check any of its offers, `unchecked` before the first check. */
  state: z.enum(["ok", "unchecked", "failing", "blocked", "unwatchable"]),
  /** Of the last check there: `ok`, `no price`, `network`, `http 503`… */
  outcome: z.string().nullable(),
  /** In a row, since the last good check. */
  failures: z.int(),
  last_good_at: time.nullable(),
  retailer: z.string().nullable(),
});
export type WatchHealth = z.infer<typeof watchHealth>;

/**
 * A watched product as the list shows it. Figures about its past compare what can be compared: offers in the currency
 * of the best one, used ones only where there are no new ones, of the schedule's retailer where it has one.
 */
export const watchRow = z.object({
  service: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  /** By the alphabet. */
  tags: z.array(z.string()),
  /** The cheapest offer that can be bought, of the schedule's retailer where it has one; not in stock for sure where no shop says. */
  best: z.object({ price: z.number(), currency: z.string(), retailer: z.string() }).nullable(),
  is_in_stock: z.boolean(),
  /** Percent, negative where it has fallen; null where it could not be bought at both times. */
  change_since_yesterday: z.number().nullable(),
  /** Percent, positive where it is cheaper than its 30-day median; null with under 14 days of history. */
  below_median30: z.number().nullable(),
  /** It never was cheaper and was dearer once, in at least 14 days of history. */
  is_lowest_ever: z.boolean(),
  /** The product's own rule with a target that comes closest to the best price. */
  target: z.object({ price: z.number(), currency: z.string() }).nullable(),
  schedule: cadence,
  retailer: z.string().nullable(),
  next_check_at: time,
  last_check_at: time.nullable(),
  is_running: z.boolean(),
  added_at: time,
  snoozed_until: time.nullable(),
  health: watchHealth,
});
export type WatchRow = z.infer<typeof watchRow>;

/** Best prices from times (ms UTC) on, ascending; null from where on nobody had it in stock. */
export const sparkline = z.object({
  service: z.string(),
  currency: z.string(),
  points: z.array(z.tuple([z.int(), z.number().nullable()])),
});
export type Sparkline = z.infer<typeof sparkline>;

/** So many points a sparkline has at most. */
export const sparklinePoints = 60;

/** Operations of the app alone that concern the list of watched products. */
export const watchOperations = {
  /** A page of the watch list, in the order in which products came into it; `next` leads to the one after it. */
  "watch.list": {
    input: z.object({ after: z.int().optional(), limit: z.int().min(1).max(1_000).default(500) }),
    output: z.object({ rows: z.array(watchRow), next: z.int().nullable(), total: z.int() }),
  },
  /** Some rows as they are now. `gone` is what is not watched any more. */
  "watch.rows": {
    input: z.object({ services: z.array(service).max(200) }),
    output: z.object({ rows: z.array(watchRow), gone: z.array(z.string()) }),
  },
  /** How best prices went; unknown products are left out. What is left out of many points is neither a low nor a high. */
  "watch.sparklines": {
    input: z.object({
      services: z.array(service).max(100),
      days: z.union([z.literal(30), z.literal(90)]).default(30),
    }),
    output: z.object({ lines: z.array(sparkline) }),
  },
} as const;
