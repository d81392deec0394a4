import { z } from "zod";
import { availability } from "../contract/primitives.js";
import { pageUrl, productKey } from "./primitives.js";

/** A page of another shop that may sell a product. */
const foundShop = z.object({
  url: pageUrl,
  retailer: z.string(),
  title: z.string(),
  price: z.number(),
  /** Null if the page does not state it. */
  currency: z.string().nullable(),
  availability: availability.nullable(),
  /** Why it may be the same product: its barcode is, or its name is similar. */
  match: z.enum(["barcode", "name"]),
  /** Whether it costs more than three times as much as the best price, or less than a third. */
  is_far_price: z.boolean(),
  /** Whether it sells another pack size than the product has. */
  is_other_size: z.boolean(),
});
export type FoundShop = z.infer<typeof foundShop>;

const engineAddress = z.object({ address: pageUrl.nullable() });

/** App operations that find further shops of a product. */
export const shopSearchOperations = {
  /** The address of the owner's SearXNG; null without one. */
  "shops.engine": { input: z.object({}), output: engineAddress },
  /** Searches for a common word first, so that only an engine that works is stored. */
  "shops.set_engine": { input: engineAddress, output: engineAddress },
  /**
   * What a search for a product would send to whom. With `search`, asks the owner's search engine, and reads at most five of the
   * pages that it finds. Adds nothing: a page joins the product with `links.add` and `into`.
   */
  "shops.find": {
    input: z.object({ product_key: productKey, search: z.boolean().default(false) }),
    output: z.object({
      /** The search engine's host; null without one. */
      engine: z.string().nullable(),
      /** Null for a product of the sample. */
      words: z.string().nullable(),
      found: z.array(foundShop),
      /** Results that are lists, marketplaces, private, known, more than are read, without a clear price, or other products. */
      left_out: z.int(),
    }),
  },
} as const;
