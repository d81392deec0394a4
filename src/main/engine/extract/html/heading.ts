import { wordsOf } from "../text/words.js";
import table from "../words/other-products.json" with { type: "json" };
import type { OutlineElement } from "./outline.js";
import type { TextElement } from "./page-facts.js";

const headingTag = /^h[1-4]$/;
const headingName =
  /(?:^|[-_\s])(?:(?:art|item|product)?(?:title|name)|headline|heading)(?:$|[-_\s])|[a-z](?:Title|Name|Heading)(?:$|[-_\s])/;

/** Headings of lists of other products: `Kunden kauften auch`, `You may also like`. */
export const othersHeading = new RegExp(`^[^\\p{L}]*(?:${Object.values(table).join("|")})`, "iu");

/** Whether an element's tag or name makes it a heading. */
export function isHeading({ tag, attributes }: OutlineElement): boolean {
  if (headingTag.test(tag) || attributes.itemprop === "name") return true;
  const { class: classes, id } = attributes;
  return (classes !== undefined && headingName.test(classes)) || (id !== undefined && headingName.test(id));
}

const productName = /(?:product|art|item)[-_]?(?:title|name)|(?:title|name)[-_]?product/i;
const bonuses = { h1: 0.3, named: 0.25, itemprop: 0.15, h2: 0.1 } as const;
/** A heading shares at least this much with one of the page's titles. */
const minScore = 0.35;

/** Without accents, which the words lack. */
const isPlain = /^[\x20-\x7e]*$/;

/** 1 for the same words; less for each word that only one of them has. */
function resemblance(own: ReadonlySet<string>, title: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of own) if (title.has(word)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (own.size + title.size);
}

function isNamedProduct({ attributes: { class: classes = "", id = "" } }: OutlineElement): boolean {
  return productName.test(`${classes} ${id}`);
}

function bonus(element: OutlineElement): number {
  const { tag, attributes } = element;
  const named = isNamedProduct(element) ? bonuses.named : 0;
  if (tag === "h1") return named + bonuses.h1;
  if (attributes.itemprop === "name") return named + bonuses.itemprop;
  return named + (tag === "h2" ? bonuses.h2 : 0);
}

/** Separates a product's name from the shop's in a title. */
const titleEnd = /\s(?:[|–—-]|::)\s/;
const lineTags = /^(?:p|div|span|font|b|strong|td|big|center)$/;
const minNameLength = 4;

/** Whether a text of an element without a tag or name for headings begins with the product's name, as the page's title says. */
export function isNameLine({ tag }: OutlineElement, text: string, title: string): boolean {
  if (!lineTags.test(tag) || text.charAt(0).toLowerCase() !== title.trimStart().charAt(0).toLowerCase())
    return false;
  const [name = ""] = title.split(titleEnd);
  return (
    name.length >= minNameLength &&
    titleEnd.test(title) &&
    text.toLowerCase().startsWith(name.trim().toLowerCase())
  );
}

/**
 * The heading that resembles the page's titles most; if none does, the first `h1`, one named for a product, or else a line
 * with the product's name.
 */
export function chooseHeading(
  headings: readonly TextElement[],
  titles: readonly string[],
): TextElement | null {
  let best: TextElement | null = null;
  let most = minScore;
  const titleWords = titles.map(wordsOf);
  const all = titleWords.flatMap((words) => [...words]);
  for (const heading of headings) {
    if (!isHeading(heading.element)) continue;
    // Most headings of a page are those of other things.
    const plain = isPlain.test(heading.text) ? heading.text.toLowerCase() : null;
    if (plain !== null && !all.some((word) => plain.includes(word))) continue;
    const words = wordsOf(heading.text);
    const like = Math.max(0, ...titleWords.map((title) => resemblance(words, title)));
    const score = like === 0 ? 0 : like + bonus(heading.element);
    if (score > most) [best, most] = [heading, score];
  }
  return (
    best ??
    headings.find(({ element }) => element.tag === "h1") ??
    headings.find(({ element }) => isNamedProduct(element)) ??
    headings.find(({ element, text }) => titles.some((title) => isNameLine(element, text, title))) ??
    null
  );
}
