import { decimalsOf } from "../amounts/currency.js";
import { parseAmount } from "../amounts/money.js";
import type { Candidate, MainFindings, Origin } from "../candidate.js";
import type { PriceEvidence } from "../extraction.js";
import { lowestOfferPath } from "../readers/buy-box.js";
import { rangePath } from "../readers/text-offer.js";
import { otherThingFactor } from "../text/choose-price.js";
import { maxTaxFactor } from "../text/price-role.js";
import { namesReduction, type ReadPrice } from "../text/read-prices.js";

export type Priced = Candidate & { readonly price: number };

export function isPriced(candidate: Candidate): candidate is Priced {
  return candidate.price !== null;
}

/** What the page itself shows. */
export interface ShownText {
  /** What a shopper pays now; `null` if the page shows no such price, or several. */
  readonly shown: ReadPrice | null;
  readonly prices: readonly ReadPrice[];
}

/** Independent witnesses: what the page shows, and what its other sources state. */
export interface Witnesses extends ShownText {
  /** The only price of each other source, the most trusted first. */
  readonly others: readonly Priced[];
  /** The offer that the page's text makes at the price `shown`. */
  readonly text: Priced | null;
}

/** Sources that nothing else on the page can contradict. */
const final = new Set<Origin>(["recipe", "buy-box", "text"]);

export function pricesOf(candidates: readonly Priced[]): number[] {
  return [...new Set(candidates.map(({ price }) => price))];
}

export function isRangeEnd({ path }: Candidate): boolean {
  return path.endsWith(".lowPrice") || path.endsWith(".highPrice");
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.011;
}

/** Whether the page says "from" of the only price, and `all` prices are not the same. */
export function isLowest(
  candidates: readonly Priced[],
  all: readonly Priced[],
  { prices }: Witnesses,
): boolean {
  if (candidates.every(({ path }) => path === rangePath || path === lowestOfferPath)) return true;
  if (candidates.some(({ from }) => from === "recipe" || from === "buy-box")) return false;
  // "From" the one price that all variants have.
  if (candidates.length > 1 && pricesOf(all).length === 1) return false;
  const [price] = pricesOf(candidates);
  const near = prices.filter((each) => each.price === price);
  // "From £2.98 (£2.98 incl. VAT)" names it once.
  const isRepeated = ({ role, isGross }: ReadPrice) => role === "from" || role === "other" || isGross;
  return near.some(({ role }) => role === "from") && near.every(isRepeated);
}

/** Rates of value-added tax, in percent. */
const taxRates = [
  5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 27,
];

/** Whether two amounts are one price without and with tax, to the cent. */
export function isTaxBetween(net: number, gross: number): boolean {
  return !Number.isInteger(net) && taxRates.some((rate) => Math.abs(net * (1 + rate / 100) - gross) < 0.011);
}

/** Whether a shown price cannot be anything else: called a price, or a marked amount without words. */
function isSure({ role, isProse, isCalledPrice, isMarked, words }: ReadPrice): boolean {
  // The regular price is what is asked where no other one is shown.
  const isAsked = role === "now" || role === "old";
  return isAsked && !isProse && (isCalledPrice || (isMarked && words === ""));
}

/** Without a price in the page's text, the other sources confirm a price or make it doubtful. */
function settleByData(
  candidates: readonly Priced[],
  { price, currency }: Priced,
  others: readonly Priced[],
): readonly Priced[] {
  const data = others.filter(({ from }) => from !== "text");
  if (data.some((other) => isSame(other.price, price))) return candidates;
  const sale = data.find(({ listPrice }) => listPrice !== null && isSame(listPrice, price));
  if (sale !== undefined) return [sale];
  const rival = data.find((other) => other.currency === null || other.currency === currency);
  if (rival === undefined || isTaxBetween(rival.price, price)) return candidates;
  return isTaxBetween(price, rival.price) ? [rival] : [...candidates, rival];
}

/**
 * Whether data cannot be what the page shows: it was made for another country's currency, its format takes the
 * thousands separator for a decimal point, or it is in cents.
 */
