import { hasCurrencyMark } from "../amounts/money.js";
import { around, type OutlineElement } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import { kindOf, kinds } from "../text/element-kind.js";
import { signatureOf } from "../text/region.js";
import type { PriceSpot } from "../text/spot.js";
import type { ListedLink, Menus } from "./listed-link.js";

/** The part of a page that shows one of several products. */
export interface CardPlace {
  readonly element: OutlineElement;
  readonly links: readonly ListedLink[];
  readonly spots: readonly PriceSpot[];
}

/** More text, white space included, is that of several products, or of an article. */
const maxCardLength = 20_000;
/** Levels between a link or price and the card around it. */
const maxLevels = 25;
/** They contain all cards of a page. */
const rootTags = new Set(["html", "body", "main"]);

function* within(element: OutlineElement): Generator<OutlineElement> {
  let level = 0;
  for (const each of around(element, null)) {
    if (rootTags.has(each.tag) || level++ > maxLevels) return;
    yield each;
  }
}

/** Whether a link may be that of a product. */
export function isLikely({ likelihood, isHeading, isPicture }: ListedLink): boolean {
  return likelihood > 0 || (likelihood === 0 && (isHeading || isPicture));
}

/** Which pages an element's links of one shape lead to: one page, or several. */
type Targets = Map<string, string | "several">;

/** Links that may be those of products, by the elements around them. */
class LinkedElements {
  readonly #targets = new Map<OutlineElement, Targets>();

  constructor(links: readonly ListedLink[]) {
    for (const link of links)
      if (isLikely(link)) for (const each of within(link.element)) this.#add(each, link.shape, link.key);
  }

  #add(element: OutlineElement, shape: string, key: string): void {
    const targets = this.#targets.get(element) ?? new Map<string, string>();
    this.#targets.set(element, targets);
    const known = targets.get(shape);
    if (known !== key) targets.set(shape, known === undefined ? key : "several");
  }

  has(element: OutlineElement): boolean {
    return this.#targets.has(element);
  }

  /** Whether an outer element has links to more products than an inner one. */
  hasMore(outer: OutlineElement, inner: OutlineElement): boolean {
    const own = this.#targets.get(inner);
    for (const [shape, target] of this.#targets.get(outer) ?? [])
      if (own?.has(shape) === true && own.get(shape) !== target) return true;
    return false;
  }
}

function isAmount({ element, text }: PriceSpot): boolean {
  return /\d/.test(text) && (hasCurrencyMark(text) || (kindOf(element) & kinds.price) !== 0);
}

/** The smallest elements that have both a price and a link. */
function pricedElements(spots: readonly PriceSpot[], linked: LinkedElements): OutlineElement[] {
  const found = spots.flatMap(({ element }) => {
    for (const each of within(element)) if (linked.has(each)) return [each];
    return [];
  });
  return [...new Set(found)];
}

/** The same without those around several others, or around another one of the same product. */
function smallestCards(spots: readonly PriceSpot[], linked: LinkedElements): Set<OutlineElement> {
  const kept = new Set<OutlineElement>();
  /** The cards within an element: one, or several. */
  const inner = new Map<OutlineElement, OutlineElement | "several">();
  for (const card of pricedElements(spots, linked).sort((a, b) => b.depth - a.depth)) {
    const contained = inner.get(card);
    if (contained === "several" || (contained !== undefined && linked.hasMore(card, contained))) continue;
    if (contained !== undefined) kept.delete(contained);
    kept.add(card);
    for (const each of within(card)) {
      const known = inner.get(each);
      inner.set(each, known === undefined || known === contained ? card : "several");
    }
  }
  return kept;
}

/** Offers beside the main one, such as used ones, may have links of their own. */
const maxOffers = 6;
const minAlike = 3;
/** The part of the elements that are alike that have a single price with a link. */
const minSingles = 0.4;

/** Finds the elements that repeat on the page, each with a card. */
class Repeated {
  readonly #counts = new Map<OutlineElement, number>();
  readonly #groups = new Map<OutlineElement | null, Map<string, { all: number; single: number }>>();

  constructor(cards: ReadonlySet<OutlineElement>) {
    for (const card of cards)
      for (const each of within(card)) this.#counts.set(each, (this.#counts.get(each) ?? 0) + 1);
    for (const [element, count] of this.#counts) {
      const groups = this.#groups.get(element.outer) ?? new Map<string, { all: number; single: number }>();
      this.#groups.set(element.outer, groups);
      const group = groups.get(signatureOf(element)) ?? { all: 0, single: 0 };
      groups.set(signatureOf(element), { all: group.all + 1, single: group.single + (count === 1 ? 1 : 0) });
    }
  }

  /** The largest element around a card that is one of several alike. */
  around(card: OutlineElement): OutlineElement | null {
    let found: OutlineElement | null = null;
    for (const each of within(card)) {
      if ((this.#counts.get(each) ?? 0) > maxOffers || each.to - each.from > maxCardLength) break;
      const group = this.#groups.get(each.outer)?.get(signatureOf(each));
      if (group !== undefined && group.all >= minAlike && group.single >= minSingles * group.all)
        found = each;
    }
    return found;
  }

  /** Whether an element has several cards. */
  hasSeveral(element: OutlineElement): boolean {
    return (this.#counts.get(element) ?? 0) > 1;
  }
}

/** The largest element around a card that has no other one, nor a link to another product. */
function widen(card: OutlineElement, repeated: Repeated, linked: LinkedElements): OutlineElement {
  const item = repeated.around(card);
  if (item !== null) return item;
  let widest = card;
  for (const each of within(card)) {
    const isTooLarge = repeated.hasSeveral(each) || each.to - each.from > maxCardLength;
    if (isTooLarge || linked.hasMore(each, card)) break;
    widest = each;
  }
  return widest;
}

function groupByCard<T extends { readonly element: OutlineElement }>(
  things: readonly T[],
  cards: ReadonlySet<OutlineElement>,
): Map<OutlineElement, T[]> {
  const groups = new Map<OutlineElement, T[]>();
  for (const thing of things)
    for (const each of within(thing.element)) {
      if (!cards.has(each)) continue;
      const group = groups.get(each);
      if (group === undefined) groups.set(each, [thing]);
      else group.push(thing);
      break;
    }
  return groups;
}

/** The parts of a page that show a product with a price and a link. */
export function findCards(facts: PageFacts, links: readonly ListedLink[], menus: Menus): CardPlace[] {
  const own = links.filter(({ isMenu }) => !isMenu);
  const linked = new LinkedElements(own);
  const spots = facts.spots.prices.filter((spot) => isAmount(spot) && !menus.contain(spot.element));
  const smallest = smallestCards(spots, linked);
  const repeated = new Repeated(smallest);
  const cards = new Set([...smallest].map((card) => widen(card, repeated, linked)));
  const spotsByCard = groupByCard(spots, cards);
  const linksByCard = groupByCard(own, cards);
  return [...cards]
    .sort((a, b) => a.from - b.from)
    .map((element) => ({
      element,
      links: linksByCard.get(element) ?? [],
      spots: spotsByCard.get(element) ?? [],
    }));
}

/** By card, the parts of the page within it. */
export function thingsInCards<T extends { readonly element: OutlineElement }>(
  things: readonly T[],
  cards: readonly CardPlace[],
): ReadonlyMap<OutlineElement, readonly T[]> {
  return groupByCard(things, new Set(cards.map(({ element }) => element)));
}
