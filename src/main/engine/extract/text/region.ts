import { othersHeading } from "../html/heading.js";
import { ancestor, around, commonElement, firstIndex, type OutlineElement } from "../html/outline.js";
import type { PageFacts, TextElement } from "../html/page-facts.js";
import { kindOf, kinds } from "./element-kind.js";
import { isSellerHead, leadsToSeller } from "./offer-words.js";
import { isLabel } from "./price-role.js";
import type { PriceSpot } from "./spot.js";
import { wordsOf } from "./words.js";

/** How an element stands to the page's heading. */
export interface Place {
  /** Depth of the innermost element that holds both: the deeper, the nearer. */
  readonly shared: number;
  /** What the elements between say, as bits of `kinds`. */
  readonly kind: number;
  /** In a list of things that are alike: other products, or choices. */
  readonly isListed: boolean;
  /** In a table of the product's sellers. */
  readonly isSellers: boolean;
}

const ages = kinds.old | kinds.now;

/** Adds an element's kinds to those of its outer elements; one longer than `maxAside` is no aside. */
function addKind(kind: number, element: OutlineElement, maxAside: number): number {
  // What holds much more than a price is not named after it.
  const length = element.to - element.from;
  const own =
    kindOf(element) & ~(length > longestLabelled ? labels : 0) & ~(length > maxAside ? kinds.aside : 0);
  // The innermost that calls a price old or new is the one to believe.
  return kind | ((kind & ages) === 0 ? own : own & ~ages);
}

/** What the elements around one say up to an outer one, which is a product of its own among others. */
export function kindWithin(element: OutlineElement, outer: OutlineElement): number {
  let kind = 0;
  for (const each of around(element, outer.outer)) kind = addKind(kind, each, 0);
  return kind & ~kinds.aside;
}

/** Children of one parent that are called the same. */
type Siblings = Map<string, Set<OutlineElement>>;

const labels = kinds.old | kinds.now | kinds.conditional | kinds.price | kinds.net;
const longestLabelled = 250;

const itemTags = new Set(["li", "article", "tr", "a", "dd"]);
const leastAlike = 3;
/** What has letters of its own beside the price, such as a name. */
const leastNaming = 4;

/** Equal for elements with the same tag and first class name. */
export function signatureOf(element: OutlineElement): string {
  element.signature ??= readSignature(element);
  return element.signature;
}

function readSignature({ tag, attributes }: OutlineElement): string {
  return `${tag}.${(attributes.class ?? "").split(/\s+/, 1)[0]?.replace(/[a-f\d]{5,}$|__\w{5,6}$/, "") ?? ""}`;
}

/** Rows of a table that only say what each amount is list nothing: `List price`, `Price`, `You save`. */
function labelLength({ before, above }: PriceSpot): number {
  const label = before === "" ? above : before;
  return isLabel(label) ? label.length + 1 : 0;
}

/** A part of the page that lists other products under a heading. */
interface OthersSection {
  readonly heading: OutlineElement;
  /** Where it ends: with the element that contains it, or at the next heading of its level. */
  readonly to: number;
}

/** 2 for `h2`; 7 for an element that only its name makes a heading. */
function levelOf({ tag }: OutlineElement): number {
  return Number(/^h([1-6])$/.exec(tag)?.[1] ?? 7);
}

/** The innermost element that contains more than the heading. */
function scopeOf(heading: OutlineElement): OutlineElement | null {
  let scope = heading.outer;
  while (scope !== null && scope.to - scope.from <= heading.to - heading.from + leastNaming)
    scope = scope.outer;
  return scope;
}

/** Where the section under a heading ends: at the next heading of its level, or with what contains it. */
function sectionEnd(heading: OutlineElement, headings: readonly TextElement[], at: number): number {
  const end = scopeOf(heading)?.to ?? heading.to;
  const level = levelOf(heading);
  for (let i = at + 1; i < headings.length; i++) {
    const next = headings[i]?.element;
    if (next === undefined || next.from >= end) break;
    const isAlike = levelOf(next) === level && next.outer === heading.outer;
    if (next.from >= heading.to && (isAlike || levelOf(next) < level)) return next.from;
  }
  return end;
}

