import { titleWithoutSize } from "../../../shared/app/pack-size.js";
import type { FoundShop } from "../../../shared/app/shop-search.js";
import type { Product } from "../../../shared/contract/product.js";
import { isPublicUrl } from "../../../shared/node/address-guard.js";
import { isSameTitle } from "./archived-page.js";
import { toGtin14 } from "./gtin.js";
import { normaliseHost } from "./product-url.js";
import { likenessTo, type ProductName } from "./similar-titles.js";

const maxWords = 12;

type Named = Pick<Product, "title" | "brand" | "barcode" | "mpn" | "model">;

/** What to search for: the barcode, or else brand and number, or else the name. */
export function searchWords({ title, brand, barcode, mpn, model }: Named): string {
  if (barcode !== undefined && toGtin14(barcode) !== null) return barcode;
  const number = mpn ?? model;
  const words = brand !== undefined && number !== undefined ? `${brand} ${number}` : title;
  return words.split(/\s+/).filter(Boolean).slice(0, maxWords).join(" ").slice(0, 200);
}

/** Sites where anyone sells, that compare prices, or that sell nothing, by the names before their countries' endings. */
// biome-ignore format: one per line would fill a page
const noShops = new Set([
  "ebay", "aliexpress", "alibaba", "temu", "wish", "etsy", "kleinanzeigen", "craigslist", "gumtree", "vinted", "facebook",
  "idealo", "geizhals", "billiger", "guenstiger", "preisvergleich", "check24", "pricespy", "pricerunner", "prisjakt", "kelkoo",
  "skinflint", "camelcamelcamel", "keepa", "pcpartpicker", "slickdeals", "mydealz", "hotukdeals", "barcodelookup", "upcitemdb",
  "go-upc", "ean-search", "google", "bing", "duckduckgo", "yahoo", "wikipedia", "youtube", "reddit", "pinterest", "instagram",
  "tiktok", "twitter", "x", "quora", "amazonaws", "archive",
]);

const listPath =
  /\/(?:search|suche|s|find|browse|categor(?:y|ies)|kategorien?|collections?|brands?|marken?|tags?|lists?|vergleich|compare)(?:\/[^/]*)?\/?$/i;
const listParameters = ["q", "query", "search", "keyword", "keywords", "k", "searchterm", "suchbegriff"];

/** Whether an address leads to a marketplace, a comparison, or a list of products, rather than to a shop's product. */
export function isListAddress(url: URL): boolean {
  const labels = normaliseHost(url.hostname).split(".").slice(0, -1);
  if (labels.some((label) => noShops.has(label))) return true;
  const isProductOfCollection = /\/products?\//i.test(url.pathname);
  if (url.pathname.replace(/\/+$/, "") === "") return true;
  return (
    (listPath.test(url.pathname) && !isProductOfCollection) ||
    listParameters.some((name) => url.searchParams.has(name))
  );
}

interface SearchLimits {
  readonly maxPages: number;
  /** Hosts of the shops that the product has. */
  readonly knownHosts: ReadonlySet<string>;
  /** Whether a page is watched already. */
  readonly isKnown: (url: URL) => boolean;
  /** Private hosts that the shopper has allowed. */
  readonly isAllowed: (url: URL) => boolean;
}

/** The pages to read among the results of a search, one a shop. */
export function selectPages(
  addresses: readonly string[],
  { maxPages, knownHosts, isKnown, isAllowed }: SearchLimits,
): URL[] {
  const pages = new Map<string, URL>();
  for (const url of addresses.map((address) => new URL(address))) {
    const host = normaliseHost(url.hostname);
    const isShop = (isPublicUrl(url) || isAllowed(url)) && !isListAddress(url);
    if (isShop && !knownHosts.has(host) && !pages.has(host) && !isKnown(url)) pages.set(host, url);
  }
  return [...pages.values()].slice(0, maxPages);
}

/** Names with fewer words in common are of another product. */
const minLikeness = 0.4;

interface ShownProduct {
  readonly title: string;
  readonly brand?: string | undefined;
  readonly gtin?: string | undefined;
}

/** Why a page may show a product; null if it shows another one: another barcode, another number in its name, other words. */
export function matchOf(product: Named, shown: ShownProduct): FoundShop["match"] | null {
  const [own, other] = [toGtin14(product.barcode), toGtin14(shown.gtin)];
  if (own !== null && other !== null) return own === other ? "barcode" : null;
  const [name, shownName] = [product, shown].map(({ title, brand = null }) => ({
    title: titleWithoutSize(title),
    brand,
  })) as [ProductName, ProductName];
  const isAlike = likenessTo(name)(shownName) >= minLikeness;
  return isAlike && isSameTitle(shownName.title, { title: name.title, url: "https://page.invalid/" })
    ? "name"
    : null;
}

const maxFactor = 3;

/** Whether a price is so far from another that a page probably sells something else: an accessory, a pack of many. */
export function isFarPrice(price: number, best: number): boolean {
  return price > best * maxFactor || price * maxFactor < best;
}
