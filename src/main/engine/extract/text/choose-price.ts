import { maxOf } from "../../../../shared/arrays.js";
import { commonElement, distance } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import { maxTaxFactor } from "./price-role.js";
import { isListPriceOf, type ReadPrice, regionsOf } from "./read-prices.js";

/** What the page itself shows of its price. */
export interface ShownPrices {
  /** What a shopper pays now; `null` where the page does not show one such price. */
  readonly now: ReadPrice | null;
  readonly list: ReadPrice | null;
  /** The ends of a range, if it shows that instead of a price. */
  readonly range: readonly ReadPrice[];
  /** Whether no other price stands near the heading. */
  readonly isOnly: boolean;
  /** Prices to choose from, where none is chosen. */
  readonly options: readonly ReadPrice[];
}

/** Elements around the heading within which a price is the page's own. */
const nearDepth = 5;

function isNear({ shared }: ReadPrice, facts: PageFacts): boolean {
  return (facts.headingElement?.depth ?? 0) - shared <= nearDepth;
}

/** In characters: on a small page, everything stands beside the heading. */
const smallPage = 1_000;

function isAsked({ role, isProse }: ReadPrice): boolean {
  return role === "now" && !isProse;
}

/** The prices beside the heading; those in its column's neighbour where it stands alone in its own. */
function nearPrices(prices: readonly ReadPrice[], facts: PageFacts): readonly ReadPrice[] {
  const near = prices.filter((price) => isNear(price, facts));
  if (near.length > 0) return near;
  const nearest = maxOf(prices.map(({ shared }) => shared));
  const farther = prices.filter(({ shared }) => shared === nearest);
  const chosen = farther.filter(({ isChosen }) => isChosen);
  const next = chosen.length > 0 ? chosen : farther;
  const [first] = next;
  const common = first === undefined ? null : commonElement(first.element, facts.headingElement);
  const isBeside = common !== null && common.to - common.from < Math.max(facts.textLength / 2, smallPage);
  return isBeside && distinct(next).length === 1 ? next : [];
}

function distinct(prices: readonly ReadPrice[]): readonly ReadPrice[] {
  return prices.filter(({ price }, i) => prices.findIndex((each) => each.price === price) === i);
}

/** A name such as `delivery-price` may be that of the only price. */
function onlyOne(prices: readonly ReadPrice[]): ReadPrice | undefined {
  const [price, ...more] = distinct(prices);
  return more.length === 0 ? price : undefined;
}

function lowest(prices: readonly ReadPrice[]): ReadPrice | undefined {
  return [...prices].sort((a, b) => a.price - b.price)[0];
}

/** A reduced price right before the regular one, in a part that is named after its shipping. */
function saleBefore(regular: ReadPrice, own: readonly ReadPrice[]): ReadPrice | undefined {
  return onlyOne(
    own.filter(
      ({ purpose, isConditionalByName, isCalledPrice, price, element }) =>
        purpose === "shipping" &&
        isConditionalByName &&
        isCalledPrice &&
        price < regular.price &&
        price > regular.price / 2 &&
        element.from < regular.element.from,
    ),
  );
}

/** Of prices that only their name makes conditional, the one that is another one with tax. */
function grossOf(prices: readonly ReadPrice[], conditional: readonly ReadPrice[]): ReadPrice | undefined {
  const net = prices.find(({ role }) => role === "net");
  return conditional.find(
    ({ price }) => net !== undefined && price > net.price && price <= net.price * maxTaxFactor,
  );
}

/** A price that is more than this many times a later one is not for the same thing. */
export const otherThingFactor = 2;
/** Characters between two prices that are both called the current one, at most. */
const maxLabelGap = 30;

/** Of several prices, the only one that appears twice: among the sizes, and as the price. */
function onlyRepeated(prices: readonly ReadPrice[]): ReadPrice | undefined {
  const different = distinct(prices);
  const repeated = different.filter(({ price }) => prices.filter((each) => each.price === price).length > 1);
  return different.length > 1 && repeated.length === 1 ? repeated[0] : undefined;
}

/**
 * The first of them is the likeliest, unless a much higher one stands before it, which words beside it have made less
 * likely: `$44.97 each`, and then the $19.97 of a spare part. Of "Online price" and "Your price", the lower one is paid.
 */
