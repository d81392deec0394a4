import { maxOf } from "../../../../shared/arrays.js";
import { findMoney, noHints } from "../amounts/money.js";
import { type Candidate, candidatesIn, type MainFindings } from "../candidate.js";
import { commonElement, distance, type OutlineElement } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import {
  aboveWords,
  atCheckout,
  forSomeShoppers,
  hasException,
  otherDelivery,
  standardRate,
  under,
} from "../text/delivery-words.js";
import { purposeInWords } from "../text/price-role.js";
import type { ReadPrice } from "../text/read-prices.js";
import { isInHeader } from "../text/read-stock.js";

/** Amounts and words that the page shows. */
export interface ShownTerms {
  readonly facts: PageFacts;
  readonly prices: readonly ReadPrice[];
  /** What says beside the heading that delivery is free. */
  readonly freeShipping: readonly OutlineElement[];
}

/** What the page says that delivery costs; 0 if it is free, `null` if the charge has no fixed amount. */
interface Charge {
  readonly cost: number | null;
  readonly element: OutlineElement;
  /** For faster delivery or abroad. */
  readonly isOther: boolean;
  /** A standard or flat rate, the same for all orders. */
  readonly isStandard: boolean;
}

/** Where the product's price stands, or its heading if only the data has the price. */
interface PricePlaces {
  readonly elements: readonly OutlineElement[];
  readonly isShown: boolean;
  readonly facts: PageFacts;
}

/** Words on delivery stand this near to the price, in characters; farther, they are a shop's advertising. */
const maxDistance = 800;
/** A charge and the order value above which it is not paid stand this near to each other, in characters. */
const maxPairGap = 100;
/** Characters of a block about the product, at most; the body of a page is none. */
const maxBlock = 600;
const pageTags = new Set(["html", "body", "main"]);

/** Depth of the innermost element that holds both a price and what is said of delivery: the deeper, the nearer. */
function nearness(element: OutlineElement, { elements }: PricePlaces): number {
  return Math.max(-1, ...elements.map((each) => commonElement(element, each)?.depth ?? -1));
}

/** Whether the words before a charge add it to another price: `219,00 € + `. */
function isAddedToOther(before: string, price: number | null): boolean {
  const [, sum] = /^(.*)\+\s*\p{Sc}?\s*$/u.exec(before) ?? [];
  const last = sum === undefined ? undefined : findMoney(sum.trimEnd(), noHints).at(-1);
  return last !== undefined && last.to === sum?.trimEnd().length && last.amount !== price;
}

/** Whether it is what a used one costs. */
function isUsedPrice({ role, purpose, isUsed }: ReadPrice): boolean {
  return role === "other" && purpose === null && isUsed;
}

/** The charges nearest to the price; what stands farther belongs to other offers. */
function nearestCharges(price: number | null, places: PricePlaces, page: ShownTerms): Charge[] {
  const others = page.prices.filter(
    (each) => (each.role === "now" || isUsedPrice(each)) && !each.isProse && each.price !== price,
  );
  const isOfOther = (element: OutlineElement) =>
    others.some((other) => (commonElement(element, other.element)?.depth ?? -1) > nearness(element, places));
  const charges = page.prices
    .filter((each) => each.price !== price)
    .flatMap(({ purpose, price: cost, element, before, after }): Charge[] => {
      const isCharge = purpose === "shipping" || purpose === "shipping-from";
      if (!isCharge || isAddedToOther(before, price) || (price ?? 0) >= smallOrderLimit(after)) return [];
      const words = `${before} ${after}`;
      const kind = { isOther: otherDelivery.test(words), isStandard: standardRate.test(words) };
      return [{ cost: purpose === "shipping" ? cost : null, element, ...kind }];
    });
  const free = page.freeShipping
    .filter((element) => !places.isShown || isWithin(maxDistance, element, places))
    .map((element) => ({ cost: 0, element, isOther: false, isStandard: false }));
  const all = [...charges, ...free].filter(({ element }) => !isOfOther(element));
  const nearest = maxOf(all.map(({ element }) => nearness(element, places)));
  return all.filter(({ element }) => nearness(element, places) === nearest);
}

