import { z } from "zod";
import { offer } from "../contract/offer.js";
import { availability } from "../contract/primitives.js";
import { recipe } from "../recipe/recipe.js";
import { actId, partOf } from "./acts.js";
import { maxPrice, maxShopName } from "./limits.js";
import { maxPackAmount, sizeUnits } from "./pack-size.js";
import { conditionKinds } from "./paying.js";
import { currencyCode, exchangeRates, host, pageUrl, productKey } from "./primitives.js";
import { priceStatistics } from "./statistics.js";
import { unreadCauses } from "./unreached.js";

const packSize = z.object({ amount: z.number().positive().max(maxPackAmount), unit: z.enum(sizeUnits) });

/** Identifies one of several prices on a page, so that each later check reads the same one. */
export const pagePick = z.object({
  /** The part of the page that it was extracted from: `json-ld`, `embedded`… */
  from: z.string().max(40),
  variant: z.string().max(500).nullable(),
  /** Index among the prices with the same `from` and `variant`. */
  nth: z.int().min(0).max(500),
});
export type PagePick = z.infer<typeof pagePick>;

/**
 * Of a page that lists products, the cheapest in stock is watched whose title has every word, and none of those after a minus;
 * case and accents do not matter. Without words, every product counts.
 */
export const pageListing = z.object({ words: z.string().trim().max(200) });
export type PageListing = z.infer<typeof pageListing>;

/** A page that looks like a list of products: how many it has with a price. Left out for other pages. */
const looksLikeList = z.object({ items: z.int() }).optional();

export const pageChoice = z.object({
  pick: pagePick,
  variant: z.string().nullable(),
  /** Where it stands on the page, and by which words; `data` if the page does not show it. */
  place: z
    .object({
      words: z.string().nullable(),
      spot: z.enum(["above-name", "below-name", "data"]),
      end: z.enum(["lowest", "highest"]).optional(),
    })
    .nullable(),
  price: z.number(),
  currency: z.string().nullable(),
  /** The sign beside it, if several currencies share it. */
  sign: z.string().nullable(),
  availability: availability.nullable(),
});
export type PageChoice = z.infer<typeof pageChoice>;

/** The outcome of adding a link. */
export const addLinkResult = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("added"),
    product_key: z.string(),
    title: z.string(),
    /** The title on the page. A page that joins a known product may have another one. */
    page_title: z.string(),
    offer_id: z.string(),
    /** Null while the page shows none. */
    price: z.number().nullable(),
    currency: z.string().nullable(),
    is_sold_out: z.boolean(),
    /** Whether the product already existed and only gained a shop. */
    is_known_product: z.boolean(),
    /** Whether the page itself was tracked already, perhaps under another address that leads to it. */
    is_known_page: z.boolean(),
    /** The best price of a known product before this page joined it; null if there was none. */
    best_before: z.object({ price: z.number(), currency: z.string() }).nullable(),
    /**
     * The click has changed the price. The clicked one counts from `clicked_at` on: `prices.settle_click` drops the earlier
     * ones. If null, the page's only reading was wrong, and is corrected.
     */
    correction: z.object({ clicked_at: z.iso.datetime().nullable() }).nullable(),
    /** Whether the page has the clicked price without the click, too: then nothing was misread. */
    is_read_without_click: z.boolean(),
    act_id: actId,
  }),
  /** None of the page's prices is clearly the one. Ask the user to select one, and call again with its `pick`. */
  z.object({
    outcome: z.literal("choose"),
    title: z.string(),
    image: z.string().nullable(),
    choices: z.array(pageChoice),
    list: looksLikeList,
  }),
  /** The page does not state its currency. Ask the user, and call again with `currency`. */
  z.object({
    outcome: z.literal("currency"),
    title: z.string(),
    image: z.string().nullable(),
    price: z.number(),
    /** The sign on the page, if several currencies share it. */
    sign: z.string().nullable(),
    /**
     * The currencies that share the sign; without one, those that the page suggests. Its suggestions come first, then the
     * currency of the user's region.
     */
    possible: z.array(z.string()),
  }),
  /** The page sells another pack size than the product that it would join. Ask the user, and call again with `other_size`. */
  z.object({
    outcome: z.literal("size"),
    /** The page's own title. */
    title: z.string(),
    image: z.string().nullable(),
    /** Null while the page shows none. */
    price: z.number().nullable(),
    currency: z.string().nullable(),
    size: packSize,
    /** The product that it would join, and how much is in a pack there. */
    product_key: z.string(),
    product_size: packSize,
  }),
  /**
   * No price could be read, also not in a hidden window where there is one. Retry with a `recipe` that the user made by
   * clicking the price, take the price from the user with `links.enter`, or watch a sold-out product without a price with
   * `alerts_on_return`.
   */
  z.object({
    outcome: z.literal("unread"),
    /** The shop's host. */
    host: z.string(),
    /** `null` where only `reason` says it. */
    cause: z.enum(unreadCauses).nullable(),
    /** In English. */
    reason: z.string(),
    /** What the user can do about it, in English; null where only the ways above help. */
    advice: z.string().nullable(),
    /** The product's name, if the page shows one. */
    title: z.string().nullable(),
    /** Whether it was already opened in a hidden window. */
    is_rendered: z.boolean(),
    list: looksLikeList,
  }),
  /** The host is not on the public internet. It is contacted only after the user allows it. */
  z.object({ outcome: z.literal("private"), host: z.string() }),
  /** The page was not visited, because its shop is left alone for now. Call again after `wait_ms`. */
  z.object({
    outcome: z.literal("paused"),
    host: z.string(),
    wait_ms: z.int().min(0),
    /** The shop asked for the pause; otherwise it is the app's own. */
    is_requested: z.boolean(),
  }),
]);
export type AddLinkResult = z.infer<typeof addLinkResult>;

