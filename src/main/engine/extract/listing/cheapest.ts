import type { PageListing } from "../../../../shared/app/pages.js";
import { mostFrequent } from "../../../../shared/arrays.js";
import { listTitle } from "../../domain/list-title.js";
import { normaliseHost } from "../../domain/product-url.js";
import { extract, type Page } from "../extract.js";
import type { Extraction } from "../extraction.js";
import { type ListedItem, type Listing, readListing } from "./listing.js";

type PricedItem = ListedItem & { readonly price: number };

/** Fewer products with a price are no list: a page of one product shows others, too. */
const minItems = 3;

function isPriced(item: ListedItem): item is PricedItem {
  return item.isSuggested && item.price !== null;
}

/** How many products with a price a page lists; `null` if it does not look like a list. */
export function countListed(html: string, url: URL): number | null {
  const { length } = readListing(html, url).items.filter(isPriced);
  return length < minItems ? null : length;
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a title has all the words, and none of those after a minus; case and accents do not matter. */
export function matchesWords(title: string | null, words: string): boolean {
  const own = plain(title ?? "");
  return plain(words)
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "-")
    .every((word) => (word.startsWith("-") ? !own.includes(word.slice(1)) : own.includes(word)));
}

/** The currency or sign beside a price. */
function unitOf({ currency, sign }: ListedItem): string | null {
  return currency ?? sign;
}

/** The unit of most items; `null` if they do not say any. */
function mainUnit(items: readonly PricedItem[]): string | null {
  return mostFrequent(items.flatMap((item) => unitOf(item) ?? [])) ?? null;
}

function titleOf({ name }: Listing, words: string, url: URL): string {
  return listTitle(words === "" ? name : words, normaliseHost(url.hostname));
}

/** The cheapest item of a page that lists products, among those in stock whose titles have the shopper's words. */
export function extractCheapest(page: Page, { words }: PageListing): Extraction {
  const url = new URL(page.url);
  const listing = readListing(page.html, url);
  const priced = listing.items.filter(isPriced);
  const base = { url: page.url, candidates: [], evidence: {} };
  if (priced.length === 0) {
    const own = extract(page);
    const reason = "The page lists no products with prices.";
    return own.status === "blocked" ? own : { ...base, status: "nothing", reason };
  }
  const unit = mainUnit(priced);
  const matching = priced.filter((item) => matchesWords(item.title, words) && unitOf(item) === unit);
  if (matching.length === 0)
    return {
      ...base,
      status: "nothing",
      is_no_match: true,
      reason: `No product on the page matches “${words}”.`,
    };
  const cheapest = matching
    .filter(({ isSoldOut }) => !isSoldOut)
    .reduce<PricedItem | null>((low, item) => (low === null || item.price < low.price ? item : low), null);
  const { image = null, currency = null, sign = null } = cheapest ?? matching[0] ?? {};
  return {
    ...base,
    status: "found",
    reason: null,
    product: { title: titleOf(listing, words, url), ...(image === null ? {} : { image }) },
    offer: {
      price: cheapest?.price ?? null,
      currency,
      ...(currency === null && sign !== null ? { sign } : {}),
      availability: cheapest === null ? "out" : "in",
      ...(currency === null ? { likely_currencies: listing.likelyCurrencies } : {}),
      ...(cheapest === null ? {} : { cheapest: { title: cheapest.title, url: cheapest.url } }),
    },
    evidence: { price: "list:price" },
  };
}