/** Whether two amounts that follow each other stand in parts that are alike, each with a name of its own: cards. */
function areCards(one: PriceSpot | undefined, other: PriceSpot | undefined): boolean {
  const common = commonElement(one?.element ?? null, other?.element ?? null);
  const parts = [one, other].flatMap((each) => (each ? [...around(each.element, common)].slice(-1) : []));
  const [first, second] = parts.map(signatureOf);
  const isNamed = parts.every(({ from, to }) => to - from >= (one?.text.length ?? 0) + leastNaming);
  return parts.length === 2 && parts[0] !== parts[1] && first === second && isNamed;
}

/** The parts of a page that list other products, below its own product and the button to buy it. */
function othersSections({ headings, headingAt, spots }: PageFacts): OthersSection[] {
  const buyAt = spots.stocks.find(({ isControl, element }) => isControl && element.from > headingAt)?.element
    .from;
  const isSoldOutAbove = ({ from }: OutlineElement) =>
    spots.stocks.some(
      ({ availability, element }) => availability === "out" && element.from > headingAt && element.to <= from,
    );
  const { prices } = spots;
  const pricedAt =
    prices.find(({ element }) => element.from > headingAt)?.element.to ?? Number.POSITIVE_INFINITY;
  const priceAt = (i: number) => prices[i]?.element.from ?? Number.POSITIVE_INFINITY;
  // In any language: cards under a heading, behind a price and a button to buy. Prices stand in the order of the page.
  const isAboveCards = ({ from }: OutlineElement, to: number) => {
    if (buyAt === undefined || buyAt >= from || pricedAt > from) return false;
    for (let i = firstIndex(prices.length, (at) => priceAt(at) >= from); priceAt(i + 1) < to; i++)
      if (areCards(prices[i], prices[i + 1])) return true;
    return false;
  };
  return headings.flatMap(({ element, text }, at) => {
    if (element.from <= headingAt || element.tag === "h1") return [];
    const level = levelOf(element);
    const to = sectionEnd(element, headings, at);
    if (!othersHeading.test(text) && !(level < 7 && isAboveCards(element, to))) return [];
    // A heading such as "Customers also love it" may stand above the product's own price and button.
    const isOwn = buyAt !== undefined && element.to <= buyAt && buyAt < to && !isSoldOutAbove(element);
    return isOwn ? [] : [{ heading: element, to }];
  });
}

/** Whether a title has at least half of a heading's words, and not just one of several. */
function isNamedBy(title: string, heading: string): boolean {
  const [titleWords, words] = [wordsOf(title), wordsOf(heading)];
  const shared = [...words].filter((word) => titleWords.has(word)).length;
  return shared === words.size || (shared > 1 && shared * 2 >= words.size);
}

/** Where things stand on a page: measured from its heading, and from what repeats. */
export class Regions {
  readonly #heading: OutlineElement | null;
  /** Half of the page's text: what holds more is not beside the product. */
  readonly #half: number;
  readonly #siblings = new Map<OutlineElement | null, Siblings>();
  readonly #others: readonly OthersSection[];
  /** What contains the rows of sellers. */
  readonly #sellers: ReadonlySet<OutlineElement | null>;
  readonly #places = new Map<OutlineElement, Place>();

