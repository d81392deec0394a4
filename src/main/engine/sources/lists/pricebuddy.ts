import type { WallClock } from "../../domain/clock.js";
import { currencyOfCode } from "../../extract/amounts/currency.js";
import { parseAmount } from "../../extract/amounts/money.js";
import { availabilityOf } from "../../extract/schema-org/terms.js";
import { isObject, type JsonObject, objectsIn, textIn } from "./json-value.js";
import { type FoundItem, type HistoryEntry, ListBuilder, type ParsedList } from "./parsed-list.js";
import { readTime } from "./read-time.js";

function isProduct(value: JsonObject): boolean {
  return (
    "title" in value &&
    (Array.isArray(value.price_cache) || Array.isArray(value.urls) || "notify_price" in value)
  );
}

/** Prices by day. */
function historyOf(offer: JsonObject, currency: string | null, toInstant: WallClock): HistoryEntry[] {
  return Object.entries(isObject(offer.history) ? offer.history : {}).flatMap(([day, value]) => {
    const atMs = readTime(day, null, toInstant);
    const price = parseAmount(value);
    return atMs === null || price === null ? [] : [{ atMs, price, currency, availability: null }];
  });
}

/** An offer with its prices, or only an address. */
function itemOf(offer: JsonObject, toInstant: WallClock): Pick<FoundItem, "price" | "currency" | "history"> {
  const currency = currencyOfCode(textIn(offer, "currency"));
  const history = historyOf(offer, currency, toInstant);
  const last = history.at(-1);
  const availability = availabilityOf(textIn(offer, "availability"));
  const known = last === undefined ? [] : [...history.slice(0, -1), { ...last, availability }];
  return { price: parseAmount(offer.price), currency, history: known };
}

function addProduct(list: ListBuilder, product: JsonObject, toInstant: WallClock): void {
  const title = textIn(product, "title");
  const offers = [...objectsIn(product.price_cache), ...objectsIn(product.urls)].filter(
    ({ url }) => typeof url === "string",
  );
  if (offers.length === 0) list.skip(1, title ?? "", "address not exported");
  const shared = {
    line: null,
    title,
    target: parseAmount(product.notify_price),
    tags: objectsIn(product.tags).flatMap((tag) => textIn(tag, "name") ?? []),
  };
  // The same addresses stand in both lists.
  const urls = new Set<unknown>();
  for (const offer of offers) {
    if (urls.has(offer.url)) continue;
    urls.add(offer.url);
    list.add({ ...shared, ...itemOf(offer, toInstant), url: String(offer.url) });
  }
}

/** Products of PriceBuddy, as its API lists them, a page or several; `null` for other values. */
export function readPriceBuddy(value: unknown, toInstant: WallClock): ParsedList | null {
  const pages = Array.isArray(value) ? value : [value];
  const products = pages.filter(isObject).flatMap((page) => {
    if (!("data" in page)) return [page];
    return isObject(page.data) && isProduct(page.data) ? [page.data] : objectsIn(page.data);
  });
  const found = products.filter(isProduct);
  if (found.length === 0) return null;
  const list = new ListBuilder();
  for (const product of found) addProduct(list, product, toInstant);
  return list.finish("pricebuddy");
}