/** A product's prices in a currency other than USD. They are never compared with USD prices. */
const foreignPrices = z.object({
  currency: z.string(),
  offers: z.array(offer),
  statistics: priceStatistics,
});

/** Orders are taken, but the goods come later; or they are sold in the shop's stores only. */
export const ordering = z.enum(["preorder", "backorder", "store"]);
export type Ordering = z.infer<typeof ordering>;

/** What some shoppers pay instead of the price, in the offer's currency. */
export const conditionalPrice = z.object({
  kind: z.enum(conditionKinds),
  price: z.number(),
  /** As the page says it. */
  words: z.string(),
});
export type ConditionalPrice = z.infer<typeof conditionalPrice>;

export const statedCondition = conditionalPrice.extend({
  /** Whether the words say more than the kind, such as the name of a code. */
  is_named: z.boolean(),
});
export type StatedCondition = z.infer<typeof statedCondition>;

/** What a shop's page says beside its price, in the offer's currency. Left out: what it does not say. */
export const offerTerms = z.object({
  /** What the shop says it cost before, or costs elsewhere; above the price. */
  list_price: z.number().optional(),
  /** The lowest price of the 30 days before a reduction, as shops in the EU must state it. */
  lowest_30_days: z.number().optional(),
  /** What delivery costs; 0 if it is free. */
  shipping: z.number().optional(),
  ordering: ordering.optional(),
  /** How much is in a pack, by the price per unit that the page states. */
  size: packSize.optional(),
  /** Of a list of products: the one whose price is tracked. */
  cheapest: z
    .object({ title: z.string().nullable(), url: z.string(), price: z.number().nullable().optional() })
    .optional(),
});
export type OfferTerms = z.infer<typeof offerTerms>;

/** A shop with the host of its offers, and the name to show for it. */
const namedShop = z.object({
  host: z.string(),
  /** What the user or its pages call it; its host if they do not, or if the name would pass it off as another shop. */
  name: z.string(),
  is_own_name: z.boolean(),
  /** The address of a picture, which may not exist. */
  icon: z.string().nullable(),
});
export type NamedShop = z.infer<typeof namedShop>;

/** On how many days, and archived copies, a shop had a price at all, and asked its list price. */
export const listPriceCheck = z.object({
  days: z.int(),
  asked: z.int(),
  copies: z.int(),
  asked_copies: z.int(),
});
export type ListPriceCheck = z.infer<typeof listPriceCheck>;

/** What counts for the owner beside an offer's price, from a time on: see `paid-price.ts`. */
const countedTerms = z.object({
  at: z.iso.datetime(),
  conditional: z.object({ kind: z.enum(conditionKinds), price: z.number() }).nullable(),
  shipping: z.number(),
});

