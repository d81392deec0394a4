import { maxPrice } from "../../../../shared/app/limits.js";
import { remembered } from "../remembered.js";
import table from "./currencies.json" with { type: "json" };
import {
  type CurrencyHints,
  currenciesOfSign,
  currencyMarks,
  currencyNames,
  currencyOfCode,
  currencyOfMark,
  decimalsOf,
  mayBeOther,
} from "./currency.js";
import { type NumberHints, readThreeDigits } from "./three-digits.js";

/** What a page says about how it writes money. */
export interface MoneyHints extends CurrencyHints, NumberHints {
  /** Whether the shopper has clicked the text: then `$49+` and `340 pounds` are prices, too. */
  readonly isClicked?: boolean;
}

/** An amount of money within a text, from the first character to the one behind the last. */
export interface Money {
  /** In units of the currency, such as euros; above 0. */
  readonly amount: number;
  /** What it is if its three digits behind the separator are decimals, where that stays open. */
  readonly otherAmount: number | null;
  /** `null` if nothing beside it decides. */
  readonly currency: string | null;
  /** The sign beside it, where several currencies share it and nothing says which is meant. */
  readonly sign: string | null;
  /** Whether a sign or a code of a currency stands beside it. */
  readonly isMarked: boolean;
  readonly from: number;
  readonly to: number;
}

const space = "[ \\u00a0\\u2009\\u202f]";
const number = [
  // Cents above the line, or behind the sign: `12^99`, `49€90`, `1 299 € 95`.
  `\\d{1,3}(?:[.,' \\u00a0\\u202f]?\\d{3})*(?:[.,]?${space}?\\^\\d{2}|${space}?\\^?[€$£]${space}?\\^?\\d{2}(?![.,]?\\d|${space}?[\\p{L}x×%€$£]))`,
  // One kind of separator between thousands, at most one more before the decimals: `1.299,99`, `12 499`, `1,29,999.00`.
  `\\d{1,3}(?:(?<group>[.,'’٬\\u00a0\\u2009\\u202f ])\\d{3})(?:\\k<group>\\d{3})*(?:(?!\\k<group>)[.,]\\d{1,3})?`,
  "\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d{1,2})?",
  `\\d{1,3}(?:[.,]?\\d{3})*(?:[.,]${space}|${space}[.,]${space}?)\\d{2}(?!\\d)`,
  // Decimals behind an apostrophe: `49'95`.
  "\\d{1,3}(?:\\.\\d{3})*['’´]\\d{2}(?!\\d)",
  "\\d+(?:[.,]\\d+)?",
  "[-–—]?[.,]\\d{2}",
].join("|");

function escaped(mark: string): string {
  return mark.replace(/[$./]/g, "\\$&");
}

/** Marks that mean something else in other letters, as `ft` is a length and `tk` pieces, or that mix capitals. */
const exactSpellings: Readonly<Record<string, string>> = table.spellings;

/** A code counts in capitals only: `try 5` is no Turkish lira. */
function spellings(mark: string): string[] {
  const [first = ""] = mark;
  const exact = exactSpellings[mark];
  if (exact !== undefined) return exact.split(" ");
  return [...new Set([mark, mark.toUpperCase(), `${first.toUpperCase()}${mark.slice(1)}`])];
}

const marks = currencyMarks.flatMap(spellings).map(escaped);
const wordMarks = marks.filter((mark) => /^\p{L}/u.test(mark));
const proseMark = /^(?:euro|yen|рублей|dinara)$/i;
/** Prices have signs and codes; "50 Euro" stands in sentences about vouchers and free delivery. */
const codes = wordMarks.filter((mark) => !proseMark.test(mark) && !mayBeOther(mark)).join("|");
const symbols = marks.filter((mark) => !/^\p{L}/u.test(mark)).join("|");

/** Signs of scripts without spaces, beside which other words stand: `税込12,800円`, `1299元起`. */
const unspacedMark = "円|元|원|บาท";
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}";

