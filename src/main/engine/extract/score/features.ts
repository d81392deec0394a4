import { groupBy } from "../../../../shared/arrays.js";
import { type Candidate, candidatesIn, type MainFindings, type Origin, origins } from "../candidate.js";
import { isPriced, isRangeEnd, type Priced } from "../choose/agreement.js";
import type { PageIdentity } from "../choose/page-identity.js";
import { namedCandidates } from "../choose/variant.js";
import { ancestor } from "../html/outline.js";
import { metaContent, type PageFacts } from "../html/page-facts.js";
import { isNamedAfterOther } from "../readers/text-offer.js";
import { isOwn, type SeenPrice } from "../text/read-prices.js";

/** One amount, with everything that states or shows it. */
export interface Amount {
  readonly price: number;
  /** What the page's data and buy box say of its own product. */
  readonly stated: readonly Priced[];
  /** Where the page shows it most likely as a price; `null` if only data names it. */
  readonly shown: SeenPrice | null;
  /** Whether one of the places that show it is selected. */
  readonly isChosen: boolean;
  /** Whether one of them says "from" of it. */
  readonly isFrom: boolean;
}

/** A page's amounts, once each, and what they are measured by. */
export interface PageAmounts {
  readonly facts: PageFacts;
  readonly amounts: readonly Amount[];
  /** Prices of each source for the page's own product. */
  readonly pricesBy: ReadonlyMap<Origin, ReadonlySet<number>>;
  /** Prices of the variant that the address or the page selects; empty where nothing selects one. */
  readonly named: ReadonlySet<number>;
  /** Depth of the innermost element that holds both the heading and the likeliest of the shown prices. */
  readonly nearest: number;
  /** What may be asked, the likeliest first. */
  readonly asked: readonly number[];
  /** Whether it is the front page of its host. */
  readonly isFront: boolean;
  /** Whether its data speaks of one product as its own. */
  readonly isProduct: boolean;
  /** Where the button to buy stands; `null` without one. */
  readonly buyAt: number | null;
  /** The most prices that one source of data has. */
  readonly rivals: number;
  /** How many other products the page lists. */
  readonly others: number;
  /** How many controls speak of stock. */
  readonly buttons: number;
}

function placeRank({ isAside, isListed }: SeenPrice): number {
  if (isAside) return 2;
  return isListed ? 1 : 0;
}

/** Gathers every amount that the page's data states, or that is given as seen on it. */
export function pageAmounts(
  facts: PageFacts,
  given: readonly SeenPrice[],
  main: MainFindings,
  page: PageIdentity,
): PageAmounts {
  const seen = given.toSorted((one, other) => placeRank(one) - placeRank(other));
  const stated = candidatesIn(main)
    .filter(isPriced)
    .filter(({ from }) => from !== "text");
  const seenBy = groupBy(seen, ({ price }) => price);
  const amounts = [...new Set([...stated, ...seen].map(({ price }) => price))].map((price) => {
    const places = seenBy.get(price) ?? [];
    return {
      price,
      stated: stated.filter((each) => each.price === price),
      shown: places[0] ?? null,
      isChosen: places.some((each) => each.isChosen),
      isFrom: places.some((each) => each.role === "from" && isOwn(each)),
    };
  });
  const own = seen.filter(isOwn);
  const buy = facts.spots.stocks.find(
    ({ isControl, element }) => isControl && element.from >= facts.headingAt,
  );
  const { candidates, isNamed } = namedCandidates(stated, page);
  const pricesOf = (some: readonly Candidate[]) => new Set(some.filter(isPriced).map(({ price }) => price));
  const pricesBy = new Map(
    origins.map((origin) => [origin, pricesOf(stated.filter(({ from }) => from === origin))]),
  );
  return {
    facts,
    amounts,
    pricesBy,
    named: pricesOf(isNamed ? candidates : []),
    nearest: own[0]?.shared ?? 0,
    asked: [...new Set(own.filter(isAsked).map(({ price }) => price))],
    isFront: page.url.pathname === "/" && page.url.search === "",
    isProduct:
      [...main.keys()].some((origin) => origin !== "text") || metaContent(facts, "og:type") === "product",
    buyAt: buy?.element.from ?? null,
    rivals: Math.max(...[...pricesBy.values()].map(({ size }) => size)),
    others: amounts.filter(({ shown }) => shown?.isListed === true && !shown.isAside).length,
    buttons: facts.spots.stocks.filter(({ isControl }) => isControl).length,
  };
}

