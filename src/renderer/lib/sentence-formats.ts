import { formatDayWithin, type SentenceFormats } from "../../shared/texts/sentences.js";
import { formatDate, formatMoney, formatPercent } from "./format.js";
import { shopName } from "./shop-name.js";
import { locale } from "./texts.js";

/** Formats the figures of the shared sentences in the reader's locale. */
export const sentenceFormats: SentenceFormats = {
  money: formatMoney,
  percent: formatPercent,
  date: formatDate,
  day: (day) => formatDayWithin(day, locale()),
  shop: shopName,
};
