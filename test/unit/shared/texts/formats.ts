import type { SentenceFormats } from "../../../../src/shared/texts/sentence-formats.js";

/** Formats figures as the window does for a user in Germany. */
export const germanFormats: SentenceFormats = {
  money: (amount, currency) => new Intl.NumberFormat("de-DE", { style: "currency", currency }).format(amount),
  percent: (value) => new Intl.NumberFormat("de-DE", { style: "percent" }).format(value / 100),
  date: (iso) =>
    new Intl.DateTimeFormat("de-DE", { day: "numeric", month: "long", timeZone: "UTC" }).format(
      new Date(iso),
    ),
};
