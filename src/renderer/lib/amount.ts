import type { FormEvent } from "react";
import { commonCurrencies } from "./currencies.js";
import { locale, texts } from "./texts.js";

const typedCode = /^\s*([a-z]{3})(?=[\d\s])|(?<=[\d\s])([a-z]{3})\s*$/i;

/**
 * Parses a typed amount, with or without its currency: `599.00`, `599,00`, `1,299.00`, `1.299,00 €`, `GBP 1 299`. A
 * lone separator before three digits groups thousands, because prices have no third decimal. `null` for anything
 * else, and for 0.
 */
export function parseAmount(text: string): number | null {
  const plain = text.replace(typedCode, "").replace(/[\s'’]|\p{Sc}/gu, "");
  const parts = /^(\d+|\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)?)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (parts === null) return null;
  const [, whole = "", group, point, decimals = ""] = parts;
  if (group !== undefined && group === point) return null;
  const amount = Number(`${whole.replace(/[.,]/g, "")}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

function signOf(currency: string): string | undefined {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  return format.formatToParts(1).find(({ type }) => type === "currency")?.value;
}

/** The currencies that a typed amount may be in; none if it names none: `£95` → GBP, `$95` → USD, CAD, AUD, MXN. */
function typedCurrencies(text: string): readonly string[] {
  const [, before, after] = typedCode.exec(text) ?? [];
  const code = (before ?? after)?.toUpperCase();
  if (code !== undefined) return Intl.supportedValuesOf("currency").includes(code) ? [code] : [];
  const sign = /\p{Sc}/u.exec(text)?.[0];
  return sign === undefined ? [] : commonCurrencies.filter((each) => signOf(each) === sign);
}

/** The currency of a typed amount: what the text says, where that differs from the one assumed so far. */
export function currencyOf(text: string, assumed: string): string {
  const possible = typedCurrencies(text);
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
