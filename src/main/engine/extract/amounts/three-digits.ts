import { remembered } from "../remembered.js";
import {
  type CurrencyHints,
  currencyOfLocale,
  decimalsOf,
  isWholeInPractice,
  regionOfCurrency,
} from "./currency.js";

/** What a page says about how it writes numbers. */
export interface NumberHints extends Pick<CurrencyHints, "isNamed" | "language"> {
  /** Whether it writes decimals with a comma; `null` if unknown. */
  readonly decimalComma: boolean | null;
}

/** `1.299`: one number in thousands, or one with decimals; `other` where evidence for both stands against each other. */
export interface ThreeDigits {
  readonly value: number;
  readonly other: number | null;
}

type Meaning = "thousands" | "decimals";

/** `null` where the page's language tag is none. */
function decimalSign(tag: string): string | null {
  try {
    // Neither `und-DE` nor `es-Latn-MX` has a notation, but `de-DE` and `es-MX` have.
    const { language, region } = new Intl.Locale(tag).maximize();
    const parts = new Intl.NumberFormat(`${language}-${region}`).formatToParts(0.5);
    return parts.find(({ type }) => type === "decimal")?.value ?? null;
  } catch {
    return null;
  }
}

/** Swiss shops write both `1'299.-` and `1.299`. */
const unsettled = new Set(["CHF"]);

/** The usual decimal sign, if the page's language and its currency agree on it. */
function agreedSign(currency: string, language: string): string | null {
  const sign = unsettled.has(currency) ? null : decimalSign(language);
  if (sign === null) return null;
  const region = regionOfCurrency(currency);
  const isAgreed =
    currencyOfLocale(language) === currency || (region !== null && decimalSign(`und-${region}`) === sign);
  return isAgreed ? sign : null;
}

/** To make a format takes longer than to read a number. Pages may state any tag. */
const signOf = remembered<string | null>(500, (key) => {
  const [currency = "", ...language] = key.split(" ");
  return agreedSign(currency, language.join(" "));
});

function byLocale(separator: string, currency: string | null, language: string): Meaning | null {
  const sign = currency === null ? null : signOf(`${currency} ${language}`);
  if (sign === null) return null;
  return sign === separator ? "decimals" : "thousands";
}

/** In a currency with three decimals. */
function byNotation(separator: string, { decimalComma, language }: NumberHints): Meaning {
  const isComma = decimalComma ?? decimalSign(language ?? "") === ",";
  return isComma === (separator === ",") ? "decimals" : "thousands";
}

/** What a second witness says, if it names one of the two. */
function byWitness(thousands: number, hints: NumberHints): Meaning | null {
  const { isNamed = () => false } = hints;
  const decimals = thousands / 1_000;
  const asThousands = isNamed(thousands);
  const asDecimals = isNamed(decimals) || isNamed(Math.round(decimals * 100) / 100);
  return asThousands === asDecimals ? null : asThousands ? "thousands" : "decimals";
}

/**
 * Reads three digits behind the only separator of a number: by the currency, by a second witness, by the page's other
 * amounts, else by the locale. Decimals that one of these disputes leave both readings open.
 */
export function readThreeDigits(
  whole: string,
  fraction: string,
  separator: string,
  currency: string | null,
  hints: NumberHints,
): ThreeDigits {
  const thousands = Number(whole + fraction);
  const decimals = Number(`${whole}.${fraction}`);
  const settled = (meaning: Meaning | null): ThreeDigits => ({
    value: meaning === "decimals" ? decimals : thousands,
    other: null,
  });
  if (Number(whole) === 0) return settled("decimals");
  if (decimalsOf(currency) === 3) return settled(byNotation(separator, hints));
  if (isWholeInPractice(currency)) return settled("thousands");
  const byPage = hints.decimalComma === null ? null : hints.decimalComma === (separator === ",");
  const said: readonly (Meaning | null)[] = [
    byWitness(thousands, hints),
    byPage === null ? null : byPage ? "decimals" : "thousands",
  ];
  const usual = byLocale(separator, currency, hints.language ?? "");
  if (!said.includes("decimals")) return settled(said.includes("thousands") ? "thousands" : usual);
  return [...said, usual].includes("thousands") ? { value: thousands, other: decimals } : settled("decimals");
}
