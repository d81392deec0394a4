import type { OutlineElement } from "../html/outline.js";
import { remembered } from "../remembered.js";
import table from "../words/element-names.json" with { type: "json" };

/** What an element's tag, classes and labels say of what stands in it, as bits. */
export const kinds = {
  price: 1,
  /** What it was before, or is elsewhere. */
  old: 2,
  /** What is asked now. */
  now: 4,
  /** About something else: navigation, other products, reviews. */
  aside: 8,
  /** A price, but not of one piece, once, for everybody. */
  conditional: 16,
  /** One of several that can be chosen. */
  option: 32,
  /** The one that is chosen. */
  chosen: 64,
  /** Where a product is bought. */
  buy: 128,
  /** What delivery costs. */
  shipping: 256,
  /** Struck out, and so not asked any more; `old` may also be the regular price. */
  struck: 512,
  /** Without tax. */
  net: 1024,
  /** An aside, unless the name also mentions a price: `price-and-reviews`. */
  reviews: 2048,
} as const;

/** Whole words of names, and pairs of neighbours such as `list-price`. */
const kindOfWord = new Map<string, number>();
for (const [names, all] of Object.entries(table)) {
  const bits = (names.split(" ") as (keyof typeof kinds)[]).reduce((sum, name) => sum | kinds[name], 0);
  for (const word of all.split(" ")) kindOfWord.set(word, (kindOfWord.get(word) ?? 0) | bits);
}

const denials = new Set(["no", "not", "non", "without"]);

/** `nowprice`, `salePrice`: languages that glue words together. */
const gluedPrice = /(?:price|preis|prijs)$/;

const asideTags = new Set(["nav", "footer"]);
const oldTags = new Set(["del", "s", "strike"]);
const maxNameLength = 300;

const namingAttributes = new Set([
  "class",
  "id",
  "itemprop",
  "aria-label",
  "data-testid",
  "data-test",
  "data-qa",
  "data-hook",
]);

/** What an element is called by its author; empty where it has no name. */
function nameOf(attributes: OutlineElement["attributes"]): string {
  let name = "";
  for (const attribute in attributes)
    if (namingAttributes.has(attribute))
      name = name === "" ? (attributes[attribute] ?? "") : `${name} ${attributes[attribute]}`;
  if (attributes.style?.includes("line-through") === true) name += " line-through";
  return name;
}

/** `currentPrice` is two words. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, maxNameLength)
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const maxNames = 5_000;

/** What a name says. */
const kindOfName = remembered(maxNames, (name) => {
  let kind = 0;
  let [beforeLast, last] = ["", ""];
  for (const word of wordsOf(name)) {
    // `no-strike-price` has none, and `with-list-price` stands beside one.
    if (!denials.has(last)) kind |= kindOfWord.get(word) ?? 0;
    if (beforeLast !== "with" && !denials.has(beforeLast)) kind |= kindOfWord.get(`${last}-${word}`) ?? 0;
    if (gluedPrice.test(word)) kind |= kinds.price;
    [beforeLast, last] = [last, word];
  }
  if ((kind & (kinds.reviews | kinds.price)) === kinds.reviews) kind |= kinds.aside;
  return kind;
});

function readKind(element: OutlineElement): number {
  const { tag, attributes } = element;
  const isChoice = tag === "option" || attributes.role === "tab";
  const isLabel = tag === "label" && (element.hasControl || attributes.for !== undefined);
  let kind = asideTags.has(tag) ? kinds.aside : 0;
  if (oldTags.has(tag)) kind |= kinds.old;
  if (tag === "ins") kind |= kinds.now;
  if (isChoice || isLabel) kind |= kinds.option;
  if (attributes["aria-selected"] === "true" || attributes["aria-checked"] === "true") kind |= kinds.chosen;
  const name = nameOf(attributes);
  if (name !== "") kind |= kindOfName(name);
  // A form named after a basket puts the product into it.
  return tag === "form" ? kind & ~kinds.aside : kind;
}

/** Read once: many prices stand in the same elements. */
export function kindOf(element: OutlineElement): number {
  element.kind ??= readKind(element);
  return element.kind;
}