/** App operations for shop pages. */
export const pageOperations = {
  "pages.hosts": { input: z.object({}), output: z.object({ hosts: z.array(host) }) },
  /** Allows or forbids fetching pages from a non-public `host` or `host:port`. */
  "pages.allow": {
    input: z.object({ host, is_allowed: z.boolean() }),
    output: z.object({ hosts: z.array(host) }),
  },
  /** Shops with a name or an icon. */
  "shops.list": { input: z.object({}), output: z.object({ shops: z.array(namedShop) }) },
  /** Names a shop; null goes back to what its pages say. */
  "shops.rename": {
    input: z.object({ host, name: z.string().trim().min(1).max(maxShopName).nullable() }),
    output: z.object({ act_id: actId }),
  },
  /** The product's pages that were added by link, what they say beside the price, and how much a pack holds. */
  "offers.terms": {
    input: z.object({ product_key: productKey }),
    output: z.object({
      pages: z.array(
        z.object({
          offer_id: z.string(),
          url: z.string(),
          terms: offerTerms,
          listing: pageListing.nullable(),
          /** False while the page has shown no price yet. */
          has_price: z.boolean(),
          /**
           * A price on the page that does not count for now: so far from the usual one that a second check must confirm
           * it or, if `is_corrected`, the figure that the user has corrected by hand.
           */
          held_price: z.number().nullable(),
          is_corrected: z.boolean(),
          /** What the page states now for some shoppers, the lowest first. */
          conditions: z.array(statedCondition),
          /** What counts of it for the owner, ascending; empty if nothing does. */
          counted: z.array(countedTerms),
          /** Null without a list price, or with too few days to say. */
          list_price_check: listPriceCheck.nullable(),
        }),
      ),
      /** The user's size, or else the pages'; null if unknown, or if pages sell packs of different sizes. */
      size: packSize.nullable(),
      is_size_by_hand: z.boolean(),
    }),
  },
  /** Replaces a price entered by hand by one in another currency; prices in the former one go. */
  "prices.enter": {
    input: z.object({
      offer_id: z.string().min(1).max(200),
      price: z.number().min(0.01).max(maxPrice),
      currency: currencyCode,
      /** False for a price from before the product sold out. */
      is_in_stock: z.boolean().default(true),
    }),
    output: z.object({ act_id: actId }),
  },
  /** Records an offer's held price at once, because the user says that it is right. */
  "prices.accept": {
    input: z.object({ offer_id: z.string().min(1).max(200) }),
    output: z.object({ is_accepted: z.boolean(), act_id: actId }),
  },
  /** Reads a known page again at the place that the user has clicked, now and at each later check. */
  "prices.teach": {
    input: z.object({ url: pageUrl, currency: currencyCode.optional(), recipe: recipe.optional() }),
    output: addLinkResult,
  },
  /** Counts the price of a click in place of the earlier ones, which were misread, too. */
  "prices.settle_click": {
    input: z.object({
      offer_id: z.string().min(1).max(200),
      clicked_at: z.iso.datetime(),
      part_of: partOf,
    }),
    output: z.object({ act_id: actId }),
  },
  /** Sets how much a pack holds; without `size`, pages say it again. Throws `ERR_PRODUCT_NOT_FOUND`. */
  "products.set_size": {
    input: z.object({ product_key: productKey, size: packSize.nullable() }),
    output: z.object({ act_id: actId }),
  },
  /** Exchange rates, fetched if those of the data folder are older than a day; null if there are none yet. */
  "rates.read": {
    input: z.object({}),
    output: z.object({ rates: exchangeRates.nullable() }),
  },
  /** Keeps a product's picture in the folder `pictures` of the data folder; `file` is null if it cannot be had now. */
  "pictures.keep": {
    input: z.object({ url: pageUrl }),
    output: z.object({ file: z.string().nullable() }),
  },
  "offers.foreign": {
    input: z.object({ product_key: productKey }),
    output: z.object({
      currencies: z.array(foreignPrices),
      /** The currency of the watch list's best price, or else one with an offer in stock; null without offers. */
      shown_currency: z.string().nullable(),
    }),
  },
} as const;
