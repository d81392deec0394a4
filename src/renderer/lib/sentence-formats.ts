import type { SentenceFormats } from "../../shared/texts/sentence-formats.js";
import { formatDate, formatMoney, formatPercent } from "./format.js";

/** How the window writes the figures of a sentence that is put together from facts. */
export const sentenceFormats: SentenceFormats = {
  money: formatMoney,
  percent: formatPercent,
  date: formatDate,
};
