import { z } from "zod";
import { condition } from "../contract/primitives.js";
import { productKey } from "./primitives.js";
import { priceFigures } from "./watch.js";

/** What a search result shows of a product's price. */
export const productFigures = priceFigures.omit({ change_since_added: true }).extend({
  product_key: z.string(),
  /** Of the offer with the best price; null if the shop does not say. */
  condition: condition.nullable(),
  /** Shops with an offer in any currency; used ones only if there are no new ones. */
  shops: z.int(),
});
export type ProductFigures = z.infer<typeof productFigures>;

export const searchOperations = {
  /** Price, range and grade of products, watched or not, from what is stored. Unknown products are omitted. */
  "products.figures": {
    input: z.object({ product_keys: z.array(productKey).max(100) }),
    output: z.object({ figures: z.array(productFigures) }),
  },
  /** The words with each one that no product contains replaced by the closest one that some product does. */
  "products.spelling": {
    input: z.object({ q: z.string().max(200) }),
    /** Null if there is nothing to replace, or nothing close. */
    output: z.object({ words: z.string().nullable() }),
  },
} as const;
