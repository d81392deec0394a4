import type { SentenceFormats } from "../../../shared/texts/sentence-formats.js";
import { toMinor } from "./money.js";
import { money } from "./money-text.js";

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

/** `March 3`, with the year where it is another one than now. In UTC, and without the formats of languages. */
function dayText(iso: string, nowMs: number): string {
  const date = new Date(iso);
  const day = `${months[date.getUTCMonth()]} ${date.getUTCDate()}`;
  const year = date.getUTCFullYear();
  return year === new Date(nowMs).getUTCFullYear() ? day : `${day}, ${year}`;
}

/** How the engine writes figures in its English sentences. */
export function englishFormats(nowMs: number): SentenceFormats {
  return {
    money: (amount, currency) => money(toMinor(amount), currency),
    percent: (value) => `${value}%`,
    date: (iso) => dayText(iso, nowMs),
  };
}
