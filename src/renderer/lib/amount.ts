import type { FormEvent } from "react";
import { parseFigure, splitFigure, typedReadings } from "../../shared/typed-amount.js";
import { commonCurrencies } from "./currencies.js";
import { locale, texts } from "./texts.js";

/** Other currencies whose signs shoppers type: `NZ$`, `Kč`. */
// biome-ignore format: one per line would fill a page
const otherCurrencies = [
  "NZD", "HKD", "SGD", "CNY", "KRW", "TWD", "CZK", "HUF", "RON", "TRY", "ZAR", "ILS", "THB", "IDR", "VND", "PHP", "MYR", "UAH",
  "BGN", "RSD", "AED", "SAR",
];
const writtenCurrencies = [...commonCurrencies, ...otherCurrencies];

/** Signs that `Intl` writes in no locale, or in others than the reader's. */
const otherSigns: Readonly<Record<string, readonly string[]>> = {
  USD: ["US$"],
  CAD: ["C$"],
  AUD: ["AU$"],
  BGN: ["лв"],
  CHF: ["Fr.", "SFr."],
};

/** Without the details that vary: `Fr. ` → `fr`. */
function normaliseSign(sign: string): string {
  return sign.replace(/[\s.]/g, "").toLowerCase();
}

/** A currency as `Intl` writes it: `CA$`, `$`, `Canadian dollars`. */
function writtenSigns(currency: string, currencyDisplay: "symbol" | "narrowSymbol" | "name"): string[] {
  const options = { style: "currency", currency, currencyDisplay, maximumFractionDigits: 0 } as const;
  return [locale(), "en"].flatMap((language) => {
    const format = new Intl.NumberFormat(language, options);
    const parts = [1, 2].flatMap((amount) => format.formatToParts(amount));
    return parts.filter(({ type }) => type === "currency").map(({ value }) => value);
  });
}

/** Signs and names, and the last word of names: `dollars` for `US dollars`. */
function signsOf(currency: string): string[] {
  const names = writtenSigns(currency, "name");
  const signs = [...writtenSigns(currency, "symbol"), ...writtenSigns(currency, "narrowSymbol")];
  const kinds = names.flatMap((name) => name.split(/[\s-]/).at(-1) ?? []);
  return [...signs, ...names, ...kinds, ...(otherSigns[currency] ?? [])].map(normaliseSign);
}

/** The currencies of each sign, for one locale: formats are slow to create. */
let signs: { readonly locale: string; readonly currencies: ReadonlyMap<string, readonly string[]> } | null =
  null;

function currenciesBySign(): ReadonlyMap<string, readonly string[]> {
  if (signs?.locale === locale()) return signs.currencies;
  const currencies = new Map<string, string[]>();
  for (const code of writtenCurrencies)
    for (const sign of new Set(signsOf(code))) currencies.set(sign, [...(currencies.get(sign) ?? []), code]);
  signs = { locale: locale(), currencies };
  return currencies;
}

/** `GBP` → GBP, `£` → GBP, `pounds` → GBP, `$` → USD, CAD, AUD, …; none for other words. */
function currenciesNamed(word: string): readonly string[] {
  const code = word.trim().toUpperCase();
  if (Intl.supportedValuesOf("currency").includes(code)) return [code];
  return currenciesBySign().get(normaliseSign(word)) ?? [];
}

interface TypedAmount {
  /** The amount without its currency, in any notation. */
  readonly figure: string;
  /** The currencies that the text may mean; null if it names none. */
  readonly currencies: readonly string[] | null;
}

/** `null` if there is no figure, or another word than a currency beside it. */
function splitAmount(text: string): TypedAmount | null {
  const { figure, words } = splitFigure(text) ?? { figure: "", words: [] };
  const [first = null, second] = words.map(currenciesNamed);
  const currencies = second && first ? first.filter((code) => second.includes(code)) : first;
  return figure === "" || currencies?.length === 0 ? null : { figure, currencies };
}

/** Parses a typed amount, with or without its currency: `599,00`, `1.299,00 €`, `GBP 1 299`, `CA$50`; see `parseFigure`. */
export function parseAmount(text: string): number | null {
  return parseFigure(splitAmount(text)?.figure ?? "");
}

/** The currency of a typed amount: what the text says, where that differs from the one assumed so far. */
export function currencyOf(text: string, assumed: string): string {
  const possible = splitAmount(text)?.currencies ?? [];
  return possible.includes(assumed) ? assumed : (possible[0] ?? assumed);
}

/** An amount for a text field, in the reader's notation: `47`, `47.50`, `47,50`. */
export function editableAmount(amount: number): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  const digits = { minimumFractionDigits, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale(), { useGrouping: false, ...digits }).format(amount);
}

/** The currency of a typed amount; null if the text may mean several, and none is assumed. */
function certainCurrency(text: string, assumed: string | null): string | null {
  if (assumed !== null) return currencyOf(text, assumed);
  const [first = null, second] = splitAmount(text)?.currencies ?? [];
  return second === undefined ? first : null;
}

function problemOf(value: string, currency: string | null): string {
  if (value === "") return "";
  const { common } = texts();
  const figure = splitAmount(value)?.figure ?? "";
  if (parseFigure(figure) === null) return common.notAnAmount;
  const readings = typedReadings(figure, locale(), certainCurrency(value, currency));
  if (readings) return common.twoAmounts(editableAmount(readings[0]), editableAmount(readings[1]));
  return currency === null || currencyOf(value, currency) === currency ? "" : common.amountIn(currency);
}

/**
 * Attributes of a field for `parseAmount`, in one currency or in any (null). A number field would read `599,00` as
 * 59,900.
 */
export function amountField(currency: string | null) {
  return {
    type: "text",
    inputMode: "decimal",
    autoComplete: "off",
    maxLength: 20,
    required: true,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      currentTarget.setCustomValidity(problemOf(currentTarget.value, currency)),
  } as const;
}
