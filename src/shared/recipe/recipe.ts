import { z } from "zod";
import { maxSelectorChars, parseSelector } from "./selector.js";

const boundedText = (maxChars: number) => z.string().max(maxChars);

/** An element as reported by a shop's page. Untrusted, so every size is limited. */
const clickedElement = z.object({
  tag: boundedText(100),
  attributes: z.record(boundedText(200), boundedText(2_000)),
  /** Its position among siblings with the same tag, from 1 (`:nth-of-type`). */
  nth: z.int().min(1).max(1_000_000),
});
export type ClickedElement = z.infer<typeof clickedElement>;

/** Max length of a text with a price that can be clicked. */
export const maxPlaceChars = 300;

/** The element that the user clicked. */
export const clickReport = z.object({
  /** The element and its ancestors, innermost first. */
  chain: z.array(clickedElement).min(1).max(200),
  /** Its text content. */
  text: boundedText(1_000),
});
export type ClickReport = z.infer<typeof clickReport>;

export const maxFigureChars = 40;

/** What the user does in a page in which to click the price. */
export const pickEvent = z.discriminatedUnion("kind", [
  /** `figure`: the digits under the pointer, or empty. */
  z.object({ kind: z.literal("click"), click: clickReport, figure: boundedText(maxFigureChars) }),
  /** Confirms the clicked price. */
  z.object({ kind: z.literal("use") }),
  z.object({ kind: z.literal("by-hand") }),
]);
export type PickEvent = z.infer<typeof pickEvent>;

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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a stored text has none
  .regex(/^(?:\[[0-9a-f:.]+\]|[^\s\u0000-\u001f\u007f-\u009f/?#@:[\]A-Z]+)(?::\d{1,5})?$/, "is not a host");

/** Path and search of a page, as returned by `recipePage`. */
const page = z.string().max(4_000).regex(/^\//, "is not a path");

/** Locates the price on a page, or on all product pages of a host. */
export const recipe = z.object({
  version,
  host,
  /**
   * The page on which the price was clicked, where the place overrides all else. On other pages of the host, it only
   * helps where nothing else says the price. Without a page, it overrides all else on all of them.
   */
  page: page.optional(),
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
    /** Which amount of the text, from 1. By default its only one, or the only one beside a currency. */
    nth: z.int().min(1).max(20).optional(),
  }),
});
export type Recipe = z.infer<typeof recipe>;

/** The host of a recipe: `shop.example`, `127.0.0.1:8080`. */
export function recipeHost(url: URL): string {
  return url.host.toLowerCase().replace(/^www\./, "");
}

/** The page of a recipe: `/p/kettle?size=2`. */
export function recipePage(url: URL): string {
  return `${url.pathname}${url.search}`;
}

/** Whether the recipe overrides all else on the page. */
export function overrides(recipe: Recipe, url: URL): boolean {
  return recipe.page === undefined || recipe.page === recipePage(url);
}
