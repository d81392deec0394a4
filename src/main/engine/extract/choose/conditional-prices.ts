import type { ConditionalPrice } from "../../../../shared/app/pages.js";
import type { ConditionKind } from "../../../../shared/app/paying.js";
import { maxOf } from "../../../../shared/arrays.js";
import { findMarked, findMoney, noHints, roundAmount } from "../amounts/money.js";
import { othersHeading } from "../html/heading.js";
import { commonElement } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import { rolesOfReduction } from "../text/amount-words.js";
import { conditionInWords } from "../text/price-role.js";
import { belongsBeside, type ReadPrice } from "../text/read-prices.js";
import { wordsBeside } from "./open-prices.js";

/** The part of the price that a condition leaves at least; less is a fee, a deposit or a reward. */
const minPart: Readonly<Record<ConditionKind, number>> = {
  coupon: 0.4,
  code: 0.4,
  member: 0.4,
  subscription: 0.4,
  trade_in: 0.1,
};
const maxWords = 100;

/** Whether it is for one piece, whole. How often a subscription delivers is no rate. */
function isWholePrice(each: ReadPrice): boolean {
  const { purpose, isPart, isStruck, count, countBelow, per, isMarked, condition } = each;
  const isForOne = count === null && countBelow === null && per === null;
  return purpose === null && (!isPart || condition === "subscription") && !isStruck && isForOne && isMarked;
}

/** The words of a choice or behind an amount, up to the next amount or sentence. */
function untilNext(text: string): string {
  const [next] = findMarked(text);
  return text.slice(0, next?.from).replace(/[.;|!?](?:\s.*)?$/su, "");
}

/** The page's own words for a condition. */
function wordsOf({ condition, choice, price, before, after }: ReadPrice): string | null {
  const behind = untilNext(after);
  const sides = [
    { before, after: "" },
    { before: "", after: behind },
  ].filter((side) => conditionInWords(side.before, side.after, price, noHints) === condition);
  const [side = { before: untilNext(choice), after: "" }] = sides;
  return wordsBeside(side);
}

interface StatedPrice extends ConditionalPrice {
  /** Depth of the innermost element around it and the page's price. */
  readonly nearness: number;
}

/** A price whose words state its condition, near the page's price and no nearer to another one. */
function stated(price: number, currency: string | null, prices: readonly ReadPrice[]): StatedPrice[] {
  const own = prices.filter((each) => each.price === price && each.condition === null);
  return prices.flatMap((each) => {
    const kind = each.condition;
    const isLower = each.price < price && (each.currency === null || each.currency === currency);
    if (kind === null || !isLower || each.price < price * minPart[kind] || !isWholePrice(each)) return [];
    const others = prices.filter((other) => other.price > each.price && other.price !== price);
    const depths = own
      .filter(({ element }) => belongsBeside(each, element, others))
      .map(({ element }) => commonElement(each.element, element)?.depth ?? -1);
    const words = wordsOf(each);
    const nearness = maxOf(depths);
    return words === null || nearness === null ? [] : [{ kind, price: each.price, words, nearness }];
  });
}

/** Of several of a kind, those nearest to the page's price: others are another product's. */
function nearest(all: readonly StatedPrice[]): ConditionalPrice[] {
  return all
    .filter((each) => all.every(({ kind, nearness }) => kind !== each.kind || nearness <= each.nearness))
    .map(({ kind, price, words }) => ({ kind, price, words }));
}

/** Lines between the price and a reduction of it, at most. */
const maxLines = 6;
const maxPercent = 60;

/** The lines about the price: those near it, up to the heading of other products. */
function linesBeside(price: number, { product }: PageFacts): string[] {
  const lines = product.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => findMoney(line, noHints).some(({ amount }) => amount === price));
  const near = lines.slice(0, at + maxLines + 1);
  const end = near.findIndex((line, i) => i > 0 && othersHeading.test(line));
  return at < 0 || (end >= 0 && end <= at)
    ? []
    : near.slice(Math.max(0, at - maxLines), end < 0 ? undefined : end);
}

/** A code is written in capitals, and stands behind the words that ask for it. */
const codeName = /(?<![\p{L}\d])["“„'‘]?(?=[A-Z\d]*[A-Z])[A-Z\d]{4,20}["”“'’]?(?![\p{L}\d])/gu;

/** How much a line that says nothing but a reduction takes off: its only figure, an amount or a percentage. */
function reductionOf(line: string, price: number): number | null {
  const [percent, ...percents] = [...line.matchAll(/(?<![\d.,])(\d{1,2}(?:[.,]\d)?)\s?%/gu)];
  const [money, ...more] = findMarked(line);
  const figures = line.replace(codeName, "").match(/\d[\d.,]*/gu)?.length ?? 0;
  if (percents.length + more.length > 0 || figures !== 1) return null;
  const part = Number(percent?.[1]?.replace(",", ".") ?? 0);
  if (part > maxPercent) return null;
  return money?.amount ?? (part > 0 ? (price * part) / 100 : null);
}

/**
 * What is left of the price with a coupon or code that takes something off. Only a line that says nothing else counts: one
 * figure, a word for the reduction, the coupon or code, and no word of any limit.
 */
function reduced(line: string, price: number): ConditionalPrice | null {
  const names = line.match(codeName) ?? [];
  const roles =
    line.length > maxWords ? null : rolesOfReduction(line.replace(names.length === 1 ? codeName : "", ""));
  const off = roles === null ? null : reductionOf(line, price);
  if (roles === null || off === null) return null;
  const isCode = roles.has("code");
  const isReduction =
    roles.has("saving") || roles.has("off") || roles.has("redeem") || /^\W*[-−–]\s?\d/u.test(line);
  const isNamed = isCode || roles.has("coupon") || roles.has("voucher");
  const left = price - off;
  return isReduction && isNamed && left < price && left >= price * minPart.coupon
    ? { kind: isCode ? "code" : "coupon", price: left, words: line }
    : null;
}

/** The only price of a kind: of several, nothing says which counts for the page's product. */
function onlyOf(kind: ConditionKind, all: readonly ConditionalPrice[]): readonly ConditionalPrice[] {
  const own = all.filter((each) => each.kind === kind);
  const [first] = own;
  return first !== undefined && own.every((each) => each.price === first.price) ? [first] : [];
}

/** What some shoppers pay instead of the page's price, one of each kind. A wrong one is worse than none. */
export function conditionalPrices(
  price: number,
  currency: string | null,
  { prices, facts }: { readonly prices: readonly ReadPrice[]; readonly facts: PageFacts },
): ConditionalPrice[] {
  const rounded = (each: ConditionalPrice) => ({
    ...each,
    price: roundAmount(each.price, currency) ?? each.price,
  });
  const shown = nearest(stated(price, currency, prices)).map(rounded);
  const computed = linesBeside(price, facts)
    .flatMap((line) => reduced(line, price) ?? [])
    .map(rounded);
  const kinds = Object.keys(minPart) as ConditionKind[];
  return kinds.flatMap((kind) => onlyOf(kind, shown.some((each) => each.kind === kind) ? shown : computed));
}
