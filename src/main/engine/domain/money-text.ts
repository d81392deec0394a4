import { fromMinor } from "./money.js";

/** Formats amounts of one currency: `24999` → `$249.99`. */
export type Money = (minor: number) => string;

/** Filled on first use: loading `Intl`'s locale data takes a tenth of the engine's start. */
const formats = new Map<string, Intl.NumberFormat>();

/** A currency that is not an ISO code follows the amount. */
export function moneyIn(currency: string): Money {
  if (!/^[A-Z]{3}$/i.test(currency)) return (minor) => `${fromMinor(minor).toFixed(2)} ${currency}`;
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  formats.set(currency, format);
  return (minor) => format.format(fromMinor(minor));
}

export function money(minor: number, currency: string): string {
  return moneyIn(currency)(minor);
}
