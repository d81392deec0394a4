import type { FormEvent } from "react";
import { commonCurrencies } from "./currencies.js";
import { locale, texts } from "./texts.js";

/** Other ways to write a common currency than the browser's own. */
const otherSigns: Readonly<Record<string, string>> = {
  US$: "USD",
  C$: "CAD",
  AU$: "AUD",
  NZ$: "NZD",
  HK$: "HKD",
  "Fr.": "CHF",
  SFr: "CHF",
};

function signOf(currency: string, language: string, currencyDisplay: "symbol" | "narrowSymbol"): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay });
  return format.formatToParts(1).find(({ type }) => type === "currency")?.value ?? currency;
}

/** The currencies that a sign or a code may mean: `£` → GBP, `$` → USD, CAD, AUD, MXN, `CA$` → CAD. */
function currenciesOf(sign: string): readonly string[] {
  const isSame = (other: string) => other.toLowerCase() === sign.toLowerCase();
  const code = Intl.supportedValuesOf("currency").find(isSame);
  const other = Object.keys(otherSigns).find(isSame);
  if (code !== undefined) return [code];
  if (other !== undefined) return [otherSigns[other] ?? ""];
  return commonCurrencies.filter((each) =>
    ["en", locale()].some((language) =>
      (["symbol", "narrowSymbol"] as const).some((display) => isSame(signOf(each, language, display))),
    ),
  );
}

const typed = /^([^\d\s.,'’+-][^\d,'’]*)?(\d[\d.,\s'’]*?)\s*([^\d\s,'’+-][^\d,'’]*)?$/u;

/** The figures of a typed amount, and the currencies that it names; null if words stand beside it. */
function splitTyped(text: string): { readonly figures: string; readonly named: readonly string[] } | null {
  const [, before, figures, after] = typed.exec(text.trim()) ?? [];
  if (figures === undefined || (before !== undefined && after !== undefined)) return null;
  const sign = (before ?? after)?.trim();
  if (sign === undefined) return { figures, named: [] };
  const named = currenciesOf(sign);
  return named.length > 0 || /^\p{Sc}$/u.test(sign) ? { figures, named } : null;
}

/**
 * Parses a typed amount, with or without its currency: `599.00`, `599,00`, `1,299.00`, `1.299,00 €`, `CA$1 299`. A
 * lone separator before three digits groups thousands, because prices have no third decimal. `null` for anything
 * else, and for 0.
 */
export function parseAmount(text: string): number | null {
  const plain = splitTyped(text)?.figures.replace(/[\s'’]/g, "") ?? "";
  const parts = /^(\d+|\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)?)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (parts === null) return null;
  const [, whole = "", group, point, decimals = ""] = parts;
  if (group !== undefined && group === point) return null;
  const amount = Number(`${whole.replace(/[.,]/g, "")}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

/** The currency of a typed amount: what the text says, where that differs from the one assumed so far. */
export function currencyOf(text: string, assumed: string): string {
  const possible = splitTyped(text)?.named ?? [];
  return possible.includes(assumed) ? assumed : (possible[0] ?? assumed);
}

/** An amount for a text field, in the reader's notation: `47`, `47.50`, `47,50`. */
export function editableAmount(amount: number): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(locale(), { useGrouping: false, minimumFractionDigits }).format(amount);
}

function problemOf(value: string, currency: string | null): string {
  if (value === "") return "";
  const { common } = texts();
  if (parseAmount(value) === null) return common.notAnAmount;
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
