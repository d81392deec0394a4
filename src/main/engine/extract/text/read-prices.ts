import { type PackSize, parseMeasure } from "../../../../shared/app/pack-size.js";
import type { ConditionKind } from "../../../../shared/app/paying.js";
import { type CurrencyHints, currencyOfCode, regionalCurrencies } from "../amounts/currency.js";
import {
  behindAmounts,
  findMarked,
  findMoney,
  hasCurrencyMark,
  type Money,
  type MoneyHints,
  namesAmount,
  noHints,
  parseAmount,
  parseMoney,
} from "../amounts/money.js";
import { ancestor, around, commonElement, distance, type OutlineElement } from "../html/outline.js";
import type { PageFacts, TextElement } from "../html/page-facts.js";
import { consistsOf, hasWord, labelBefore } from "./amount-words.js";
import { countInWords, isTierLabel, purchaseInWords } from "./condition-words.js";
import { isFreeFrom, isThreshold, withoutOpenEnd } from "./delivery-words.js";
import { kindOf, kinds } from "./element-kind.js";
import { usedCell, usedFirst, usedLast } from "./offer-words.js";
import {
  conditionInWords,
  isComparableLabel,
  isRateOrBid,
  isRhythm,
  isRunningText,
  isSaving,
  isSumLabel,
  isTaxLabel,
  isUsualLabel,
  labelOfLine,
  maxTaxFactor,
  mentionsCondition,
  namesPrice,
  type PriceRole,
  purposeInWords,
  roleInWords,
  type SidePurpose,
  type WordedRole,
  withoutLabels,
} from "./price-role.js";
import { kindWithin, type Place, Regions } from "./region.js";
import type { PriceSpot } from "./spot.js";

/** A price as it can be read on the page. */
export interface ReadPrice {
  readonly price: number;
  /** What it is if its three digits behind the separator are decimals, where that stays open. */
  readonly otherPrice: number | null;
  readonly currency: string | null;
  /** The sign beside it, where several currencies share it and nothing says which is meant. */
  readonly sign: string | null;
  /** Whether a sign or a code of a currency stands beside it. */
  readonly isMarked: boolean;
  readonly role: PriceRole;
  /** What it is for, if not for the product. */
  readonly purpose: SidePurpose | null;
  /** A rate of a payment plan, or a bid. */
  readonly isPart: boolean;
  readonly element: OutlineElement;
  /** Whether words or a name say that it is what is paid now. */
  readonly isNamedNow: boolean;
  /** Whether words say so. */
  readonly isCalledNow: boolean;
  /** Whether words say that tax is included. */
  readonly isGross: boolean;
  /** Whether only a name, not words, makes it conditional. */
  readonly isConditionalByName: boolean;
  /** The higher, the likelier it is the page's price. */
  readonly weight: number;
  readonly isOption: boolean;
  readonly isChosen: boolean;
  /** Words beside it or in its row say that the thing is used or refurbished. */
  readonly isUsed: boolean;
  /** One of several in a table of sellers. */
  readonly isSellers: boolean;
  /** Within a sentence. */
  readonly isProse: boolean;
  /** Named as the price of a piece of what may be a pack. */
  readonly isPerPiece: boolean;
  /** Units covered, such as a case of twelve, or units to buy for it; null for one. */
  readonly count: number | null;
  /** The same, by the line below it; that line may belong to the next amount. */
  readonly countBelow: number | null;
  /** The amount that is the whole line below it. */
  readonly amountBelow: number | null;
  /** For a subscription, or for one purchase, as the words beside it say. */
  readonly isSubscription: boolean;
  readonly isOneTime: boolean;
  /** The condition that its words name; null if they name none, or make it something else as well. */
  readonly condition: ConditionKind | null;
  /** What the label around it says, if it is one of several to choose from; else empty. */
  readonly choice: string;
  /** An element around it is called a price. */
  readonly isCalledPrice: boolean;
  /** Struck out or called old in words, not only by its class. */
  readonly isStruck: boolean;
  /** Depth of the innermost element around it that holds the heading, too. */
  readonly shared: number;
  /** What it is the price of, where it is one per unit. */
  readonly per: PackSize | null;
  /** Words beside it: an option's name. */
  readonly words: string;
  /** What stands before it on its line, and behind it. */
  readonly before: string;
  readonly after: string;
}

/** Whether the page writes its decimals with a comma: as most of its own prices do. */
function writesDecimalComma(spots: readonly PriceSpot[]): boolean | null {
  const commas = spots.filter(({ text }) => /\d,\d{2}(?!\d)/.test(text)).length;
  const points = spots.filter(({ text }) => /\d\.\d{2}(?!\d)/.test(text)).length;
  return commas === points ? null : commas > points;
}

function has(kind: number, bit: number): boolean {
  return (kind & bit) !== 0;
}

function roleOf(
  words: WordedRole | null,
  { kind }: Place,
  isStruckOut: boolean,
  isNamed: boolean,
): PriceRole {
  if (words === "other" || words === "net") return words;
  if (words === null && has(kind, kinds.net)) return "net";
  const isOld = has(kind, kinds.old) || isStruckOut;
  const isNow = has(kind, kinds.now);
  if (words === "old" || (isOld && !isNow && words !== "now")) return "old";
  // A label such as "Price" is believed before a name such as `unit-price`.
  if (has(kind, kinds.conditional | kinds.shipping) && !isNamed) return "other";
  return words === null || words === "gross" ? "now" : words;
}

