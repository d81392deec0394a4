import { formatPercent, percentBelow } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** How far a target is from the price of now; empty where there is none to compare with. */
export function targetHint(target: number, price: number | null): string {
  const { product } = texts();
  if (price === null || !(target > 0)) return "";
  return price <= target ? product.metNow : product.underNow(formatPercent(percentBelow(target, price)));
}
