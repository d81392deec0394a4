import { z } from "zod";
import { maxSelectorChars, parseSelector } from "./selector.js";

/** The supported version of the format. */
const version = z.literal(1);

const selector = z
  .string()
  .min(1)
  .max(maxSelectorChars)
  .refine((text) => parseSelector(text) !== null, "is not a selector that Tidemark supports");

/** The host, with a non-default port, as returned by `recipeHost`. */
const host = z
  .string()
  .max(260)
  .regex(/^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]A-Z]+)(?::\d{1,5})?$/, "is not a host");

/** Locates the price on a host's product pages. */
export const recipe = z.object({
  version,
  host,
  price: z.object({
    /** In order of preference: the first that matches exactly one amount wins. */
    selectors: z.array(selector).min(1).max(8),
    /** Read the amount from this attribute instead of the text. */
    attribute: z
      .string()
      .regex(/^[a-z_][\w-]{0,60}$/)
      .nullable()
      .default(null),
    /** The shop's decimal separator, if the clicked price had one. */
    decimal: z.enum([".", ","]).nullable().default(null),
  }),
});
export type Recipe = z.infer<typeof recipe>;

/** The key of a recipe: `shop.example`, `127.0.0.1:8080`. */
export function recipeHost(url: URL): string {
  return url.host.toLowerCase().replace(/^www\./, "");
}