function askedOf(prices: readonly ReadPrice[]): ReadPrice | undefined {
  const asked = prices.filter(isAsked);
  const [first] = asked;
  if (first === undefined) return undefined;
  const repeated = onlyRepeated(asked.filter(({ weight }) => weight === first.weight));
  if (repeated !== undefined) return repeated;
  const called = asked.filter(
    (each) => each.isCalledNow && distance(each.element, first.element) <= maxLabelGap,
  );
  if (first.isCalledNow) return lowest(called) ?? first;
  if (first.isNamedNow) return first;
  const before = asked.filter(
    ({ price, element, shared, isCalledPrice }) =>
      element.from < first.element.from &&
      shared === first.shared &&
      price > first.price * otherThingFactor &&
      (isCalledPrice || !first.isCalledPrice),
  );
  return [...before].sort((a, b) => a.element.from - b.element.from)[0] ?? first;
}

/** A price that is only called regular, with none beside it that is asked instead, is what is asked. */
function nowOf(near: readonly ReadPrice[]): ReadPrice | undefined {
  const chosen = near.filter(({ isOption, isChosen }) => !isOption || isChosen);
  // The price of a piece is that of the pack only where nothing else is shown.
  const whole = chosen.filter(({ isPerPiece }) => !isPerPiece);
  const piece = lowest(chosen.filter((each) => each.isPerPiece && isAsked(each)));
  const isPack = ({ role, price }: ReadPrice) => role === "now" && price > (piece?.price ?? 0);
  const own = whole.some(isPack) ? whole : chosen;
  const conditional = own.filter(
    ({ isConditionalByName, isCalledPrice }) => isConditionalByName && isCalledPrice,
  );
  const regular = lowest(own.filter(({ role, isStruck }) => role === "old" && !isStruck));
  return (
    askedOf(own) ??
    (regular === undefined ? undefined : (saleBefore(regular, own) ?? regular)) ??
    own.find(({ role }) => role === "now") ??
    grossOf(own, conditional) ??
    own.find(({ role }) => role === "net") ??
    onlyOne(conditional)
  );
}

/** Fewer prices of one weight are usually a price with its former one, or with and without tax. */
const fewestEquals = 3;
/** Characters between two bare amounts of which one may be the former price, at most. */
const maxPairGap = 5;

/** Prices that nothing sets apart: plans, editions, sizes in columns, each with a button of its own. */
function equalsOf(now: ReadPrice, near: readonly ReadPrice[], facts: PageFacts): readonly ReadPrice[] {
  if (now.isChosen || now.isProse || now.isSellers) return [];
  const equals = distinct(
    near.filter(
      ({ weight, shared, role, isOption }) =>
        weight === now.weight && shared === now.shared && role === now.role && isOption === now.isOption,
    ),
  );
  return equals.length >= fewestEquals || isBarePair(equals) || haveButtons(equals, facts)
    ? equals
    : listedTogether(now, near);
}

/** `50 mm –` before an amount; a name without a size may be another product's. */
const endsInSize = /\d\s?\p{L}[^\d,]{0,5}$/u;

/** The prices that one text lists beside each other, if the price is among them: `50 mm – €93, 60 mm – €100, 70 mm – €118`. */
function listedTogether(now: ReadPrice, near: readonly ReadPrice[]): readonly ReadPrice[] {
  const isNamed = ({ role, isProse, before, currency }: ReadPrice) =>
    role === "now" && !isProse && endsInSize.test(before) && currency === now.currency;
  const named = near.filter(isNamed);
  const lists = named.map(({ element }) => distinct(named.filter((each) => each.element === element)));
  const isList = (list: readonly ReadPrice[]) =>
    list.length >= fewestEquals && list.some(({ price }) => price === now.price);
  return lists.find(isList) ?? [];
}

/** The lowest price in a table of sellers, of those who have the thing. */
function cheapestSeller(near: readonly ReadPrice[], facts: PageFacts): ReadPrice | undefined {
  const regions = regionsOf(facts);
  const gone = new Set(
    facts.spots.stocks.flatMap(({ availability, element }) =>
      availability === "out" ? [regions.sellerRow(element)] : [],
    ),
  );
  return lowest(
    near.filter((each) => each.isSellers && isAsked(each) && !gone.has(regions.sellerRow(each.element))),
  );
}

