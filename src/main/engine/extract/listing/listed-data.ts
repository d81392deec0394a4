import { normaliseProductUrl } from "../../domain/product-url.js";
import type { Availability } from "../candidate.js";
import type { PageFacts } from "../html/page-facts.js";
import { readJsonLd } from "../schema-org/json-ld.js";
import { findProducts } from "../schema-org/product.js";
import { hasType, isThing, type Thing, textOf, thingsOf } from "../schema-org/thing.js";

/** A product of a list, as the page's data describes it. */
export interface ListedData {
  readonly url: string;
  readonly key: string;
  readonly title: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly sign: string | null;
  readonly availability: Availability | null;
  readonly image: string | null;
}

const listTypes = new Set(["itemlist", "offercatalog"]);
const maxItems = 5_000;
const maxDepth = 12;

/** Data that belongs to a page's own product is no list. */
function itemsIn(things: readonly Thing[]): Thing[] {
  const items: Thing[] = [];
  const seen = new Set<Thing>();
  const visit = (thing: Thing, depth: number) => {
    if (depth > maxDepth || seen.has(thing) || items.length >= maxItems) return;
    seen.add(thing);
    if (hasType(thing, listTypes)) items.push(...thingsOf(thing, "itemlistelement").slice(0, maxItems));
    for (const values of Object.values(thing.props))
      for (const value of values) if (isThing(value)) visit(value, depth + 1);
  };
  for (const thing of things) visit(thing, 0);
  return items;
}

/** A list's element, or the product that it names. */
function dataOf(element: Thing, base: URL): ListedData | null {
  const [item = element] = thingsOf(element, "item");
  const [product] = findProducts([item], "json-ld");
  const [first, ...others] = product?.candidates ?? [];
  const priced = [first, ...others].find((each) => each?.price != null) ?? first;
  const address = product?.url ?? textOf(item, "url") ?? textOf(element, "url", "item") ?? item.id;
  const url = address !== null && URL.canParse(address, base) ? new URL(address, base).href : null;
  const key = url === null ? null : normaliseProductUrl(url);
  if (url === null || key === null) return null;
  return {
    url,
    key,
    title: product?.title ?? textOf(item, "name") ?? textOf(element, "name"),
    price: priced?.price ?? null,
    currency: priced?.currency ?? null,
    sign: priced?.sign ?? null,
    availability: priced?.availability ?? null,
    image: product?.image ?? textOf(item, "image"),
  };
}

/** The products of the lists in a page's data, and those that the page marks up one by one. */
export function listedData(facts: PageFacts, base: URL): ListedData[] {
  const jsonLd = readJsonLd(facts);
  const marked = [...facts.microdata, ...facts.rdfa];
  const products = [...jsonLd, ...marked].filter((thing) => findProducts([thing], "json-ld").length === 1);
  const elements = [...itemsIn([...jsonLd, ...marked]), ...products];
  return elements.flatMap((element) => dataOf(element, base) ?? []);
}
