import { z } from "zod";
import { availability } from "../contract/primitives.js";
import { actId } from "./acts.js";
import { maxProductsPerChange } from "./limits.js";
import { pageUrl, productKey } from "./primitives.js";

/** What an offer cost on one day, by an archived copy of its page or a table. */
const priceSample = z.object({
  offer_id: z.string(),
  retailer: z.string(),
  price: z.number(),
  currency: z.string(),
  availability: availability.nullable(),
  timestamp: z.iso.datetime(),
  /** The address of the copy; empty for a table. */
  url: z.string(),
  /** `archive` or `table`. */
  source: z.string(),
  evidence: z.string(),
});
export type PriceSample = z.infer<typeof priceSample>;

export const archivedPrices = z.object({
  /** `none`: never asked; `open`: copies are being read, or wait to be. */
  state: z.enum(["none", "open", "done"]),
  /** Whether the shopper has agreed to ask for each page that is added. */
  always: z.boolean(),
  /** The archive's host, and the addresses that it is asked for; none if the product must not be named to it. */
  archive: z.string(),
  addresses: z.array(z.string()),
  /** Copies to read, copies read, and prices found. */
  copies: z.int(),
  read: z.int(),
  added: z.int(),
  /** Set while the archive has asked for a pause, or does not answer. */
  paused_until: z.iso.datetime().nullable(),
  /** Why there are no copies, as a sentence. */
  reason: z.string().nullable(),
  /** What the other copies were. */
  left_out: z.array(z.object({ reason: z.string(), copies: z.int() })),
  samples: z.array(priceSample),
});
export type ArchivedPrices = z.infer<typeof archivedPrices>;

const consent = z.object({ always: z.boolean() });

/** App operations for older prices from archived pages. */
export const archiveOperations = {
  /**
   * Asks an archive for copies of the products' pages; the call is the owner's consent to name them to it. A running engine
   * reads the copies one by one.
   */
  "history.fetch": {
    input: z.object({
      product_keys: z.array(productKey).min(1).max(maxProductsPerChange),
      /** Older copies are left out. */
      since: z.iso.date().optional(),
      /** Another archive with the same index and copies. Default: the Internet Archive. */
      archive: pageUrl.optional(),
    }),
    output: z.object({
      products: z.array(
        z.object({
          product_key: z.string(),
          /** How many addresses the archive is asked for. */
          addresses: z.int(),
          /** Why it is not asked, as a sentence. */
          reason: z.string().nullable(),
        }),
      ),
      act_id: actId,
    }),
  },
  "history.samples": { input: z.object({ product_key: productKey }), output: archivedPrices },
  /** Removes older prices of single days, and asks archives for no more. */
  "history.forget": {
    input: z.object({ product_keys: z.array(productKey).min(1).max(maxProductsPerChange) }),
    output: z.object({ act_id: actId }),
  },
  /** Whether the owner has agreed to ask the archive for each page that is added. */
  "history.consent": { input: z.object({}), output: consent },
  /** Once it is withdrawn, only products that the owner has asked for one by one are still read. */
  "history.set_consent": { input: consent, output: consent },
} as const;
