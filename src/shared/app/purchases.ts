import { z } from "zod";
import { actId } from "./acts.js";
import { maxPrice, maxReturnDays } from "./limits.js";
import { currencyCode, productKey } from "./primitives.js";

/** A day of this computer's calendar. */
const day = z.iso.date();

/** What a purchase saved against one kind of price, over the purchases of which it is known. */
const saving = z.object({
  /** Negative if more was paid. */
  amount: z.number(),
  purchases: z.int(),
});

/** What the purchases in one currency saved; null against a kind of price that none of them has. */
export const savings = z.object({
  currency: z.string(),
  purchases: z.int(),
  paid: z.number(),
  /** Against the shop's list price. */
  list: saving.nullable(),
  /** Against the median of up to a year before. */
  usual: saving.nullable(),
  /** Against the first price that Tidemark saw. */
  first: saving.nullable(),
});
export type Savings = z.infer<typeof savings>;

/** Amounts are in `currency`. */
export const purchase = z.object({
  id: z.int(),
  product_key: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  category: z.string().nullable(),
  price: z.number(),
  currency: z.string(),
  on: day,
  retailer: z.string().nullable(),
  /** The last day to return it; null if it cannot be returned. */
  return_until: day.nullable(),
  can_be_returned: z.boolean(),
  /** Whether the product's own alerts are off since; false once it is watched again. */
  is_open: z.boolean(),
  /** The best price of a new one now; null if there is none. */
  now: z.object({ price: z.number(), retailer: z.string() }).nullable(),
});
export type Purchase = z.infer<typeof purchase>;

/** App operations for what the shopper has bought. */
export const purchaseOperations = {
  /**
   * Marks a product as bought, or changes its purchase. Its own alerts are off from then on; a lower price is reported as
   * long as it can be returned, and it is checked no longer than that. `watch.put` takes it back into watching.
   */
  "purchases.save": {
    input: z.object({
      product_key: productKey,
      price: z.number().min(0.01).max(maxPrice),
      /** Default: that of the purchase, or in which the product is shown. */
      currency: currencyCode.optional(),
      /** Default: that of the purchase, or today. */
      on: day.optional(),
      /** Default: that of the purchase; an empty text for none. */
      retailer: z.string().trim().max(260).optional(),
      /** 0 if it cannot be returned. Default: that of the purchase, or as many as for the last one. */
      return_days: z.int().min(0).max(maxReturnDays).optional(),
    }),
    output: z.object({ purchase, act_id: actId }),
  },
  /** Removes a purchase; the product is watched again as before it. */
  "purchases.remove": {
    input: z.object({ id: z.int() }),
    output: z.object({ removed: z.int(), act_id: actId }),
  },
  /** The newest 500 purchases of all products, or of one, and what all of them saved. */
  "purchases.list": {
    input: z.object({ product_key: productKey.optional() }),
    output: z.object({
      purchases: z.array(purchase),
      total: z.int(),
      savings: z.array(savings),
      /** For the next one. */
      return_days: z.int().nullable(),
    }),
  },
} as const;
