import { z } from "zod";
import { longestSelector, parseSelector } from "./selector.js";

/** Versions of the format that can be read; a file says which it is written in. */
const version = z.literal(1);

const selector = z
  .string()
  .min(1)
  .max(longestSelector)
  .refine((text) => parseSelector(text) !== null, "is no selector that Tidemark understands");

/** Host, and port where it is not the usual one, as `recipeHost` writes it. */
const host = z
  .string()
  .max(260)
  .regex(/^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]A-Z]+)(?::\d{1,5})?$/, "is no host");

/** Where on the product pages of a host the price stands. */
export const recipe = z.object({
  version,
  host,
  price: z.object({
    /** The most telling first: the first that finds exactly one amount is believed. */
    selectors: z.array(selector).min(1).max(8),
    /** The amount is in this attribute of the element, not in its text. */
    attribute: z
      .string()
      .regex(/^[a-z_][\w-]{0,60}$/)
      .nullable()
      .default(null),
    /** How the shop writes decimals, where the price that was clicked tells. */
    decimal: z.enum([".", ","]).nullable().default(null),
  }),
});
export type Recipe = z.infer<typeof recipe>;

/** What a recipe is kept under: `shop.example`, `127.0.0.1:8080`. */
export function recipeHost(url: URL): string {
  return url.host.toLowerCase().replace(/^www\./, "");
}