/** Characters between a price and its button, at most. */
const maxButtonGap = 300;

/** Whether a button to buy stands behind each price, before the next one: cards of a list. */
function haveButtons(equals: readonly ReadPrice[], { spots }: PageFacts): boolean {
  if (equals.some(({ isOption }) => isOption)) return false;
  const places = equals.map(({ element }) => element.from).sort((a, b) => a - b);
  const buttons = spots.stocks
    .filter(({ isControl, availability }) => isControl && availability === "in")
    .map(({ element }) => element.from);
  return (
    places.length > 1 &&
    places.every((from, i) => {
      const next = Math.min(places[i + 1] ?? Number.POSITIVE_INFINITY, from + maxButtonGap);
      return buttons.some((at) => from < at && at < next);
    })
  );
}

/** Whether two amounts stand side by side, or one right below the other, and no word or name says which of them is the price. */
function isBarePair([one, other, ...more]: readonly ReadPrice[]): boolean {
  if (one === undefined || other === undefined || more.length > 0) return false;
  const isBare = [one, other].every(({ words, isNamedNow }) => words === "" && !isNamedNow);
  const isRightBelow = one.amountBelow === other.price || other.amountBelow === one.price;
  const isNear = isRightBelow || distance(one.element, other.element) <= maxPairGap;
  const isConverted = one.element === other.element && one.currency !== other.currency;
  return isBare && isNear && !isConverted;
}

/** Whether a range stands nearer to the heading than the price, or as near and before it. */
function isBelowRange(now: ReadPrice, near: readonly ReadPrice[]): boolean {
  return near.some(
    ({ role, isCalledPrice, isOption, shared, element, weight, isMarked }) =>
      role === "from" &&
      isCalledPrice &&
      !isOption &&
      (shared > now.shared ||
        (shared === now.shared && element.from < now.element.from && weight >= now.weight && isMarked)),
  );
}

/** Chooses among the prices near the heading, the likeliest first. */
export function chooseShown(prices: readonly ReadPrice[], facts: PageFacts): ShownPrices {
  const near = nearPrices(prices, facts);
  const options = distinct(
    near.filter(({ isOption, isProse, role }) => isOption && !isProse && role !== "other" && role !== "old"),
  );
  // A single option is no choice.
  const [only, ...more] = options;
  const isAlone = more.length === 0 && near.every(({ isOption, role }) => isOption || role === "other");
  const likeliest = nowOf(near) ?? (isAlone ? only : undefined) ?? null;
  // "From" what the cheapest of the sellers asks.
  const seller = cheapestSeller(near, facts);
  const isSellers = near.some(({ role, price }) => role === "from" && price === seller?.price);
  const now = (isSellers || likeliest?.isSellers === true ? seller : undefined) ?? likeliest;
  if (now === null || now.role === "from" || (!isSellers && isBelowRange(now, near))) {
    const range = distinct(
      near.filter(({ role, isProse, isOption }) => role === "from" && !isProse && !isOption),
    );
    return { now: null, list: null, range, options, isOnly: false };
  }
  const equals = equalsOf(now, near, facts);
  if (equals.length > 1) return { now: null, list: null, range: [], options: equals, isOnly: false };
  const list =
    near.find(
      (each) =>
        isListPriceOf(each, now, prices) &&
        !each.isProse &&
        each.price > now.price &&
        each.price < now.price * 10,
    ) ?? null;
  // What has words of its own is another thing's, if this one has none.
  const rivals = near.filter(({ role, words }) => role === "now" && (words === "" || now.words !== ""));
  const isOnly = distinct(rivals).length === 1 && now.isMarked;
  // "From" in fewer words: the lowest of the options, of which none is chosen.
  const isLowest = options.length > 1 && !now.isOption && lowest(options)?.price === now.price;
  const isOpen = isLowest && near.every(({ isChosen }) => !isChosen);
  return { now, list, range: [], options: isOpen ? options : [], isOnly };
}
