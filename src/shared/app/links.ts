import { z } from "zod";
import { cadence } from "../contract/schedule.js";
import { recipe } from "../recipe/recipe.js";
import { actId } from "./acts.js";
import { maxLinksPerCall, maxPageChars, maxPrice, maxTagsPerProduct } from "./limits.js";
import { addLinkResult, pageListing, pagePick } from "./pages.js";
import { currencyCode, listEntryState, productKey, tagName } from "./primitives.js";

const time = z.iso.datetime();

const linkTarget = z.object({
  price: z.number().min(0.01).max(maxPrice),
  /** A code, or a sign that several currencies share; `null` for that of the page. */
  currency: z.string().max(10).nullable(),
  /** What a file's amount such as `1.299` may mean as well; asked before anything is added. */
  other_price: z.number().min(0.01).max(maxPrice).optional(),
});
export type LinkTarget = z.infer<typeof linkTarget>;

/** The shopper's answers so far, and what the link's product shall become. */
export const linkOptions = z.object({
  pick: pagePick.optional(),
  /** Watch the cheapest matching product that the page lists; `null` for the page's own, by default as before. */
  listing: pageListing.nullable().optional(),
  /** The known product that the page sells; by default, and with `null`, it is found by barcode or part number. */
  into: productKey.nullable().optional(),
  /** What to do with a page of another pack size: let it join, or add a separate product whatever `into` says. */
  other_size: z.enum(["join", "separate"]).optional(),
  /** Used if the page does not state one. */
  currency: currencyCode.optional(),
  /** Load the page in a hidden window, now and at each later check, so that its scripts run. */
  render: z.boolean().optional(),
  /** Made from the user's click on the price. Saved for the host only if it also finds the price in this request. */
  recipe: recipe.optional(),
  /** `null` for none, also if there was one before. */
  target: linkTarget.nullable().optional(),
  /** Whether to alert when the product is back in stock. Its page then needs no price if it names the product. */
  alerts_on_return: z.boolean().optional(),
  tags: z.array(tagName).max(maxTagsPerProduct).optional(),
  /** Daily by default. What is watched already stays as it is. */
  schedule: cadence.optional(),
});
export type LinkOptions = z.infer<typeof linkOptions>;

const [added, choose, currency, size, unread, isPrivate] = addLinkResult.options;

/** The link's target can be read in two ways, or is in another currency than the page's price. */
const targetQuestion = z.object({
  outcome: z.literal("target"),
  title: z.string(),
  price: z.number().nullable(),
  currency: currencyCode,
  target: linkTarget,
});

/** What the page asked, or that a number or name has no match. */
export const linkQuestion = z.discriminatedUnion("outcome", [
  choose,
  currency,
  size,
  unread,
  isPrivate,
  targetQuestion,
  z.object({ outcome: z.literal("unknown") }),
]);
export type LinkQuestion = z.infer<typeof linkQuestion>;

/** What a link asked for that its watched product could not get: a key of `reasons.leftOut` in the texts. */
const leftOut = z.object({
  what: z.enum(["no price", "target", "return", "rules", "tags"]),
  /** The number or the names that the sentence states; empty without one. */
  detail: z.string(),
});
export type LeftOut = z.infer<typeof leftOut>;

export const linkResult = z.object({
  title: z.string(),
  /** What the page says; null if the product was known by this link or number, and no page was read. */
  page: added.nullable(),
  /** Whether the product was watched before. */
  was_watched: z.boolean(),
  is_by_hand: z.boolean(),
  /** Links of earlier versions have none. */
  left_out: z.array(leftOut).optional(),
});
export type LinkResult = z.infer<typeof linkResult>;

/** A link to be added, or a barcode or name that stands for one. */
export const link = z.object({
  id: z.int(),
  text: z.string(),
  /** Null for a barcode, an ASIN or a name. */
  url: z.string().nullable(),
  state: listEntryState,
  product_key: z.string().nullable(),
  /** In English: why it failed or waits, or what its watched product could not get. */
  reason: z.string().nullable(),
  options: linkOptions,
  /** A link that waits may have one, too: its shop cannot be reached, and is tried again. */
  question: linkQuestion.nullable(),
  result: linkResult.nullable(),
  /** Set while its page is being read. */
  reading_since: time.nullable(),
  /** When a waiting link is read. */
  due_at: time.nullable(),
  /** The shop asked for the pause until then. */
  is_requested: z.boolean(),
  /** What it added, for `acts.undo`. */
  act_id: actId,
  created_at: time,
});
export type Link = z.infer<typeof link>;

const ids = z.array(z.int()).min(1).max(maxLinksPerCall);
const links = z.object({ links: z.array(link) });

/** App operations that add links. A link is a row, and stays one until it is watched, answered or dismissed. */
export const linkOperations = {
  /** Stores links, which the engine then adds and watches, in this order. `act_id` takes all of several back. */
  "links.add": {
    input: z.object({
      links: z
        .array(
          z.object({
            text: z.string().trim().min(1).max(4_096),
            options: linkOptions.default({}),
            /** The page as the shopper's browser shows it; without it, the page is fetched. */
            html: z.string().min(1).max(maxPageChars).optional(),
          }),
        )
        .min(1)
        .max(maxLinksPerCall),
      /** Whether the shopper waits for them. */
      is_urgent: z.boolean().default(true),
    }),
    output: links.extend({ act_id: actId }),
  },
  /** The links that the window shows, the latest request first. */
  "links.list": { input: z.object({}), output: links },
  /** Resolves once each is settled, asks something or pauses with its shop, or the time is up. */
  "links.wait": {
    input: z.object({ ids, timeout_ms: z.int().min(0).max(60_000).default(60_000) }),
    output: links,
  },
  /** Adds answers to the options of links that are not added yet, which are then read again. */
  "links.answer": { input: z.object({ ids, options: linkOptions }), output: links },
  /** Adds a shop's page that cannot be read, with what the user reads on it. Later checks go on trying. */
  "links.enter": {
    input: z.object({
      id: z.int(),
      title: z.string().trim().min(1).max(300),
      price: z.number().min(0.01).max(maxPrice),
      currency: currencyCode,
    }),
    output: link,
  },
  /** Hides links in the window, and ends the wait of those that wait; or the reverse. */
  "links.dismiss": {
    input: z.object({ ids, is_dismissed: z.boolean().default(true) }),
    output: z.object({ changed: z.int() }),
  },
} as const;