function patternOf(words: string, plus: string): RegExp {
  const before = `(?<first>(?<![\\p{L}\\p{N}])(?:${words})|(?:${symbols}))${space}?:?${space}?`;
  const after = `${space}?(?<last>(?:${words})(?![\\p{L}\\p{N}])|(?:${unspacedMark}|${symbols}))`;
  const tail = "(?:[.,]?[-–—]{1,2}(?!\\d)|\\. [-–—](?!\\s?\\d))?";
  return new RegExp(
    `(?:${before}|(?<![\\p{L}\\p{N}_^.,'’/=%]|\\d${space}|[\\p{L}\\p{N}][-–])|(?<=[${unspaced}])(?<![万萬만千천百백億억])(?=[\\d.,]+${space}?(?:${unspacedMark})))(?<digits>${number})${tail}(?:${after})?(?!(?<!${unspacedMark})(?!ea(?:ch)?(?!\\p{L}))[\\p{L}\\p{N}_]${plus}|[.,'’^:]\\d|(?<!\\p{Sc}|\\p{Lu}{3})/\\d|=|${space}?%)`,
    "gu",
  );
}

const moneyPattern = patternOf(wordMarks.join("|"), "|(?<![.,]\\d{2})\\+");
const clickedPattern = patternOf([...currencyNames.flatMap(spellings), ...wordMarks].join("|"), "");

const doubtful = wordMarks.filter(mayBeOther).join("|");
const doubtfulPattern = new RegExp(
  `(?<!\\p{L})(?:${doubtful})${space}?\\d|\\d[.,]?[-–—]{0,2}${space}?(?:${doubtful})(?!\\p{L})`,
  "u",
);
const markPattern = new RegExp(`(?:${symbols})|(?<!\\p{L})(?:${codes})(?!\\p{L})|\\d[.,]?[-–—](?!\\d)`, "iu");

const weight = /^p(?:ounds?|fund)$/;
const nameAlone = new RegExp(
  `^\\s*(?:\\p{L}{2,12}\\s?:\\s*)?\\d[\\d.,' \u00a0\u202f]*${space}(?:${[...currencyNames.filter((name) => !weight.test(name)).flatMap(spellings), ...wordMarks.filter((mark) => proseMark.test(mark))].join("|")})\\s*$`,
  "u",
);

/** Whether a text is nothing but an amount with the name of its currency, as in `45,00 euros` or `Preis: 45 Euro`. */
function isNamedAlone(text: string): boolean {
  return text.length <= maxNamedAlone && nameAlone.test(text);
}

/** Characters of an amount with the name of its currency, at most. */
const maxNamedAlone = 30;

/** Whether a text has a currency's sign or code, or an amount that ends as in `12,-`. */
export function hasCurrencyMark(text: string): boolean {
  // Looking for the usual signs first is quicker.
  return /[$€£]/.test(text) || markPattern.test(text) || doubtfulPattern.test(text) || isNamedAlone(text);
}

const amountEnd = new RegExp(
  `\\d(?:[.,][-–—]{1,2})?(?:${space}?(?:${symbols}|${codes}))?$|(?:${symbols})$`,
  "u",
);
/** A figure's last digits and the longest currency code. */
const amountEndLength = 12;

/** Whether a text ends in a figure, or in the currency's sign or code behind one. */
export function endsInAmount(text: string): boolean {
  return amountEnd.test(text.trimEnd().slice(-amountEndLength));
}

/** Rounds to the currency's decimals; `null` unless it can be a price. */
export function roundAmount(value: number, currency: string | null): number | null {
  const factor = 10 ** (currency === null ? 2 : decimalsOf(currency));
  const rounded = Math.round(value * factor) / factor;
  return Number.isFinite(rounded) && rounded > 0 && rounded <= maxPrice ? rounded : null;
}

/** Whether the last separator of a number surely separates its decimals: they are not three, or thousands have another one. */
function hasDecimals(whole: string, fraction: string): boolean {
  return /[.,]/.test(whole) || fraction.length !== 3 || whole.length > 3;
}

