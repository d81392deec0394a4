import { fromMinor } from "./money.js";

/** Formats amounts of one currency: `24999` → `$249.99`. */
export type FormatMoney = (minor: number) => string;

/** Filled on first use: loading `Intl`'s locale data takes a tenth of the engine's start. */
const formatters = new Map<string, Intl.NumberFormat>();

/** A currency that is not an ISO code follows the amount. */
export function moneyFormatter(currency: string): FormatMoney {
  if (!/^[A-Z]{3}$/i.test(currency)) return (minor) => `${fromMinor(minor).toFixed(2)} ${currency}`;
  const formatter =
    formatters.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  formatters.set(currency, formatter);
  return (minor) => formatter.format(fromMinor(minor));
}

export function formatMoney(minor: number, currency: string): string {
  return moneyFormatter(currency)(minor);
}