function purposeOf(before: string, after: string, { kind }: Place): SidePurpose | null {
  if (isFreeFrom(before, after)) return "free-shipping-from";
  const isCharge = has(kind, kinds.shipping) && !isThreshold(before, after);
  return purposeInWords(before, after) ?? (isCharge ? "shipping" : null);
}

/** Behind the price of one: `per pair`, `a bottle`, `pro Rolle`. */
const perOne = /^\s*(?:\/\s*|(?:per|an?|each|pro|je|par|por|al|na)\s+)\p{L}+\.?/iu;

/** Letters beside an amount: a price of its own has few, a sentence that speaks of one has many. */
function wordiness(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters <= 6) return 3;
  return letters <= 24 ? 0 : -4;
}

const weights = { shared: 4, label: 6, now: 3, named: 5, buy: 2, prose: -12 } as const;

function weigh(
  spot: PriceSpot,
  { shared, kind }: Place,
  beside: string,
  isNamed: boolean,
  facts: PageFacts,
): number {
  return (
    (isNamed ? weights.named : 0) +
    shared * weights.shared +
    (has(kind, kinds.price) ? weights.label : 0) +
    (has(kind, kinds.now) ? weights.now : 0) +
    (has(kind, kinds.buy) ? weights.buy : 0) +
    (isRunningText(spot.before) ? weights.prose : 0) +
    wordiness(beside) +
    (spot.element.from >= facts.headingAt ? 2 : -2)
  );
}

function hasWords({ text }: PriceSpot): boolean {
  return /\p{L}{2}/u.test(text);
}

/** What is listed among its like, and neither a choice nor named as what it is, is another product. */
function isElsewhere({ kind, isListed }: Place, isNamed: boolean): boolean {
  return has(kind, kinds.aside) || (isListed && !isNamed && !has(kind, kinds.option));
}

function read(
  spot: PriceSpot,
  place: Place,
  facts: PageFacts,
  hints: CurrencyHints,
  decimalComma: boolean | null,
): ReadPrice[] {
  const isNamedSpot = spot.before !== "" || hasWords(spot) || isTier(spot);
  if (isElsewhere(place, isNamedSpot) || isCents(spot)) return [];
  const own = amountsInAttributes(spot.element);
  const isNamed = (price: number) => own.includes(price) || hints.isNamed?.(price) === true;
  const moneyHints = { ...hints, decimalComma, isNamed };
  return amountsIn(spot, place, moneyHints).flatMap(
    (money) => toPrice(money, spot, place, facts, moneyHints) ?? [],
  );
}

/** In characters: a longer line above an amount is a sentence. */
const maxRowLabel = 24;

/** Whether a row of a table says for which quantity an amount is the price. */
function isTier({ above, element }: PriceSpot): boolean {
  return isTierLabel(above) && ancestor(element, "tr") !== null;
}

/** What stands before an amount, else what a row of tiers says before it: `Ab 10`. */
function rowLabel(before: string, { above }: PriceSpot): string {
  if (before !== "") return before;
  return above.length <= maxRowLabel && !namesAmount(above) ? above : "";
}

/** Levels around an amount at which a label for style sheets stands. */
const maxLabelLevels = 3;

/** What a style sheet writes before an amount: `data-label="Excl. Tax"`. */
function labelByStyle(element: OutlineElement): string {
  let each: OutlineElement | null = element;
  for (let level = 0; each !== null && level < maxLabelLevels; level++, each = each.outer)
    if (each.attributes["data-label"] !== undefined) return each.attributes["data-label"];
  return "";
}

/**
 * Whether an amount repeats the one right before it in another currency: `49,90 € (97,60 лв.)`. In the
 * currency of the shop's country, it is the price, and the other one repeats it.
 */
