import { z } from "zod";

/** So many tags a product can have. */
export const tagsPerProduct = 20;

/** A word of the shopper's own; `Garden` and `garden` are one. */
export const tagName = z.string().trim().min(1).max(40);

const service = z.string().min(1).max(2_000);
const names = z.array(tagName).max(tagsPerProduct).default([]);

const productTags = z.object({
  service: z.string(),
  /** By the alphabet. */
  tags: z.array(z.string()),
});
export type ProductTags = z.infer<typeof productTags>;

/** Operations of the app alone that concern tags. A product keeps its tags when it is not watched any more. */
export const tagOperations = {
  /** The account's tags by the alphabet, each with the number of products that have it. */
  "tags.list": {
    input: z.object({}),
    output: z.object({ tags: z.array(z.object({ name: z.string(), products: z.int() })) }),
  },
  /** Gives products tags and takes some from them: all of it, or nothing. A tag keeps the spelling that it got first. */
  "tags.change": {
    input: z.object({ services: z.array(service).min(1).max(1_000), add: names, remove: names }),
    output: z.object({
      /** How many products have other tags than before. */
      changed: z.int(),
      /** The tags that those had: `tags.put` with them undoes it. */
      before: z.array(productTags),
      /** What is no product any more. */
      gone: z.array(z.string()),
    }),
  },
  /** Makes these the only tags of each product. Unknown products are passed over. */
  "tags.put": {
    input: z.object({
      products: z
        .array(z.object({ service, tags: z.array(tagName).max(100) }))
        .min(1)
        .max(1_000),
    }),
    output: z.object({ changed: z.int() }),
  },
} as const;
