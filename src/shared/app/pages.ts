import { z } from "zod";
import { offer } from "../contract/offer.js";
import { availability } from "../contract/primitives.js";
import { recipe } from "../recipe/recipe.js";
import { host, productKey } from "./primitives.js";
import { priceStatistics } from "./statistics.js";

/** Identifies one of several prices on a page, so that each later check reads the same one. */
export const pagePick = z.object({
  /** The part of the page that it was extracted from: `json-ld`, `embedded`… */
  from: z.string().max(40),
  variant: z.string().max(500).nullable(),
  /** Index among the prices with the same `from` and `variant`. */
  nth: z.int().min(0).max(500),
});
export type PagePick = z.infer<typeof pagePick>;

export const pageChoice = z.object({
  pick: pagePick,
  variant: z.string().nullable(),
  price: z.number(),
  currency: z.string().nullable(),
  availability: availability.nullable(),
});
export type PageChoice = z.infer<typeof pageChoice>;

/** The outcome of adding a link. */
export const addLinkResult = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("added"),
    product_key: z.string(),
    /** Whether the product already existed and only gained a shop. */
    is_known_product: z.boolean(),
  }),
  /** The page has several prices. Ask the user to select one, and call again with its `pick`. */
  z.object({
    outcome: z.literal("choose"),
    title: z.string(),
    image: z.string().nullable(),
    choices: z.array(pageChoice),
  }),
  /** The page does not state its currency. Ask the user, and call again with `currency`. */
  z.object({
    outcome: z.literal("currency"),
    title: z.string(),
    image: z.string().nullable(),
    price: z.number(),
  }),
  /** No price was found. Retry with `render`, or with a `recipe` that the user made by clicking the price. */
  z.object({
    outcome: z.literal("unpriced"),
    /** The shop's host. */
    host: z.string(),
    reason: z.string(),
    /** Whether it was already opened in a hidden window. */
    is_rendered: z.boolean(),
  }),
  /** The host is not on the public internet. It is contacted only after the user allows it. */
  z.object({ outcome: z.literal("private"), host: z.string() }),
]);
export type AddLinkResult = z.infer<typeof addLinkResult>;

/** A product's prices in a currency other than USD. They are never compared with USD prices. */
export const foreignPrices = z.object({
  currency: z.string(),
  offers: z.array(offer),
  statistics: priceStatistics,
});
export type ForeignPrices = z.infer<typeof foreignPrices>;

/** App operations for shop pages. */
export const pageOperations = {
  /** Fetches a shop's page and adds its product, or adds the shop to a known product. */
  "links.add": {
    input: z.object({
      url: z.url({ protocol: /^https?$/ }).max(4_096),
      pick: pagePick.optional(),
      /** ISO code, used if the page does not state one. */
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
      /** Load the page in a hidden window, now and at each later check, so that its scripts run. */
      render: z.boolean().optional(),
      /**
       * Made from the user's click on the price. Saved for the host only if it also finds the price in this request.
       */
      recipe: recipe.optional(),
    }),
    output: addLinkResult,
  },
  "pages.hosts": { input: z.object({}), output: z.object({ hosts: z.array(host) }) },
  /** Allows or forbids fetching pages from a non-public `host` or `host:port`. */
  "pages.allow": {
    input: z.object({ host, is_allowed: z.boolean() }),
    output: z.object({ hosts: z.array(host) }),
  },
  /** URLs of the product's pages that were added by link. */
  "pages.tracked": {
    input: z.object({ product_key: productKey }),
    output: z.object({ urls: z.array(z.string()) }),
  },
  "offers.foreign": {
    input: z.object({ product_key: productKey }),
    output: z.object({ currencies: z.array(foreignPrices) }),
  },
} as const;