function isConversion(money: Money, before: string, after: string, hints: MoneyHints): boolean {
  const [separator = ""] = /\s*(?:[([/≈|~]\s*(?:ca\.?|≈|approx\.?)?\s*)?$/iu.exec(before) ?? [];
  const own = before.slice(0, before.length - separator.length);
  const previous = findMoney(own, hints).findLast(({ to }) => to === own.length);
  if (isInOther(money, previous)) return /[≈~\p{L}]/u.test(separator) || !isDomestic(money, previous, hints);
  const [next] = findMoney(after, hints);
  const isRight = /^[\s([/≈|~]*$/.test(after.slice(0, next?.from));
  return isRight && isInOther(money, next) && isDomestic(next, money, hints);
}

function isInOther(one: Pick<Money, "currency" | "sign">, other: Money | undefined): other is Money {
  const [mark, otherMark] = [one.currency ?? one.sign, other?.currency ?? other?.sign ?? null];
  return other?.isMarked === true && mark !== null && otherMark !== null && mark !== otherMark;
}

type InCurrency = Pick<Money, "currency">;

/** Whether only the first of two amounts is in the currency of the shop's country; in some, prices are in dollars. */
function isDomestic(one: InCurrency, other: InCurrency, hints: CurrencyHints): boolean {
  // Checked first, because every pair of prices on a page is compared.
  if (one.currency === null || one.currency === other.currency || other.currency === "USD") return false;
  return one.currency === regionalCurrencies(hints)[0];
}

/** The amounts with a currency's mark; else those that names or words call a price. */
function amountsIn(spot: PriceSpot, { kind }: Place, hints: MoneyHints): readonly Money[] {
  const own = findMoney(withoutOpenEnd(spot.text), hints);
  const [first, ...more] = own;
  const beside = first?.isMarked === false && more.length === 0 ? markedBeside(spot, hints) : null;
  const found = beside === null ? own : [beside];
  const marked = found.filter(({ isMarked }) => isMarked);
  if (marked.length > 0 || isPart(spot)) return marked;
  const isNamed =
    has(kind, kinds.price | kinds.old) || hasStruckTag(spot.element) || hasCurrencyMark(spot.text);
  if (found.length > 1) return isNamed && areLabelled(found, spot.text) ? found : [];
  return found.filter((bare) => isCalledAmount(bare, spot, isNamed, hints));
}

/** Whether the only number of an element, without a currency's mark, is called an amount. */
function isCalledAmount({ from }: Money, spot: PriceSpot, isNamed: boolean, hints: MoneyHints): boolean {
  const [label, rest] = [spot.text.slice(0, from), spot.text.slice(from)];
  const isLabelled = /\p{L}/u.test(label) && labelBefore(label).rest.length === 0;
  if (isNamed && parseMoney(isLabelled ? rest : spot.text, hints) !== null) return true;
  const said = roleInWords(`${spot.before} ${label}`.trim(), "");
  // "van 249,95 voor 189,95", with each amount in an element of its own.
  const isReduced = said === "now" && isWhole(spot.text) && /[.,]\d{2}(?!\d)/.test(spot.before);
  return said === "old" || isReduced;
}

/** Whether each of several amounts stands behind a label of its own: `was 249.95 now 189.95`. */
function areLabelled(amounts: readonly Money[], text: string): boolean {
  return amounts.every(({ from }, i) => {
    const { roles, rest } = labelBefore(text.slice(amounts[i - 1]?.to ?? 0, from));
    return roles.length > 0 && rest.length === 0;
  });
}

/** An amount whose mark stands in the element before or behind it: `<i>€</i> <b>20,-</b>`, `<b>1 299</b> <i>руб.</i>`. */
function markedBeside({ text, before, after }: PriceSpot, hints: MoneyHints): Money | null {
  const sign = /(?:\p{Sc}|(?<=[\p{L}(]\s?)(?<!\p{L})[A-Z]{3})(?=\)?\s?:?\s?$)/u.exec(before)?.[0];
  // Before another amount, it is that one's.
  const mark = /^\s?([^\s\d]{1,5})(?=\s?(?:[^\s\d]|$))/u.exec(after)?.[1];
  const hasNext = /^\W{0,3}\d/.test(after);
  if (mark !== undefined && /\d\W{0,3}$/.test(before) && !isWhole(before)) return null;
  const whole =
    sign !== undefined && !hasNext ? `${sign} ${text}` : mark === undefined ? null : `${text} ${mark}`;
  const money = whole === null || /\p{Sc}/u.test(text) ? null : parseMoney(whole, hints);
  return money?.isMarked === true ? { ...money, from: 0, to: text.length } : null;
}

/** Whether a text is the cents of an amount before it, which a script may fill in: `<b>4.</b><sup>99 EUR</sup>`. */
function isCents({ text, before }: PriceSpot): boolean {
  return /(?:\d|\p{Sc}\s?)[.,]$/u.test(before) && /^\d{2}(?![\d.,]*\d)/.test(text);
}

/** Whether a text ends in an amount with its cents, or the dash for none: what follows is another one. */
function isWhole(text: string): boolean {
  return /(?:[.,]|\^)\d{2}$|[.,][-–—]{1,2}$/.test(text);
}

/** Whether a number without a currency is a part of a longer one, such as the euros of an amount. */
function isPart({ text, before, after }: PriceSpot): boolean {
  if (/(?:[.,]|\^)\d{2}$/.test(text)) return false;
  if (isWhole(text) && (isWhole(before) || roleInWords(before, "") === "old")) return false;
  return /\d\W{0,3}$/.test(before) || /^\W{0,3}\d/.test(after) || /[\p{Sc}]\s?$/u.test(before);
}

/** "De 6,90 € à 19,90 €" is a range, "de 19,90 € por 6,90 €" a reduction. */
const rangeStart = /(?<!\p{L})de\s*$/iu;

/**
 * Whether a dash or words between an amount and the next higher or lower one make them the ends of a range, which rises:
 * `58 € -16 €` is a price and a reduction.
 */
function isRangeEnd(amount: number, before: string, after: string): boolean {
  const [dash = ""] = /^\s*[-–—~～〜]\s*/u.exec(after) ?? [];
  const behind = after.slice(dash.length);
  const [next] = findMoney(behind, noHints);
  const previous = findMoney(before, noHints).at(-1);
  const [to = "", from = ""] = [behind.slice(0, next?.from), before.slice(previous?.to)];
  const isUp = dash === "" ? next?.isMarked === true && consistsOf(to, "to") : to === "";
  const isPart = /^\s*%/.test(behind.slice(next?.to));
  return (
    (next !== undefined && next.amount > amount && isUp && !isPart) ||
    (previous?.isMarked === true && previous.amount < amount && consistsOf(from, "to"))
  );
}

/** What the words around an amount call it. */
function wordsRole(
  money: Money,
  element: OutlineElement,
  line: string,
  after: string,
  hints: MoneyHints,
): WordedRole | null {
  if (isConversion(money, line, after, hints)) return "other";
  const { amount } = money;
  const before = `${line} ${labelByStyle(element)}`.trim();
  const role = roleInWords(before, after, amount, hints);
  const isOpen = role === null || role === "now" || role === "gross" || rangeStart.test(before);
  return isOpen && isRangeEnd(amount, before, after) ? "from" : role;
}

function isLabelled(words: WordedRole | null, before: string, spot: PriceSpot): boolean {
  return (words !== null && before !== "") || namesPrice(before) || isTier(spot);
}

function toPrice(
  money: Money,
  spot: PriceSpot,
  place: Place,
  facts: PageFacts,
  hints: MoneyHints,
): ReadPrice | null {
  const [left, right] = [spot.text.slice(0, money.from), spot.text.slice(money.to)];
  const before = `${spot.before} ${left}`.trim();
  const after = `${right} ${spot.after}`.trimStart();
  const isOption = has(place.kind, kinds.option);
  const purchase = purchaseInWords(before, after, spot.choice);
  // A choice named "One-time delivery" is no charge for delivery.
  const isPurchase = isOption && purchase !== null && purposeInWords(before, after) === "shipping";
  const words = isPurchase ? null : wordsRole(money, spot.element, before, after, hints);
  if (isElsewhere(place, isLabelled(words, before, spot))) return null;
  const isCalledNow = words === "now" || words === "gross";
  const beside = `${withoutLabels(left)}${withoutLabels(right)}`;
  const condition = conditionInWords(before, after, money.amount, hints);
  const isStruckOut = isStruck(spot.element, facts);
  return {
    price: money.amount,
    otherPrice: money.otherAmount,
    currency: currencyByAttribute(spot.element) ?? money.currency,
    sign: money.sign,
    isMarked: money.isMarked,
    role: roleOf(words, place, isStruckOut, namesPrice(before)),
    purpose: isPurchase ? null : purposeOf(before, after, place),
    isPart: isRateOrBid(before, after),
    element: spot.element,
    isNamedNow: isCalledNow || has(place.kind, kinds.now),
    isCalledNow,
    isGross: words === "gross",
    isConditionalByName: words === null && has(place.kind, kinds.conditional | kinds.shipping),
    weight: weigh(
      spot,
      place,
      `${withoutLabels(left)}${withoutLabels(right.replace(perOne, ""))}`,
      isCalledNow,
      facts,
    ),
    isOption,
    isChosen: has(place.kind, kinds.chosen) || facts.chosen.some((each) => isWithin(each, spot.element)),
    isUsed: isUsedThing(before, after, spot, place, facts),
    isSellers: place.isSellers,
    isProse: wordiness(beside) < 0 || isRunningText(spot.before),
    per: measureIn(`${right} ${spot.after}`),
    isPerPiece: perPiece.test(`${right} ${spot.after}`),
    count: countInWords(money.amount, rowLabel(before, spot), after),
    countBelow: after === "" ? countInWords(money.amount, "", spot.below) : null,
    amountBelow: parseMoney(spot.below, hints)?.amount ?? null,
    isSubscription: purchase === "subscription",
    isOneTime: purchase === "one-time",
    condition: conditionOf(purchase, isPurchaseOpen(words, after, spot.choice), condition),
    choice: spot.choice,
    isCalledPrice: has(place.kind, kinds.price),
    isStruck: (words === "old" && !isAskedOld(before, after)) || isStruckOut,
    shared: place.shared,
    before,
    after: `${right} ${spot.after}`.trim(),
    // A number in an option's name, such as a size, stays.
    words: findMoney(beside, noHints)
      .filter(({ isMarked }) => isMarked || !isOption)
      .reduceRight((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, beside)
      .replace(/[^\p{L}\p{N} /.,-]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  };
}

/**
 * Whether words say no more of a price than that it is asked, and how often the thing is delivered. The only amount of a
 * choice is its price, whatever its name: "Subscribe and get 10% off".
 */
function isPurchaseOpen(words: WordedRole | null, after: string, choice: string): boolean {
  if (words === null || words === "now" || words === "gross" || isRhythm(after)) return true;
  return words === "other" && findMarked(choice).length === 1;
}

/** A choice named after a subscription needs no words beside its price. */
function conditionOf(
  purchase: "subscription" | "one-time" | null,
  isOpen: boolean,
  said: ConditionKind | null,
): ConditionKind | null {
  if (purchase === "one-time") return null;
  return purchase === "subscription" && (isOpen || said === "member") ? "subscription" : said;
}

/** What a price per unit is for: ` / 1 kg`, ` pro 100 ml`. */
function measureIn(after: string): PackSize | null {
  const [, text] =
    /^\s*\)?\s*(?:\/|per|pro|je|par|por|al|na)\s*((?:\d[\d.,]*\s*)?[\p{L}.]+)/iu.exec(after) ?? [];
  return text === undefined ? null : parseMeasure(/^\d/.test(text) ? text : `1 ${text}`);
}

const amountAttributes = ["content", "data-price", "data-price-amount", "data-value", "value"] as const;

/** The amounts in the attributes of an element and the one around it. */
function amountsInAttributes(element: OutlineElement): number[] {
  return [element, element.outer].flatMap((each) =>
    amountAttributes.flatMap((name) => parseAmount(each?.attributes[name]) ?? []),
  );
}

const perPiece = /^\s*(?:\/|per|pro|je)\s*(?:ea|each|piece|pc|st|stück|stk|unit|item|szt|ks)\b/i;
const currencyAttributes = ["data-currency", "data-currency-code", "data-price-currency"] as const;
const maxAttributeLevels = 3;

/** The code that an attribute states beside the amount. */
function currencyByAttribute(element: OutlineElement): string | null {
  let each: OutlineElement | null = element;
  for (let level = 0; each !== null && level < maxAttributeLevels; level++, each = each.outer)
    for (const name of currencyAttributes) {
      const code = currencyOfCode(each.attributes[name] ?? null);
      if (code !== null) return code;
    }
  return null;
}

const usedBefore = /(?:used|gebraucht)(?: from| ab)? \D{0,2}[\d.,]+\D{0,3}$/iu;

/** Whether a price that words call old may still be asked: a regular one, or that of a new item beside a used one's. */
function isAskedOld(before: string, after: string): boolean {
  return isUsualLabel(before) || (usedBefore.test(before) && /^(?:new|neu)\b/iu.test(after));
}

/** Whether only its class calls a price old, and words make it the one with tax beside one without. */
function isWithTax({ role, isGross, price, element }: ReadPrice, prices: readonly ReadPrice[]): boolean {
  return (
    role === "old" &&
    isGross &&
    !hasStruckTag(element) &&
    prices.some((each) => each.role === "net" && price > each.price && price <= each.price * maxTaxFactor)
  );
}

const struckTags = new Set(["del", "s", "strike"]);

function hasStruckTag(element: OutlineElement): boolean {
  for (const { tag, attributes } of around(element, element.outer?.outer?.outer ?? null))
    if (struckTags.has(tag) || attributes.style?.includes("line-through") === true) return true;
  return false;
}

function isStruck(element: OutlineElement, { struckNames }: PageFacts): boolean {
  if (hasStruckTag(element) || has(kindOf(element), kinds.struck)) return true;
  if (struckNames.size === 0) return false;
  const classes = [element, element.outer].flatMap((each) => each?.attributes.class?.split(/\s+/) ?? []);
  return classes.some((name) => struckNames.has(name));
}

/** Whether a checked box stands beside a price, in the same label. */
function isWithin(checked: OutlineElement, priced: OutlineElement): boolean {
  if (checked.tag === "option" || priced.tag === "option") return checked === priced;
  return checked.outer === priced || checked.outer === priced.outer || checked.outer === priced.outer?.outer;
}

/** Reads the prices in an element that shows one of several products of a page. */
export function listedPriceReader(
  facts: PageFacts,
  hints: CurrencyHints,
): (product: OutlineElement, spots: readonly PriceSpot[]) => ReadPrice[] {
  const decimalComma = writesDecimalComma(facts.spots.prices);
  return (product, spots) =>
    spots.flatMap((spot) => {
      const place = { shared: 0, kind: kindWithin(spot.element, product), isListed: false, isSellers: false };
      return read({ ...spot, before: beforeOf(spot) }, place, facts, hints, decimalComma);
    });
}

/** What stands before an amount on its line, else a label above it. */
function beforeOf({ before, above }: PriceSpot): string {
  return before === "" ? labelOfLine(above) : before;
}

/** The head of an amount's column, where what stands before the amount is a cell of another row, or another amount. */
function columnHead(spot: PriceSpot, cells: readonly TextElement[]): string | null {
  const { element } = spot;
  const before = spot.before || spot.above;
  const row = before === "" ? null : ancestor(element, "tr");
  const table = row && ancestor(row, "table");
  if (row === null || table === null) return null;
  const label = cells.findLast((each) => each.text === before && each.element.to <= element.from);
  if (label === undefined || ancestor(label.element, "table") !== table) return null;
  const isInRow = label.element.outer === row;
  if (isInRow && !namesAmount(before)) return null;
  const first = isInRow ? cells.find((each) => ancestor(each.element, "table") === table) : label;
  const inRow = (tr: OutlineElement | null | undefined) => cells.filter((each) => each.element.outer === tr);
  const [own, heads] = [inRow(row), inRow(first?.element.outer)];
  const column = own.findIndex((each) => each.element === ancestor(element, "td", "th"));
  if (isInRow && (heads.length !== own.length || heads.some(({ text }) => namesAmount(text)))) return null;
  return heads[column]?.text ?? "";
}

/** Whether words beside an amount, and not those beside another one, call the thing used. */
function isCalledUsed(before: string, after: string): boolean {
  const isBehind = usedFirst.test(after) && !namesAmount(after);
  return isBehind || usedLast.test(behindAmounts(before));
}

/** Whether words beside an amount or in its row call the thing used. */
function isUsedThing(
  before: string,
  after: string,
  { choice, element }: PriceSpot,
  { isSellers }: Place,
  facts: PageFacts,
): boolean {
  const texts = [choice, ...rowOf(element, facts)];
  return (
    isCalledUsed(before, after) ||
    (isSellers && usedCell.test(before)) ||
    texts.some((text) => usedFirst.test(text))
  );
}

/** The cells of an element's row. */
function rowOf(element: OutlineElement, { cells }: PageFacts): string[] {
  const row = ancestor(element, "tr");
  return row === null ? [] : cells.filter((each) => each.element.outer === row).map(({ text }) => text);
}

/** The words behind the last amount of an element's own text, where they say what it is: ` with code SPRING`. */
function labelAtEnd({ text }: PriceSpot): string {
  if (!/\p{L}[\p{L}\p{M}]+[^\p{L}\p{M}]*$/u.test(text)) return "";
  const words = text.slice(findMoney(text, noHints).at(-1)?.to ?? text.length);
  return roleInWords("", words) === null ? "" : words;
}

/** Without what the elements beside it on its line say of their own amounts: `<i>7 € a month</i> <b>80 €</b>`. */
function apart(spot: PriceSpot, previous: PriceSpot | undefined, next: PriceSpot | undefined): PriceSpot {
  const nextAt =
    next !== undefined && next.element.from >= spot.element.to ? spot.after.indexOf(next.text) : -1;
  const isBehind = spot.before !== "" && previous !== undefined && previous.element.to <= spot.element.from;
  const label = isBehind ? labelAtEnd(previous).trim() : "";
  const at = label === "" ? -1 : spot.before.lastIndexOf(label);
  const before = at < 0 ? spot.before : spot.before.slice(at + label.length).trim();
  const after = nextAt < 0 || labelAtEnd(spot) === "" ? spot.after : spot.after.slice(0, nextAt);
  return { ...spot, before, after };
}

/**
 * With the labels on lines between two amounts beside both: which of them is meant, the amounts tell. The product's name is
 * no label, nor is the cell before an amount that begins a table's row.
 */
function withLabels(
  given: PriceSpot,
  i: number,
  { spots: { prices }, heading, cells }: PageFacts,
): PriceSpot {
  const spot = apart(given, prices[i - 1], prices[i + 1]);
  const own = beforeOf(spot);
  const head = columnHead(spot, cells);
  if (head !== null) return { ...spot, before: head };
  const [previous, next] = [prices[i - 1], prices[i + 1]];
  const isBetween = previous !== undefined && previous.below !== "" && previous.below === own;
  const label = own === heading ? "" : own;
  const before = isBetween && isComparableLabel(label) ? `${previous.text} ${label}` : label;
  if (spot.after !== "" || spot.below === "") return { ...spot, before };
  const isNexts = next !== undefined && beforeOf(next) === spot.below;
  const isOwn = isNexts ? isComparableLabel(spot.below) : isTaxLabel(spot.below);
  return isOwn
    ? { ...spot, before, after: `${spot.below} ${isNexts ? next.text : ""}` }
    : { ...spot, before };
}

/** What amounts were read as in a place: a page's own prices are asked for again with all of its amounts. */
const readings = new WeakMap<
  PriceSpot,
  Pick<Place, "kind" | "isListed"> & { readonly hints: CurrencyHints; readonly prices: readonly ReadPrice[] }
>();

/** Reads the amounts of a page, as far as their place allows: most are those of other products. */
function readSpots(
  facts: PageFacts,
  hints: CurrencyHints,
  placeOf: (place: Place) => Place | null,
): SeenPrice[] {
  const regions = regionsOf(facts);
  const decimalComma = writesDecimalComma(facts.spots.prices);
  const readIn = (spot: PriceSpot, i: number, at: Place) =>
    // Most listed prices have no word beside them that is worth looking at.
    isElsewhere(at, beforeOf(spot) !== "" || hasWords(spot) || isTier(spot))
      ? []
      : read(withLabels(spot, i, facts), at, facts, hints, decimalComma);
  const readKnown = (spot: PriceSpot, i: number, at: Place) => {
    const known = readings.get(spot);
    if (known?.hints === hints && known.kind === at.kind && known.isListed === at.isListed)
      return known.prices;
    const prices = readIn(spot, i, at);
    readings.set(spot, { hints, kind: at.kind, isListed: at.isListed, prices });
    return prices;
  };
  const found = facts.spots.prices.flatMap((spot, i) => {
    const place = regions.place(spot.element);
    const at = placeOf(place);
    const seen = { isListed: place.isListed, isAside: has(place.kind, kinds.aside) };
    return at === null ? [] : readKnown(spot, i, at).map((price) => ({ ...price, ...seen }));
  });
  return inContext(found, hints);
}

/** What the amounts beside a price say of it. */
function inContext(given: readonly SeenPrice[], hints: CurrencyHints): SeenPrice[] {
  const savings = given.filter(isSaved);
  const prices = given
    .map((price, i, all) => {
      const count = countBeside(price, all[i - 1], all[i + 1]);
      return count === price.count ? price : { ...price, count };
    })
    .sort((a, b) => b.weight - a.weight);
  const neighbours = findNeighbours(prices);
  return prices.map((price) => {
    const near = neighbours.get(price) ?? [];
    if (isWithTax(price, prices) || isPackOfPieces(price, prices)) return { ...price, role: "now" };
    if (isReduced(price, near, savings)) return { ...price, role: "old" };
    if (isTaxedBeside(price, near)) return { ...price, role: "net" };
    if (
      isTotal(price, prices) ||
      isConditional(price, near) ||
      isUsedBesideNew(price, prices) ||
      isForeignBeside(price, near, hints)
    )
      return { ...price, role: "other" };
    if (isOneTime(price, near)) return { ...price, isChosen: true };
    return isAskedStill(price, near) ? { ...price, role: "now" } : price;
  });
}

/** The prices within `maxConditionGap` characters of each: a large page has too many to compare all with all. */
function findNeighbours(prices: readonly ReadPrice[]): ReadonlyMap<ReadPrice, readonly ReadPrice[]> {
  const inOrder = prices.toSorted((a, b) => a.element.from - b.element.from);
  const neighbours = new Map(inOrder.map((price) => [price, [] as ReadPrice[]]));
  for (const [i, price] of inOrder.entries())
    for (let at = i + 1; at < inOrder.length; at++) {
      const next = inOrder[at];
      if (next === undefined || distance(price.element, next.element) > maxConditionGap) break;
      neighbours.get(price)?.push(next);
      neighbours.get(next)?.push(price);
    }
  return neighbours;
}

/** A price wherever it stands on the page, with what makes it another product's. */
export interface SeenPrice extends ReadPrice {
  readonly isListed: boolean;
  /** Within navigation, or a part about other products. */
  readonly isAside: boolean;
}

/** The prices that stand on the page itself, outside of lists of other products, the likeliest first. */
export function readTextPrices(facts: PageFacts, hints: CurrencyHints): SeenPrice[] {
  return readSpots(facts, hints, (place) => (has(place.kind, kinds.aside) ? null : place));
}

/** Every amount that the page shows, the likeliest first. */
export function readAmounts(facts: PageFacts, hints: CurrencyHints): SeenPrice[] {
  return readSpots(facts, hints, (place) => ({
    ...place,
    kind: place.kind & ~kinds.aside,
    isListed: false,
  }));
}

/** Whether an amount stands on the page itself, and in no list. */
export function isOwn({ isAside, isListed }: Pick<SeenPrice, "isAside" | "isListed">): boolean {
  return !isAside && !isListed;
}

/** Where the page shows an amount that is not its own. */
export interface OtherPlace extends Pick<SeenPrice, "element" | "shared" | "isListed" | "isAside"> {
  /** The most amounts that stand there. */
  readonly amounts: number;
}

/** The places of all amounts but the page's own, which are not read. */
export function otherPlaces(facts: PageFacts): OtherPlace[] {
  return facts.spots.prices
    .map(({ element, text }) => {
      const { shared, isListed, kind } = regionsOf(facts).place(element);
      const amounts = text.match(/\d+/g)?.length ?? 0;
      return { element, shared, isListed, isAside: has(kind, kinds.aside), amounts };
    })
    .filter((place) => !isOwn(place));
}

/** The sign beside an amount, wherever the page shows it. */
export function signOfAmount(amount: number, { spots }: PageFacts, hints: CurrencyHints): string | null {
  const moneyHints = { ...hints, decimalComma: writesDecimalComma(spots.prices) };
  const shown = spots.prices.flatMap(({ text }) => findMoney(text, moneyHints));
  return shown.find((money) => money.amount === amount && money.sign !== null)?.sign ?? null;
}

/** Whether a price is that of a pack which is sold as one piece, beside that of its pieces: `3.50/unit`, `0.70/ea`. */
function isPackOfPieces(
  { isPerPiece, role, price, shared }: ReadPrice,
  prices: readonly ReadPrice[],
): boolean {
  return (
    isPerPiece &&
    role === "other" &&
    prices.some((each) => each.isPerPiece && each.price < price && each.shared === shared)
  );
}

/** Of how many an amount is the price, by its own line, or by one between it and the next. */
function countBeside(
  price: ReadPrice,
  previous: ReadPrice | undefined,
  next: ReadPrice | undefined,
): number | null {
  const { count, countBelow, element } = price;
  // Of two amounts around a line, it is the lower one's.
  if (count !== null) return previous?.countBelow === count && previous.price < price.price ? null : count;
  const isBetween = next !== undefined && distance(element, next.element) <= maxConditionGap;
  return isBetween && next.price < price.price ? null : countBelow;
}

/** Characters between the price with a condition and the one without, at most. */
const maxConditionGap = 250;

/** Whether a price is what one costs, once, where another one has a condition: more pieces, or a subscription. */
function isWithoutCondition(price: ReadPrice, { price: low, count, shared, element }: ReadPrice): boolean {
  return (
    price.role === "now" &&
    !price.isProse &&
    price.count === null &&
    !price.isSubscription &&
    price.price > low &&
    !isSame(price.price, low * (count ?? 0)) &&
    price.shared >= shared - 1 &&
    distance(price.element, element) <= maxConditionGap
  );
}

/** Whether a price has a condition that another one beside it lacks. */
function isConditional(price: ReadPrice, prices: readonly ReadPrice[]): boolean {
  if (price.role !== "now" || (price.count === null && !price.isSubscription)) return false;
  return prices.some((each) => isWithoutCondition(each, price));
}

/** Characters between a price and the same in another currency, at most. */
const maxPairGap = 3;

/** Whether a price is stated again beside it in the currency of the shop's country. */
function isForeignBeside(price: ReadPrice, prices: readonly ReadPrice[], hints: CurrencyHints): boolean {
  const isOwn = (each: ReadPrice) =>
    each.role === "now" &&
    isDomestic(each, price, hints) &&
    distance(each.element, price.element) <= maxPairGap;
  return price.role === "now" && price.currency !== null && prices.some(isOwn);
}

/** Whether a price is that of a used thing beside one of a new thing. */
function isUsedBesideNew({ isUsed, isChosen, role }: ReadPrice, prices: readonly ReadPrice[]): boolean {
  const isNew = (each: ReadPrice) => !each.isUsed && each.role === "now" && !each.isProse;
  return isUsed && !isChosen && role !== "old" && prices.some(isNew);
}

/** Whether a price is that of the single purchase beside a subscription, whichever of them the page has selected. */
function isOneTime(price: ReadPrice, prices: readonly ReadPrice[]): boolean {
  return (
    price.isOption &&
    price.isOneTime &&
    prices.some((each) => each.isSubscription && isWithoutCondition(price, each))
  );
}

/** Characters between a price and one that is only called old by its class, at most. */
const maxGap = 30;
/** Characters between a price and the former one, at most; farther away, it is another product's. */
const maxListDistance = 600;

/** Whether a former price belongs to a price: it stands near it, and no nearer to the price of something else. */
export function isListPriceOf(
  former: ReadPrice,
  { price, element }: ReadPrice,
  prices: readonly ReadPrice[],
): boolean {
  const isRival = (each: ReadPrice) => each.price !== price && each.price < former.price;
  return former.role === "old" && belongsBeside(former, element, prices.filter(isRival));
}

/** Whether an amount stands near the price in an element, and no nearer to one of others. */
export function belongsBeside(
  amount: ReadPrice,
  element: OutlineElement,
  others: readonly ReadPrice[],
): boolean {
  const nearness = (other: OutlineElement) => commonElement(amount.element, other)?.depth ?? -1;
  const own = nearness(element);
  const isNearer = ({ role, element: other }: ReadPrice) =>
    (role === "now" || role === "from") && nearness(other) > own;
  return distance(amount.element, element) <= maxListDistance && !others.some(isNearer);
}

/** Whether a price is only called old by its class, such as `regular-price`, and no lower one stands beside it. */
function isAskedStill({ role, isStruck, price, element }: ReadPrice, prices: readonly ReadPrice[]): boolean {
  return (
    role === "old" &&
    !isStruck &&
    !prices.some(
      (each) =>
        each.price < price &&
        !each.isProse &&
        (each.role === "now" || each.isConditionalByName) &&
        (each.words === "" || each.isNamedNow || hasWord(each.words, "price")) &&
        distance(each.element, element) <= maxGap,
    )
  );
}

/** Characters between a price and the saving or the reduced price, at most. */
const maxSavingGap = 100;

/** Whether an amount says what is saved of a price. */
function isSaved({ role, purpose, before, after }: ReadPrice): boolean {
  const isForSome = forSomeOrLater.test(before) || forSomeOrLater.test(after);
  return role === "other" && purpose === null && isSaving(before, after) && !isForSome;
}

function isBeside(one: ReadPrice, other: ReadPrice): boolean {
  return distance(one.element, other.element) <= maxSavingGap;
}

/** Whether nothing but a saving, a percentage or "now" stands beside an amount. */
function isBare({ words, before, isCalledNow }: ReadPrice): boolean {
  if (words !== "") return false;
  const isBehindAmount = findMoney(before, noHints).some(({ to }) => to === before.length);
  return isCalledNow || isBehindAmount || /^$|[\d%\p{Sc}]$/u.test(before);
}

/** Whether a percentage in a text leads from one price to another: `219.99 -50 % 110.00`. */
export function namesReduction(text: string, former: number, now: number): boolean {
  return [...text.matchAll(/(?<!\d)(\d{1,2})\s?%/g)].some(
    ([, percent]) => Math.abs(now / former - 1 + Number(percent) / 100) < 0.006,
  );
}

function isPercentOff(former: ReadPrice, now: ReadPrice): boolean {
  // "2nd item at 50 % (1.75)" has words of its own.
  if (now.isSubscription || now.condition !== null || (now.words !== "" && !now.isCalledNow)) return false;
  const words = [former, now].flatMap(({ before, after }) => [before, after]);
  return (
    namesReduction(words.join(" "), former.price, now.price) &&
    words.every((each) => !forSomeOrLater.test(each) && !mentionsCondition(each))
  );
}

/** Whether a percentage or an amount off leads from this price to another one. */
function isReduced(price: ReadPrice, prices: readonly ReadPrice[], savings: readonly ReadPrice[]): boolean {
  const { role, shared } = price;
  if (role !== "now") return false;
  const isOff = (off: number) => savings.some((each) => isSame(each.price, off) && isBeside(each, price));
  return prices.some(
    (each) =>
      each.role === "now" &&
      !each.isProse &&
      each.shared === shared &&
      each.price < price.price &&
      isBeside(each, price) &&
      (isPercentOff(price, each) || (isOff(price.price - each.price) && isBare(each))),
  );
}

/** Whether an amount called a total is the sum of another one and of what its delivery costs. */
function isTotal({ role, before, price }: ReadPrice, prices: readonly ReadPrice[]): boolean {
  if (role !== "now" || !isSumLabel(before)) return false;
  const charges = prices.filter(({ purpose }) => purpose === "shipping");
  return charges.some((charge) =>
    prices.some((each) => each.role === "now" && isSame(each.price + charge.price, price)),
  );
}

/** Whether an amount lacks the tax whose rate stands between it and a higher one: `83.25 VAT 20% 99.90`. */
function isTaxedBeside(net: ReadPrice, prices: readonly ReadPrice[]): boolean {
  const isTaxed = (gross: ReadPrice) => {
    const words = [net, gross].map(({ before, after }) => `${before} ${after}`).join(" ");
    const rates = [...words.matchAll(/(?<![\d.,])(\d{1,2}(?:[.,]\d)?)\s?%/g)];
    const isGross = rates.some(
      ([, rate = ""]) =>
        Math.abs(net.price * (1 + Number(rate.replace(",", ".")) / 100) - gross.price) < 0.011,
    );
    return isGross && hasWord(words, "tax");
  };
  return (
    net.role === "now" &&
    prices.some(
      (each) =>
        each.role === "now" &&
        each.price > net.price &&
        each.price <= net.price * maxTaxFactor &&
        isBeside(each, net) &&
        isTaxed(each),
    )
  );
}

/** `50 € Cashback`, `trade-in bonus of £50`, `save £10 with code TEN`: not everybody pays that much less. */
const forSomeOrLater =
  /first order|erste\p{L}* bestellung|new (?:card|customer|account)|newsletter|qualifying|sign(?:ing)?[- ]?up|anmeld|(?:mit|with|avec)(?: le)? (?:\p{L}+[ -])?(?:code|gutschein|coupon|voucher)|cash ?back|rückerstattung|rembours|reembolso|rimborso|eintausch|trade[- ]in/iu;

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.005;
}

const known = new WeakMap<PageFacts, Regions>();

/** The page's regions, measured once. */
export function regionsOf(facts: PageFacts): Regions {
  const made = known.get(facts) ?? new Regions(facts);
  known.set(facts, made);
  return made;
}
