import { maxPrice } from "../shared/app/limits.js";
import type { LinkTarget } from "../shared/app/links.js";
import type { ErrorReason } from "../shared/calls.js";
import { rules as germanRules } from "../shared/texts/de/alerts-and-rules.js";
import * as german from "../shared/texts/de/extension.js";
import { verdict as germanVerdict } from "../shared/texts/de/history.js";
import { offers as germanOffers } from "../shared/texts/de/product.js";
import { reasons as germanReasons } from "../shared/texts/de/reasons.js";
import { refusals as germanRefusals } from "../shared/texts/de/refusals.js";
import { rules as englishRules } from "../shared/texts/en/alerts-and-rules.js";
import * as english from "../shared/texts/en/extension.js";
import { verdict as englishVerdict } from "../shared/texts/en/history.js";
import { offers as englishOffers } from "../shared/texts/en/product.js";
import { reasons as englishReasons } from "../shared/texts/en/reasons.js";
import { refusals as englishRefusals } from "../shared/texts/en/refusals.js";
import { readerOf } from "../shared/texts/language.js";
import { refusalText } from "../shared/texts/refusal.js";
import { formatDayWithin, type SentenceFormats } from "../shared/texts/sentences.js";
import { localDay } from "../shared/time.js";
import { parseFigure, signedPrice, splitFigure, typedReadings } from "../shared/typed-amount.js";

const reader = readerOf("system", navigator.languages);
const isGerman = reader.language === "de";

/** The language of the texts. */
export const { language } = reader;
export const said = isGerman ? german.extension : english.extension;
export const verdicts = isGerman ? germanVerdict : englishVerdict;
export const { conditions } = isGerman ? germanRules : englishRules;
export const offers = isGerman ? germanOffers : englishOffers;
export const { verdict: verdictTexts, leftOut } = isGerman ? germanReasons : englishReasons;

const refusals = isGerman ? germanRefusals : englishRefusals;

/** The sentence for a refusal; null if this version does not know its reason. */
export function refusalTitle(reason: ErrorReason | undefined): string | null {
  const isKnown = reason !== undefined && "kind" in reason && Object.hasOwn(refusals, reason.kind);
  return isKnown ? refusalText(reason, refusals).title : null;
}

export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(reader.locale, { style: "currency", currency }).format(amount);
}

/** Formats a price by its currency, else by its sign, else as a bare number. */
export function formatPrice(amount: number, currency: string | null, sign: string | null): string {
  if (currency !== null) return formatMoney(amount, currency);
  return sign === null ? String(amount) : signedPrice(amount, sign, reader.locale);
}

export const sentenceFormats: SentenceFormats = {
  money: formatMoney,
  percent: (value) =>
    new Intl.NumberFormat(reader.locale, { style: "percent", maximumFractionDigits: 0 }).format(value / 100),
  date: (iso) => formatDayWithin(localDay(Date.parse(iso)), reader.locale),
  day: (day) => formatDayWithin(day, reader.locale),
};

/**
 * Parses a typed target, with the sign or code of its currency if it has one. Returns a message if it is invalid.
 *
 * @param pageCurrency the code of what the page asks in; null if it is unknown
 */
export function parseTarget(text: string, pageCurrency: string | null): LinkTarget | string {
  const { figure, words } = splitFigure(text) ?? { figure: "", words: [] };
  const price = parseFigure(figure);
  const [currency = null, ...others] = words;
  const isNamed = currency === null || /[\p{L}\p{Sc}]/u.test(currency);
  if (price === null || !isNamed || others.length > 0) return said.badTarget;
  const format = new Intl.NumberFormat(reader.locale, { maximumFractionDigits: 2 });
  if (price > maxPrice) return said.highTarget(format.format(maxPrice));
  const code = currency === null ? pageCurrency : (/^[a-z]{3}$/i.exec(currency)?.[0] ?? null);
  const readings = typedReadings(figure, reader.locale, code);
  if (readings === null) return { price, currency };
  return said.twoTargets(format.format(readings[0]), format.format(readings[1]));
}
