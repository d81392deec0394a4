import { formatDate, formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import type { PriceDrawing } from "./drawing.js";
import type { Lines } from "./use-lines.js";

/** The chart in a few sentences, for those who do not see it. */
export function summaryOf({ extremes, viewport, currency, targets }: PriceDrawing, lines: Lines): string {
  const words = texts().history;
  if (!extremes) return words.summaryOfNone;
  const money = (price: number) => formatMoney(price, currency);
  const count = lines.shown.length;
  const sentence = words.summary(
    formatDate(viewport.startMs),
    formatDate(viewport.endMs),
    lines.grouping === "shop" ? words.shops(count) : words.offers(count),
    money(extremes.lowest.price),
    money(extremes.highest.price),
  );
  const waited = targets.map((price) => words.summaryTarget(money(price)));
  return [sentence, ...waited, words.summaryTable].join(" ");
}
