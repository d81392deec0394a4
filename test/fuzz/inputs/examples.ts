import fc from "fast-check";

/** Values from the catalogue of the engine under test: without them every look-up would end in "not found". */
const productKeys = [
  "product/aurora-headphones/p1",
  "product/book/x",
  "product/awkward/x",
  "product/nowhere/p404",
];
// biome-ignore format: one per line would fill a page
const identifiers = [
  ...productKeys, "036000291452", "0036000291452", "9780306406157", "B0AURORA01", "AH-100", "SPK-7",
  "NL AH100 BLK", "Aurora Wireless Headphones", "lamp", "https://www.shop.example/p/aurora/?color=black&size=m",
  "036000291453",
];
const retailers = ["shop.example", "market.example", "WWW.SHOP.EXAMPLE", "nowhere.example"];
const offerIds = ["aurora-new", "aurora-used", "aurora-refurbished", "aurora-euro", "book-euro", "awkward-0"];
const days = ["2025-06-10", "2026-05-01", "2026-06-01", "2026-06-15", "2026-06-16", "2024-02-29"];
const deals = ["deal/minutes", "deal/hours-a", "deal/nowhere"];
/** Pages of different hosts, because requests to one host are seconds apart. */
const urls = fc.oneof(
  fc.constantFrom(
    "https://127.0.0.1:9/hook",
    "http://127.0.0.1/",
    "https://a:b@c.invalid/",
    "ftp://x.invalid/",
  ),
  fc.nat(1_000_000_000).map((number) => `https://h${number}.invalid/p`),
);
const selectors = [".price", "#price > span", "div:nth-child(2)", "[itemprop=price]", "main .a .b", "span"];

/** Examples by the name of a field. */
const byName: Readonly<Record<string, readonly unknown[]>> = {
  ids: identifiers,
  id: identifiers,
  identifier: identifiers,
  identifiers,
  q: ["lamp", "aurora headphones", "kettle"],
  product_key: productKeys,
  product_keys: productKeys,
  into: productKeys,
  path: deals,
  paths: deals,
  retailer: retailers,
  category: ["Headphones", "headphones", "Audio"],
  start: days,
  end: days,
  start_date: days,
  end_date: days,
  offer_id: offerIds,
  offer_ids: offerIds,
  host: retailers,
  selectors,
  attribute: ["content", "data-price"],
  add: ["Garden", "garden", "später"],
  remove: ["Garden", "GARDEN"],
  currency: ["USD", "EUR", "usd"],
  timestamp: ["2026-06-01T00:00:00.000Z", "2026-06-20T00:00:00.000Z"],
  until: ["2030-01-01T00:00:00.000Z"],
};

/** `null` if the field has no examples. */
export function exampleFor(name: string): fc.Arbitrary<unknown> | null {
  if (name === "url" || name === "base_url") return urls;
  const examples = Object.hasOwn(byName, name) ? byName[name] : undefined;
  return examples === undefined ? null : fc.constantFrom(...examples);
}
