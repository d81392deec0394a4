import type { SentenceFormats } from "../../shared/texts/sentences.js";
import { formatDate, formatMoney, formatPercent } from "./format.js";

/** How the shared sentences write their figures in the window: in the reader's own formats. */
export const sentenceFormats: SentenceFormats = {
  money: formatMoney,
  percent: formatPercent,
  date: formatDate,
};
