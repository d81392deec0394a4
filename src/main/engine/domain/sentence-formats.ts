import type { SentenceFormats } from "../../../shared/texts/sentences.js";
import { fromMinor, toMinor } from "./money.js";

/** Filled on first use: loading `Intl`'s locale data takes a tenth of the engine's start. */
const formatters = new Map<string, Intl.NumberFormat>();

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** `March 3`, with the year unless it is the current one; in UTC. Avoids `Intl`, which slows the engine's start. */
function formatDay(iso: string, nowMs: number, monthChars?: number): string {
  const date = new Date(iso);
  const day = `${months[date.getUTCMonth()]?.slice(0, monthChars)} ${date.getUTCDate()}`;
  const year = date.getUTCFullYear();
  return year === new Date(nowMs).getUTCFullYear() ? day : `${day}, ${year}`;
}

/** Formats for the figures in the engine's English sentences. */
export function englishFormats(nowMs: number): SentenceFormats {
  return {
    money: (amount, currency) => formatMoney(toMinor(amount), currency),
    percent: (value) => `${value}%`,
    date: (iso) => formatDay(iso, nowMs),
    day: (day) => formatDay(day, nowMs, 3),
  };
}

/** Formats 24999 as `$249.99`. A currency that is not an ISO code follows the amount. */
function formatMoney(minor: number, currency: string): string {
  if (!/^[A-Z]{3}$/i.test(currency)) return `${fromMinor(minor).toFixed(2)} ${currency}`;
  const formatter =
    formatters.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  formatters.set(currency, formatter);
  return formatter.format(fromMinor(minor));
}
