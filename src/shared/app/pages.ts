import { z } from "zod";
import { offer } from "../contract/offer.js";
import { availability } from "../contract/primitives.js";
import { recipe } from "../recipe/recipe.js";
import { priceStatistics } from "./statistics.js";

/** Which of a page's several prices the shopper means: the same one is taken at each later check. */
export const pagePick = z.object({
  /** Where on the page it comes from: `json-ld`, `embedded`… */
  from: z.string().max(40),
  variant: z.string().max(500).nullable(),
  /** Its place among those that come from there with this variant's name; 0 for the first. */
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

/** What came of adding a link. */
export const addedLink = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("added"),
    service: z.string(),
    /** Whether the product was there already, and has got one shop more. */
    is_known_product: z.boolean(),
  }),
  /** The page has several prices and nothing says which: the shopper picks one, and the link is added with it. */
  z.object({
    outcome: z.literal("choose"),
    title: z.string(),
    image: z.string().nullable(),
    choices: z.array(pageChoice),
  }),
  /** The page does not say in which currency its price is: the shopper says so, and the link is added with it. */
  z.object({
    outcome: z.literal("currency"),
    title: z.string(),
    image: z.string().nullable(),
    price: z.number(),
  }),
  /** The page was read and shows no price: it may show one in a window, or where the shopper points. */
  z.object({
    outcome: z.literal("unpriced"),
    /** The shop's host. */
    host: z.string(),
    reason: z.string(),
    /** Whether it was opened in a hidden window already. */
    is_rendered: z.boolean(),
  }),
  /** The host is none of the public internet: it is asked only if the shopper says so. */
  z.object({ outcome: z.literal("private"), host: z.string() }),
]);
export type AddedLink = z.infer<typeof addedLink>;

const host = z.string().min(1).max(260);

/** Prices of a product in another currency than the API's dollars: never compared with them. */
export const foreignPrices = z.object({
  currency: z.string(),
  offers: z.array(offer),
  statistics: priceStatistics,
});
export type ForeignPrices = z.infer<typeof foreignPrices>;

/** Operations of the app alone that concern pages of shops and what is read there. */
export const pageOperations = {
  /** Fetches a shop's page and adds its product, or its shop to the product that it is. */
  "links.add": {
    input: z.object({
      url: z.url({ protocol: /^https?$/ }).max(4_096),
      pick: pagePick.optional(),
      /** ISO code; used only where the page does not say. */
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
      /** In a hidden window, with the page's scripts; each later check, too. */
      render: z.boolean().optional(),
      /** Where the shopper has clicked the price; kept for the host if the price is found there again. */
      recipe: recipe.optional(),
    }),
    output: addedLink,
  },
  "pages.hosts": { input: z.object({}), output: z.object({ hosts: z.array(host) }) },
  /** Allows or forbids fetching pages from a `host` or `host:port` that is not on the public internet. */
  "pages.allow": {
    input: z.object({ host, is_allowed: z.boolean() }),
    output: z.object({ hosts: z.array(host) }),
  },
  /** Addresses of a product's pages that were added by their link. */
  "pages.tracked": {
    input: z.object({ service: z.string().min(1).max(2_000) }),
    output: z.object({ urls: z.array(z.string()) }),
  },
  "offers.foreign": {
    input: z.object({ service: z.string().min(1).max(2_000) }),
    output: z.object({ currencies: z.array(foreignPrices) }),
  },
} as const;