  constructor(facts: PageFacts) {
    this.#half = facts.textLength / 2;
    this.#heading = facts.headingElement;
    this.#others = othersSections(facts);
    for (const spot of facts.spots.prices) this.#count(spot.element, spot.text.length + labelLength(spot));
    const heads = facts.cells.filter(({ text }) => isSellerHead(text));
    this.#sellers = new Set([
      ...heads.map(({ element }) => ancestor(element, "table")),
      ...this.#sellersByLinks(facts),
    ]);
  }

  place(element: OutlineElement): Place {
    const place = this.#places.get(element) ?? this.#readPlace(element);
    this.#places.set(element, place);
    return place;
  }

  #readPlace(element: OutlineElement): Place {
    const common = commonElement(element, this.#heading);
    let kind = this.#isAmongOthers(element) ? kinds.aside : 0;
    let isListed = false;
    for (let each: OutlineElement | null = element; each !== null && each !== common; each = each.outer) {
      // An aside with buttons to buy sells the page's own product, unless it lists several.
      if (each.tag === "aside" && (each.buyButtons === 0 || each.buyButtons > 3)) kind |= kinds.aside;
      if (each.tag === "header" && each.to <= (this.#heading?.from ?? 0)) kind |= kinds.aside;
      kind = addKind(kind, each, this.#half);
      isListed ||= this.#isAlike(each);
    }
    const isSellers = this.sellerRow(element) !== null;
    return { shared: common?.depth ?? -1, kind, isListed: isListed && !isSellers, isSellers };
  }

  /** The row of a seller that an element stands in. */
  sellerRow(element: OutlineElement): OutlineElement | null {
    if (this.#sellers.size === 0) return null;
    const isRow = (each: OutlineElement) =>
      this.#sellers.has(each.outer) || (each.tag === "tr" && this.#sellers.has(ancestor(each, "table")));
    return [...around(element, null)].find(isRow) ?? null;
  }

  /** What contains rows that are alike, each with a link to a shop; a row named like the heading is another product's. */
  #sellersByLinks({ shortLinks, namedLinks, heading }: PageFacts): (OutlineElement | null)[] {
    const words = wordsOf(heading);
    const links = [...shortLinks, ...namedLinks];
    const isNamed = (row: OutlineElement) =>
      links.some(
        ({ element, text }) =>
          row.from <= element.from &&
          element.to <= row.to &&
          [...wordsOf(text)].some((word) => words.has(word)),
      );
    return shortLinks.flatMap(({ element, text }) => {
      const row = leadsToSeller(text) ? [...around(element, null)].find((each) => this.#isAlike(each)) : null;
      return row == null || isNamed(row) ? [] : [row.outer];
    });
  }

  /** Whether the heading stands in one of several parts that are alike, with prices and links to products: a card of a list. */
  isHeadingListed({ headingElement, headings, heading, title, namedLinks }: PageFacts): boolean {
    if (headingElement === null) return false;
    // The page is about what its title names.
    const isNamed = isNamedBy(title, heading);
    const others = headings.filter(
      ({ element, text }) => element.tag === headingElement.tag && text !== heading && !isNamed,
    );
    const hasOneOf = (part: OutlineElement, some: readonly { readonly element: OutlineElement }[]) =>
      some.some(({ element }) => part.from <= element.from && element.to <= part.to);
    return [...around(headingElement, null)].some((each) => {
      const alike = this.#siblings.get(each.outer)?.get(signatureOf(each));
      if (alike === undefined || alike.has(each)) return false;
      const cards = [...alike];
      const linked = cards.filter((part) => hasOneOf(part, namedLinks)).length;
      // Where each card has a heading of the same level, two are a list.
      return (
        cards.some((part) => hasOneOf(part, others)) ||
        (cards.length >= leastAlike && linked >= (isNamed ? cards.length : 1))
      );
    });
  }

  #isAmongOthers({ from }: OutlineElement): boolean {
    return this.#others.some(({ heading, to }) => heading.to <= from && from < to);
  }

  #count(element: OutlineElement, priceLength: number): void {
    const common = commonElement(element, this.#heading);
    for (let each: OutlineElement | null = element; each !== null && each !== common; each = each.outer) {
      if (each.to - each.from < priceLength + leastNaming || (kindOf(each) & kinds.price) !== 0) continue;
      const signature = signatureOf(each);
      // Containers without a name are alike everywhere.
      if (signature.endsWith(".") && !itemTags.has(each.tag)) continue;
      const siblings: Siblings = this.#siblings.get(each.outer) ?? new Map();
      const alike = siblings.get(signature);
      if (alike !== undefined) alike.add(each);
      else this.#siblings.set(each.outer, siblings.set(signature, new Set([each])));
    }
  }

  #isAlike(element: OutlineElement): boolean {
    const alike = this.#siblings.get(element.outer)?.get(signatureOf(element));
    return alike !== undefined && alike.size >= leastAlike && alike.has(element);
  }
}