function isWithin(most: number, element: OutlineElement, { elements }: PricePlaces): boolean {
  return elements.some((each) => Math.abs(each.from - element.from) <= most);
}

function onlyCost(charges: readonly Charge[]): number | null {
  const [cost, ...more] = new Set(charges.map((each) => each.cost));
  return more.length === 0 ? (cost ?? null) : null;
}

/** Whether all orders of that value are delivered free, for every shopper and for all goods. */
function isReached({ purpose, price, before, after }: ReadPrice, value: number): boolean {
  return (
    purpose === "free-shipping-from" &&
    (aboveWords.test(before) ? price < value : price <= value) &&
    !forSomeShoppers.test(after) &&
    !hasException(before, after)
  );
}

/** The order value from which on a charge is not paid: behind `under $50`. Infinity if the words name none. */
function smallOrderLimit(after: string): number {
  const [limit] = findMoney(under.exec(after)?.[1] ?? "", noHints);
  return limit?.amount ?? Number.POSITIVE_INFINITY;
}

/** Whether an order value is that of a charge: in a block of their own, or both in the product's. */
function isPair(value: OutlineElement, { element }: Charge, places: PricePlaces): boolean {
  const common = commonElement(value, element);
  const near = nearness(element, places);
  if (common !== null && common.depth > near) return true;
  if (value.from < places.facts.headingAt || nearness(value, places) < near) return false;
  const isBlock = common !== null && !pageTags.has(common.tag) && common.to - common.from <= maxBlock;
  return isBlock || distance(value, element) <= maxPairGap;
}

/** Whether words on delivery are about the product, not about the whole shop. */
function isOfProduct({ element }: Charge, places: PricePlaces): boolean {
  const { facts } = places;
  return (
    element.from >= facts.headingAt && !isInHeader(element, facts) && isWithin(maxDistance, element, places)
  );
}

/**
 * The charge for delivery that the text below the heading names, long lines included: 0 if it names none, `null` if it
 * names several or leaves the charge to the checkout.
 */
function chargeInText({ product }: PageFacts, price: number): number | null {
  const text = product.slice(0, maxDistance);
  const lines = text.split("\n").filter((line) => !otherDelivery.test(line));
  const costs = lines.flatMap((line) =>
    findMoney(line, noHints)
      .map(({ amount, from, to }) => ({ amount, before: line.slice(0, from), after: line.slice(to) }))
      .filter(({ before, after }) => purposeInWords(before, after) === "shipping")
      .filter(({ after }) => price < smallOrderLimit(after))
      .map(({ amount }) => amount),
  );
  const [cost, ...more] = new Set(costs);
  if (cost !== undefined) return more.length === 0 ? cost : null;
  return atCheckout.test(text) ? null : 0;
}

/** What delivery costs: as the page's data says, else as it says beside the price; 0 if it is free. */
export function deliveryCost(chosen: Candidate, main: MainFindings, page: ShownTerms): number | null {
  const stated = [chosen, ...candidatesIn(main)]
    .filter(({ price }) => price === chosen.price)
    .find(({ shipping }) => shipping !== undefined)?.shipping;
  if (stated !== undefined) return stated;
  const own = page.prices.filter(({ price, role }) => price === chosen.price && role === "now");
  const { facts } = page;
  const shown = own.map(({ element }) => element);
  const beside = facts.headingElement === null ? [] : [facts.headingElement];
  const isShown = shown.length > 0;
  const places = { elements: isShown ? shown : beside, isShown, facts };
  const all = nearestCharges(chosen.price, places, page);
  const charges = all.filter(({ isOther }) => !isOther);
  const free = page.prices.filter((each) => isReached(each, chosen.price ?? 0));
  if (free.length === 0) return onlyCost(charges.length > 0 ? charges : all);
  if (charges.length === 0) return chargeInText(facts, chosen.price ?? 0);
  const isFree =
    onlyCost(charges) === 0 ||
    charges.every(({ isStandard }) => isStandard) ||
    free.some(({ element }) => charges.some((charge) => isPair(element, charge, places)));
  if (isFree) return 0;
  return charges.every((charge) => isOfProduct(charge, places)) ? onlyCost(charges) : null;
}
