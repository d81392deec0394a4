import type { Offer } from "../../../../shared/contract/offer.js";
import { formatLabel, formatMoney } from "../../../lib/format.js";
import { conditionNames } from "../../../lib/rule-text.js";
import { texts } from "../../../lib/texts.js";

/** The finer grade where there is one; shops may have grades that nobody has translated. */
export function conditionOf({ condition, condition_grade }: Offer): string {
  const { offers } = texts();
  const grades: Readonly<Record<string, string>> = offers.grades;
  if (condition_grade) return grades[condition_grade] ?? formatLabel(condition_grade);
  return condition ? conditionNames()[condition] : "–";
}

export function sellerOf({ seller, is_marketplace }: Offer): string {
  const { offers } = texts();
  if (seller) return seller;
  if (is_marketplace === false) return offers.shopItself;
  return is_marketplace ? offers.marketplaceSeller : "–";
}

/** `+$5.00`; empty for the best one itself, and where there is none. */
export function differenceTo(best: Offer | null, { id, price, currency }: Offer): string {
  if (best === null || id === best.id || price === best.price) return "";
  const sign = price > best.price ? "+" : "−";
  return `${sign}${formatMoney(Math.abs(price - best.price), currency)}`;
}
