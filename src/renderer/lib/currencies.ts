import { type ConvertibleCurrency, convertibleCurrencies } from "../../shared/app/exchange-rates.js";
import { locale } from "./texts.js";

/** The most common first: of several with one sign, the first is meant most often. */
// biome-ignore format: one per line would fill a page
export const commonCurrencies = [
  "USD", "EUR", "GBP", "CAD", "AUD", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN", "INR", "BRL", "MXN",
];

/** Withdrawn currencies, such as `Sierra Leonean Leone (1964—2022)`, units of account, and metals. */
function isObsolete(code: string, name: string): boolean {
  return /\d{4}/.test(name) || withdrawn.includes(code) || (code.startsWith("X") && !regional.includes(code));
}

const withdrawn = ["HRK", "CUC", "MRO", "STD", "VEF", "ZWL"];
/** Shared by several countries. */
const regional = ["XAF", "XCD", "XOF", "XPF"];

/** Every currency in use that the system can name, common ones first, with code and name for a select box. */
export function currencyChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: "currency" });
  const others = Intl.supportedValuesOf("currency").filter((code) => !commonCurrencies.includes(code));
  return [...commonCurrencies, ...others].flatMap((code) => {
    const name = names.of(code) ?? code;
    return isObsolete(code, name) ? [] : [{ value: code, label: `${code} · ${name}` }];
  });
}

/** Whether an exchange rate for the currency is known. */
export function isConvertible(code: string): code is ConvertibleCurrency {
  return (convertibleCurrencies as readonly string[]).includes(code);
}

/** The currencies into which amounts can be converted, for a select box. */
export function convertibleChoices(): { value: ConvertibleCurrency; label: string }[] {
  return currencyChoices().flatMap(({ value, label }) => (isConvertible(value) ? [{ value, label }] : []));
}

/** `USD` → `US dollars`, as a sentence says it. */
export function currencyName(code: string): string {
  const options = { style: "currency", currency: code, currencyDisplay: "name" } as const;
  const parts = new Intl.NumberFormat(locale(), options).formatToParts(2);
  return parts.find(({ type }) => type === "currency")?.value ?? code;
}