function isForeign({ currency, price }: Priced, shown: Priced): boolean {
  const isOther = currency !== null && shown.currency !== null && currency !== shown.currency;
  const decimals = decimalsOf(shown.currency);
  const isInCents = decimals === 2 && Number.isInteger(price) && isSame(price, shown.price * 100);
  return isOther || isInCents || (isSame(price * 1_000, shown.price) && decimals < 3);
}

/** Whether a price is another one without tax, and the page does not show it. */
function isNetOf(price: number, gross: number, prices: readonly ReadPrice[]): boolean {
  return prices.every((each) => !isSame(each.price, price)) && isTaxBetween(price, gross);
}

/** Whether the page shows a price in another currency only: its data has the shop's amount in the visitor's currency. */
function isConverted({ price, currency }: Priced, prices: readonly ReadPrice[]): boolean {
  const same = prices.filter((each) => isSame(each.price, price));
  const isOther = (each: ReadPrice) => each.currency !== null && each.currency !== currency;
  return currency !== null && same.length > 0 && same.every(isOther);
}

/** Whether the element that states a price shows another one, which is not the same with three decimals. */
function isOutdated(price: number, shown: ReadPrice | null): boolean {
  const stated = parseAmount(shown?.element.attributes.content);
  return stated !== null && isSame(stated, price) && !isSame(shown?.price ?? price, price * 1_000);
}

/** Whether the only price beside the heading is far from what all data states, which may have the shop's own currency. */
function isOtherThing(price: number, shown: ReadPrice | null, prices: readonly ReadPrice[]): boolean {
  if (shown === null || !shown.isCalledPrice || !shown.isMarked) return false;
  const isAlone = prices.every((each) => each.price === shown.price || each.shared < shown.shared);
  return isAlone && Math.max(price / shown.price, shown.price / price) > otherThingFactor;
}

/** Whether the page tells why its data has another price. */
function isExplained(
  candidates: readonly Priced[],
  price: number,
  text: Priced,
  { shown, prices }: Witnesses,
): boolean {
  return (
    candidates.every((candidate) => isForeign(candidate, text) || isConverted(candidate, prices)) ||
    (shown !== null && namesReduction(`${shown.before} ${shown.after}`, price, shown.price)) ||
    isOutdated(price, shown)
  );
}

/** What other data says of a price that the page does not show: the same, or one that the page does show. */
function settleByOthers(
  candidates: readonly Priced[],
  price: number,
  { shown, prices, others }: Witnesses,
): readonly Priced[] | null {
  const rival = others.find(
    (other) =>
      other.from !== "text" && prices.some((each) => each.role === "now" && isSame(each.price, other.price)),
  );
  if (rival !== undefined) return [...candidates, rival];
  const isRepeated = others.some((other) => other.price === price);
  return isRepeated && !isOtherThing(price, shown, prices) ? candidates : null;
}

/** The page shows another price than its data states. */
function settleByText(
  candidates: readonly Priced[],
  price: number,
  text: Priced,
  witnesses: Witnesses,
): readonly Priced[] {
  const { prices, others } = witnesses;
  if (isExplained(candidates, price, text, witnesses)) return [text];
  // For members only, or by instalments.
  const isConditional = prices.some((each) => isSame(each.price, price) && each.role === "other");
  if (isConditional) return text.price > price ? [text] : candidates;
  if (candidates.every(isRangeEnd))
    return text.price > price && text.price < price * 2 ? [text] : [...candidates, text];
  if (isNetOf(price, text.price, prices)) return [text];
  if (others.some((other) => other.from !== "text" && other.price === text.price)) return [text];
  const settled = settleByOthers(candidates, price, witnesses);
  if (settled !== null) return settled;
  const isTaxed = text.price > price && text.price <= price * maxTaxFactor;
  return isTaxed && prices.some(({ role }) => role === "net") ? [text] : [...candidates, text];
}