function isAsked({ role, isProse }: SeenPrice): boolean {
  return role === "now" && !isProse;
}

type Feature = (amount: Amount, page: PageAmounts) => number | boolean;

function states(...sources: readonly Origin[]): Feature {
  return ({ stated }) => stated.some(({ from }) => sources.includes(from));
}

function shows(holds: (price: SeenPrice, page: PageAmounts) => boolean): Feature {
  return ({ shown }, page) => shown !== null && holds(shown, page);
}

function isInside(tag: string): Feature {
  return shows(({ element }) => ancestor(element, tag) !== null);
}

/** Where a count stands between 0 and `most`; all higher ones are 1. */
function share(count: number, most: number): number {
  return Math.min(1, count / most);
}

const maxDistance = 100_000;

/**
 * What is known of an amount, as numbers from 0 to 1 (a yes counts 1). The weight of each is learned from pages of shops:
 * see docs/extraction.md.
 */
const features = {
  boxed: states("buy-box"),
  microdata: states("microdata"),
  embedded: states("embedded"),
  /** A source of the page's data names it and no other price. */
  only: ({ stated, price }, { pricesBy }) =>
    stated.some(({ from }) => pricesBy.get(from)?.size === 1 && pricesBy.get(from)?.has(price) === true),
  rivals: (_amount, { rivals }) => share(rivals, 10),
  rangeEnd: ({ stated }) => stated.length > 0 && stated.every(isRangeEnd),
  used: ({ stated }) => stated.some(({ condition }) => condition !== null && condition !== "new"),
  named: ({ price }, { named }) => named.has(price),
  someNamed: (_amount, { named }) => named.size > 0,
  now: shows(({ role }) => role === "now"),
  old: shows(({ role }) => role === "old"),
  from: shows(({ role }) => role === "from"),
  other: shows(({ role }) => role === "other"),
  calledNow: shows(({ isCalledNow }) => isCalledNow),
  namedNow: shows(({ isNamedNow }) => isNamedNow),
  struck: shows(({ isStruck }) => isStruck),
  perUnit: shows(({ per, isPerPiece }) => per !== null || isPerPiece),
  bare: shows(({ words }) => words === ""),
  option: shows(({ isOption }) => isOption),
  chosen: ({ isChosen }) => isChosen,
  link: isInside("a"),
  listItem: isInside("li"),
  listed: shows(({ isListed }) => isListed),
  aside: shows(({ isAside }) => isAside),
  nearest: shows(({ shared }, { nearest }) => shared >= nearest),
  toHeading: ({ shown }, { facts }) =>
    shown === null
      ? 1
      : share(Math.log1p(Math.abs(shown.element.from - facts.headingAt)), Math.log(maxDistance)),
  button: (_amount, { buyAt }) => buyAt !== null,
  buttons: (_amount, { buttons }) => share(buttons, 20),
  front: (_amount, { isFront }) => isFront,
  product: (_amount, { isProduct }) => isProduct,
  headed: (_amount, { facts }) => facts.heading !== "",
  /** The name of another product, with a link to it, stands before it. */
  afterOther: shows((price, { facts }) => isNamedAfterOther(price, facts)),
  others: (_amount, { others }) => share(others, 20),
  beforeButton: shows(({ element }, { buyAt }) => buyAt !== null && element.from < buyAt),
  /** 1 for the likeliest of those that may be asked, 1/2 for the next. */
  likely: ({ price }, { asked }) => (asked.includes(price) ? 1 / (1 + asked.indexOf(price)) : 0),
  asked: (_amount, { asked }) => share(asked.length, 10),
} satisfies Record<string, Feature>;

export type FeatureName = keyof typeof features;

/** What the place of an amount tells without its words. */
export const placeFeatures = "link listItem listed aside nearest toHeading beforeButton".split(
  " ",
) as readonly FeatureName[];
/** What only its words tell, and the links and names around it. */
export const wordFeatures =
  "now old from other calledNow namedNow struck perUnit bare option chosen afterOther".split(
    " ",
  ) as readonly FeatureName[];

export function featureOf(name: FeatureName, amount: Amount, page: PageAmounts): number {
  return Number(features[name](amount, page));
}

export const featureNames = Object.keys(features) as readonly FeatureName[];

/** What is known of an amount, in the order of `featureNames`. */
export function featuresOf(amount: Amount, page: PageAmounts): number[] {
  return featureNames.map((name) => featureOf(name, amount, page));
}
