import { z } from "zod";
import { historyPoint } from "../contract/offer.js";
import { availability } from "../contract/primitives.js";
import { actId, partOf } from "./acts.js";
import { maxListChars, maxPrice } from "./limits.js";
import { skippedLine } from "./lists.js";
import { productKey } from "./primitives.js";
import { unwatchedProduct } from "./watch.js";

const offerId = z.string().min(1).max(200);

const pointValue = z.object({ price: z.number(), availability: availability.nullable() });

/** A point of the price history that the user changed. */
export const historyEdit = z.object({
  id: z.int(),
  offer_id: z.string(),
  retailer: z.string(),
  currency: z.string(),
  timestamp: z.iso.datetime(),
  /** Null for an added point. */
  before: pointValue.nullable(),
  /** Null for an excluded point. */
  after: pointValue.nullable(),
});
export type HistoryEdit = z.infer<typeof historyEdit>;

/** An offer's complete history after an edit. */
const editedHistory = z.object({
  offer_id: z.string(),
  history: z.array(historyPoint),
});
export type EditedHistory = z.infer<typeof editedHistory>;

/** App operations for the price history, and for the user's own corrections. */
export const manualEditOperations = {
  /** Each offer's last point before a time: the price with which a chart that begins then starts. */
  "history.before": {
    input: z.object({ product_key: productKey, before: z.iso.datetime() }),
    output: z.object({ points: z.array(z.object({ offer_id: offerId, point: historyPoint })) }),
  },
  "history.edits": {
    input: z.object({ product_key: productKey }),
    output: z.object({ edits: z.array(historyEdit) }),
  },
  /**
   * Changes the point at `timestamp`, adds it if it does not exist, or excludes it if `to` is null. With the value from
   * before an edit, that edit is lifted.
   */
  "history.edit": {
    input: z.object({
      offer_id: offerId,
      timestamp: z.iso.datetime(),
      to: z
        .object({ price: z.number().positive().max(maxPrice), availability: availability.nullable() })
        .nullable(),
    }),
    output: editedHistory.extend({ act_id: actId }),
  },
  /**
   * Adds the earlier prices of a table to a product's offers, without alerts: one with times and prices, such as those of price
   * trackers, or one that this window has saved. Without `save`, says what it would add.
   */
  "history.bring": {
    input: z.object({
      product_key: productKey,
      /** The offer that rows without a link belong to. */
      offer_id: offerId,
      content: z.string().min(1).max(maxListChars),
      file_name: z.string().max(255).default(""),
      save: z.boolean().default(false),
    }),
    output: z.object({
      /** What each offer gains. */
      offers: z.array(
        z.object({
          offer_id: offerId,
          retailer: z.string(),
          currency: z.string(),
          prices: z.int(),
          /** Those that count for their day only: noted by day, with no other near. */
          single_days: z.int(),
          from: z.iso.datetime(),
          to: z.iso.datetime(),
          low: z.number(),
          high: z.number(),
        }),
      ),
      /** Prices left out: in another currency, from days of which Tidemark has its own, of other pages. */
      foreign: z.int(),
      known: z.int(),
      others: z.int(),
      skipped: z.array(skippedLine),
      act_id: actId,
    }),
  },
  /** Other entries that may be the same product, at most eight; with `q`, those that match the typed words. */
  "products.similar": {
    input: z.object({ product_key: productKey, q: z.string().max(200).optional() }),
    output: z.object({
      products: z.array(
        unwatchedProduct.extend({
          brand: z.string().nullable(),
          /** The same name at other shops, or the same barcode. The user must confirm it. */
          is_same: z.boolean(),
        }),
      ),
    }),
  },
  /** Products merged into this one, with their offers for `products.split` to take them apart; the latest first. */
  "products.merged": {
    input: z.object({ product_key: productKey }),
    output: z.object({ merged: z.array(z.object({ title: z.string(), offer_ids: z.array(offerId) })) }),
  },
  /**
   * Moves the offers of `product_key` to `into`; `product_key` becomes an alias of it. The other way round if only
   * `product_key` has more than a title: the result names the product that remains.
   */
  "products.merge": {
    input: z.object({ product_key: productKey, into: productKey }),
    output: z.object({ product_key: z.string(), act_id: actId }),
  },
  /** Moves offers to a separate product: the one they were merged from, if any, otherwise a new one. */
  "products.split": {
    input: z.object({ product_key: productKey, offer_ids: z.array(offerId).min(1).max(1_000) }),
    output: z.object({ product_key: z.string(), act_id: actId }),
  },
  /** Removes shops from a product that keeps at least one. */
  "offers.remove": {
    input: z.object({ product_key: productKey, offer_ids: z.array(offerId).min(1).max(1_000) }),
    output: z.object({ act_id: actId }),
  },
  /** Names a product; a service or catalogue that delivers it again restores its own name. */
  "products.rename": {
    input: z.object({ product_key: productKey, title: z.string().trim().min(1).max(300) }),
    output: z.object({ act_id: actId }),
  },
  /** Removes products with all that belongs to them. Unknown products are ignored. */
  "products.remove": {
    input: z.object({ product_keys: z.array(productKey).min(1).max(1_000), part_of: partOf }),
    output: z.object({ removed: z.int(), act_id: actId }),
  },
} as const;
