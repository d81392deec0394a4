import type { SentenceFormats } from "../../../shared/texts/sentence-formats.js";
import { toMinor } from "./money.js";
import { formatMoney } from "./money-text.js";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `March 3`, with the year unless it is the current one; in UTC. Avoids `Intl`, which slows the engine's start. */
function formatDay(iso: string, nowMs: number): string {
  const date = new Date(iso);
  const day = `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
  const year = date.getUTCFullYear();
  return year === new Date(nowMs).getUTCFullYear() ? day : `${day}, ${year}`;
}

/** Formats for the figures in the engine's English sentences. */
export function englishFormats(nowMs: number): SentenceFormats {
  return {
    money: (amount, currency) => formatMoney(toMinor(amount), currency),
    percent: (value) => `${value}%`,
    date: (iso) => formatDay(iso, nowMs),
  };
}