/** A number as it stands, with a point before its decimals; `null` where that takes more than the text. */
function plainNumber(text: string, isWhole: boolean): string | null {
  const [euros = "", raised] = text.split(/\s?[€$£]?\s?\^[€$£]?|\s?[€$£]\s?|['’´](?=\d{2}$)/u);
  const plain = (part: string) => part.replace(/\D/g, "");
  if (raised !== undefined) return `${plain(euros)}.${raised}`;
  const [whole, , fraction = ""] = partsOf(text);
  if (whole === undefined) return plain(text);
  if (hasDecimals(whole, fraction)) return `${plain(whole)}.${fraction}`;
  return isWhole ? plain(text) : null;
}

/** What stands before the last separator and behind it; nothing if that separates thousands, or there is none. */
function partsOf(text: string): string[] {
  const digits = text.replace(/['’٬\s\u00a0\u2009\u202f]/g, "");
  const at = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const [whole, separator] = [digits.slice(0, at), digits.charAt(at)];
  return at < 0 || whole.includes(separator) ? [] : [whole, separator, digits.slice(at + 1)];
}

type Amounts = Pick<Money, "amount" | "otherAmount">;

function parseNumber(
  text: string,
  isWhole: boolean,
  currency: string | null,
  hints: MoneyHints,
): Amounts | null {
  const number = plainNumber(text, isWhole);
  const [whole = "", separator = "", fraction = ""] = partsOf(text);
  const { value, other } =
    number === null
      ? readThreeDigits(whole, fraction, separator, currency, hints)
      : { value: Number(number), other: null };
  const amount = roundAmount(value, currency);
  const otherAmount = other === null ? null : roundAmount(other, currency);
  return amount === null ? null : { amount, otherAmount };
}

/** Whether a minus belongs to the amount behind it, as in `-20 €`, but not in `12 € - 20 €` or `Large - 20 €`. */
function isNegative(text: string, from: number): boolean {
  const before = text.slice(0, from);
  return /(?:^|[\s(])[-−]\s?$/u.test(before) && !/\d\s?\S{0,4}\s?[-−]\s?$|\p{L}\s[-−]\s$/u.test(before);
}

const dollarCountries: Readonly<Record<string, string>> = {
  AU: "AUD",
  CA: "CAD",
  HK: "HKD",
  NZ: "NZD",
  US: "USD",
};
/** Codes of currencies that share a sign with others. */
const sharingCode = /^(?:USD|CAD|AUD|NZD|HKD|SGD|TWD|MXN|ARS|CLP|COP|CNY|JPY|SEK|NOK|DKK)$/;

/** The currency of a code that stands beside an amount with a sign: `$184.50 CAD`, `AUD $20`, `CA $20`. */
function codeBeside(text: string, from: number, behind: string): string | null {
  const [, before = ""] = /(?<![\p{L}\d])([A-Z]{2,3})\s?$/u.exec(text.slice(0, from)) ?? [];
  return [behind, dollarCountries[before] ?? before].find((code) => sharingCode.test(code)) ?? null;
}

/** Whether a text begins with a Friday: `Fr. 28.11.` is no amount of francs. */
function isDay(text: string): boolean {
  return /^fr\.? ?(?:[12]?\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?!\d)/i.test(text);
}

/** `TL4` and `RS3` name a model, `Rs50` and `RM50` are amounts. */
const modelNumber = /^(?:TL|RS|KD|BD|DT|DH|DA|BR|FT|KN|KM|[RLQ])\d{1,2}$/;

/** `%20 `, as Turkish writes a percentage. */
const leadingPercentage = /(?<!\d\s?)%\s?\d{1,3}(?:[.,]\d{1,2})?(?![\d.,])/g;

/** `1.299,-` and `1.299.–` have no cents. */
const noCents = /\d[.,]?\s?[-–—]{1,2}/u;

/** As `matchAll`, but without its copy of the pattern, which takes longer than the search if the pattern is long. */
function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) matches.push(match);
  return matches;
}

/**
 * Every amount of money in a short text. Digits that belong to a word, a date, a percentage or another number are none,
 * nor are amounts that are subtracted.
 */
export function findMoney(given: string, hints: MoneyHints): Money[] {
  if (!/\d/.test(given)) return [];
  const text = given.replace(leadingPercentage, (percentage) => " ".repeat(percentage.length));
  const pattern = hints.isClicked === true || isNamedAlone(text) ? clickedPattern : moneyPattern;
  return allMatches(text, pattern).flatMap((match) => {
    const { first, digits = "", last } = match.groups ?? {};
    const from = match.index;
    if (isNegative(text, from) || modelNumber.test(match[0]) || isDay(text.slice(from))) return [];
    const mark = first ?? last ?? /[€$£]/u.exec(digits)?.[0] ?? null;
    const currency = mark && (codeBeside(text, from, last ?? "") ?? currencyOfMark(mark, hints));
    const isMarked = mark !== null && (currency !== null || !mayBeOther(mark));
    const read = parseNumber(digits, noCents.test(match[0]), currency, hints);
    const sign = isMarked && currency === null ? mark : null;
    const to = from + match[0].length;
    return read === null ? [] : [{ ...read, currency, sign, isMarked, from, to }];
  });
}

/** The amounts of a text with a currency's sign or code beside them. */
export function findMarked(text: string, hints: MoneyHints = noHints): Money[] {
  return findMoney(text, hints).filter(({ isMarked }) => isMarked);
}

const maxTexts = 1_000;

export const namesAmount = remembered(maxTexts, (text) => findMarked(text).length > 0);

/** The words behind a line's last amount: those before it are about that one. */
export function behindAmounts(line: string): string {
  return line.slice(findMarked(line).at(-1)?.to ?? 0);
}

/** Marks that may stand behind an amount without changing it: `*`, `.`, a closing bracket. */
const decoration = /^[\s*.,:;()+!†‡¹²]*$/u;

/** The amount that a text consists of as a whole; `null` for anything else. The same amount twice counts once. */
export function parseMoney(text: string, hints: MoneyHints): Money | null {
  const found = findMoney(text, hints);
  const [first] = found;
  if (first === undefined || found.some(({ amount }) => amount !== first.amount)) return null;
  let rest = text;
  for (const { from, to } of [...found].reverse()) rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  if (!decoration.test(rest)) return null;
  // A number in brackets counts something, such as reviews.
  const marked = found.find(({ isMarked }) => isMarked);
  return marked ?? (rest.includes("(") ? null : first);
}

export const noHints: MoneyHints = { stated: [], host: "", regions: () => [], decimalComma: null };

/**
 * A price as programs write it: `1299.99`, also with thousands' commas, or as text with a currency; `null` for anything
 * else. A point is a decimal point, however many digits follow it.
 */
export function parseAmount(value: unknown): number | null {
  if (typeof value === "number") return roundAmount3(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\+?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(text)) return roundAmount3(Number(text));
  return parseMoney(text, noHints)?.amount ?? null;
}

/** The currency that a program names, or writes beside the amount; a sign that several currencies share stays open. */
export function parseCurrency(name: string | null, amount: string | null): Pick<Money, "currency" | "sign"> {
  const named = currencyOfCode(name);
  if (named !== null) return { currency: named, sign: null };
  const beside = amount === null ? null : parseMoney(amount, noHints);
  const isSign = name !== null && currenciesOfSign(name.trim()).length > 1;
  return { currency: beside?.currency ?? null, sign: beside?.sign ?? (isSign ? name.trim() : null) };
}

/** Three decimals, until the currency is known. */
function roundAmount3(value: number): number | null {
  const rounded = Math.round(value * 1_000) / 1_000;
  return Number.isFinite(rounded) && rounded > 0 && rounded <= maxPrice ? rounded : null;
}
