import { z } from "zod";
import { actId, partOf } from "./acts.js";
import { maxTagsPerProduct } from "./limits.js";
import { productKey, tagName } from "./primitives.js";

const names = z.array(tagName).max(maxTagsPerProduct).default([]);

/** App operations for tags. A product keeps its tags when it is no longer watched. */
export const tagOperations = {
  /** The account's tags in alphabetical order, each with its number of products. */
  "tags.list": {
    input: z.object({}),
    output: z.object({ tags: z.array(z.object({ name: z.string(), products: z.int() })) }),
  },
  /** Adds and removes tags of several products, all or nothing. A tag keeps its first spelling. */
  "tags.change": {
    input: z.object({
      product_keys: z.array(productKey).min(1).max(1_000),
      add: names,
      remove: names,
      part_of: partOf,
    }),
    output: z.object({
      /** Number of products whose tags changed. */
      changed: z.int(),
      /** Products that no longer exist. */
      gone: z.array(z.string()),
      act_id: actId,
    }),
  },
} as const;
