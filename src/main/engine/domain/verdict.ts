import type { PriceStatistics } from "../../../shared/app/statistics.js";
import { gradePrice, thinHistoryDays } from "./grading.js";
import { type Money, moneyIn } from "./money-text.js";
import type { ProductStatistics } from "./statistics.js";

type Verdict = PriceStatistics["verdict"];

function against(money: Money, priceMinor: number, medianMinor: number, name: string): string {
  const percent = Math.round((1 - priceMinor / medianMinor) * 100);
  if (percent === 0) return `at its ${name} of ${money(medianMinor)}`;
  return `${Math.abs(percent)}% ${percent > 0 ? "under" : "over"} its ${name} of ${money(medianMinor)}`;
}

function lowNote(money: Money, priceMinor: number, lowestMinor: number): string {
  return priceMinor <= lowestMinor
    ? "the lowest price seen so far"
    : `the lowest seen was ${money(lowestMinor)}`;
}

function reasonOf<Id>(money: Money, stats: ProductStatistics<Id>, priceMinor: number): string {
  const parts: string[] = [];
  if (stats.median30 !== null) parts.push(against(money, priceMinor, stats.median30, "30-day median"));
  if (stats.median365 !== null && stats.daysOfHistory > 60)
    parts.push(against(money, priceMinor, stats.median365, "365-day median"));
  if (stats.lowest !== null) parts.push(lowNote(money, priceMinor, stats.lowest.priceMinor));
  return `${money(priceMinor)} is ${parts.join("; ")}.`;
}

/** How thin the data is. */

/** How much there is to judge by. */
function daysOfHistory(count: number): string {
  if (count < 1) return "Less than a day of history";
  return `Only ${count} ${count === 1 ? "day" : "days"} of history`;
}

function kindOf(letter: string): Verdict["kind"] {
  if (letter === "A" || letter === "B") return "good";
  return letter === "C" ? "fair" : "wait";
}

/** Is this a good price? One word and one sentence with the figures; honest where the data is thin (decision 22). */
export function judge<Id>(stats: ProductStatistics<Id>, currency = "USD"): Verdict {
  const money = moneyIn(currency);
  const { current } = stats;
  if (current === null)
    return {
      kind: "none",
      grade: null,
      reason: "Nobody has it in stock now, so there is no price to judge.",
    };
  if (stats.daysOfHistory < thinHistoryDays)
    return {
      kind: "thin",
      grade: null,
      reason: `${daysOfHistory(stats.daysOfHistory)}: too little to say whether ${money(current.priceMinor)} is a good price.`,
    };
  const grade = gradePrice({
    priceMinor: current.priceMinor,
    median30: stats.median30,
    median365: stats.median365,
    lowest: stats.lowest?.priceMinor ?? null,
    daysOfHistory: stats.daysOfHistory,
  });
  return {
    kind: kindOf(grade.letter),
    grade: grade.letter + grade.suffix,
    reason: reasonOf(money, stats, current.priceMinor),
  };
}