/** Both readings of `1.299`, where the evidence for thousands and that for decimals contradict each other. */
export function inBothReadings(
  settled: readonly Priced[],
  { prices }: Pick<Witnesses, "prices">,
): readonly Priced[] {
  const [first] = settled;
  if (first === undefined || first.from === "recipe" || first.from === "buy-box") return settled;
  const { price, otherPrice } =
    prices.find((each) =>
      [each.price, each.otherPrice].some(
        (reading) => each.otherPrice !== null && reading !== null && isSame(reading, first.price),
      ),
    ) ?? {};
  return price === undefined || otherPrice == null
    ? settled
    : [
        { ...first, price },
        { ...first, price: otherPrice },
      ];
}

/** Fewer cents are less than one unit of the currency. */
const minCents = 100;
/** From here on, a whole number is as likely cents as a price of four digits. */
const likelyCents = 1_000;

/** Whether a price may be in cents, and so a hundred times too high, as far as its own source says. */
export function isUnitAssumed({ price, mayBeCents, currency }: Candidate): boolean {
  return mayBeCents === true && (price ?? 0) >= minCents && decimalsOf(currency) > 0;
}

/**
 * What a whole number from the page's scripts may mean: cents, if another witness names that price; both, if none names
 * either. `null` if it stays as it is.
 */
function inEitherUnit(first: Priced, { prices, others }: Witnesses): readonly Priced[] | null {
  if (!isUnitAssumed(first)) return null;
  const named = [...prices, ...others].map((each) => each.price);
  if (named.some((each) => isSame(each, first.price))) return null;
  const listPrice = first.listPrice === null ? null : first.listPrice / 100;
  const inCents = { ...first, price: first.price / 100, listPrice, mayBeCents: false };
  if (named.some((each) => isSame(each, inCents.price))) return [inCents];
  return first.price < likelyCents ? null : [first, inCents];
}

/**
 * Holds the only price of the most trusted source against the other witnesses. A second witness makes it sure. A
 * contradiction is settled by what the page shows, where that explains it, or leaves both prices.
 */
export function settle(candidates: readonly Priced[], witnesses: Witnesses): readonly Priced[] {
  const { shown, prices, others, text } = witnesses;
  const [first] = candidates;
  if (first === undefined || pricesOf(candidates).length > 1 || final.has(first.from)) return candidates;
  const { price } = first;
  const units = inEitherUnit(first, witnesses);
  if (units !== null) return units;
  const same = prices.filter(
    (each) => isSame(each.price, price) && each.role !== "from" && each.role !== "other" && !each.isProse,
  );
  const isOtherShown = text !== null && text.price !== price;
  if (same.length > 0 && !(isOtherShown && isConverted(first, prices))) {
    // Where the page has another choice selected, showing this one says nothing.
    const isUnchosen = same.every(({ isOption, isChosen }) => isOption && !isChosen);
    return isUnchosen && shown?.isChosen && text !== null ? [text] : candidates;
  }
  if (shown === null || !isOtherShown) return settleByData(candidates, first, others);
  const isContradicted = !isSame(shown.price, price) && isSure(shown);
  return isContradicted ? settleByText(candidates, price, text, witnesses) : candidates;
}

/** The sources that name the chosen price, besides the one that it is from, and those that name another one. */
export function evidenceFor(
  chosen: Candidate,
  main: MainFindings,
  prices: readonly ReadPrice[],
): PriceEvidence {
  const agree: string[] = [];
  const differ: { from: string; price: number }[] = [];
  for (const [origin, findings] of main) {
    const priced = findings.flatMap(({ candidates }) => candidates).filter(isPriced);
    const same = priced.find(({ price }) => price === chosen.price);
    const [first] = priced;
    if (origin === chosen.from) continue;
    if (same !== undefined) agree.push(same.path);
    else if (first !== undefined && pricesOf(priced).length === 1)
      differ.push({ from: first.path, price: first.price });
  }
  const isShown = prices.some(({ price, role }) => price === chosen.price && role === "now");
  if (isShown && !agree.includes("text:price") && chosen.from !== "text") agree.push("text:price");
  return {
    ...(agree.length === 0 ? {} : { agree }),
    ...(differ.length === 0 ? {} : { differ }),
  };
}
