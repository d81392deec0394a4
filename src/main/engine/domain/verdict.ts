import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics, VerdictFact } from "../../../shared/app/statistics.js";
import { reasons } from "../../../shared/texts/en/reasons.js";
import { verdictSentence } from "../../../shared/texts/sentences.js";
import { gradeText } from "./grading.js";
import { fromMinor } from "./money.js";
import { englishFormats } from "./sentence-formats.js";
import type { ProductStatistics } from "./statistics.js";

type Verdict = PriceStatistics["verdict"];

/** With less history, the yearly median adds little to the monthly one. */
const minDaysForYearlyMedian = 60;

function compareToMedian(priceMinor: number, medianMinor: number, days: number): VerdictFact {
  // Adding 0 turns -0 into 0.
  const percent = Math.round((1 - priceMinor / medianMinor) * 100) + 0;
  return { kind: "against_median", days, median: fromMinor(medianMinor), percent };
}

function compareToLowest(priceMinor: number, lowestMinor: number): VerdictFact {
  return priceMinor <= lowestMinor
    ? { kind: "lowest_so_far" }
    : { kind: "lowest_was", price: fromMinor(lowestMinor) };
}

function verdictFacts<Id>(stats: ProductStatistics<Id>, currency: string): VerdictFact[] {
  const { current, median30, median365, lowest, daysOfHistory } = stats;
  if (current === null) return [{ kind: "no_price" }];
  const { priceMinor } = current;
  const facts: VerdictFact[] = [{ kind: "price", price: fromMinor(priceMinor), currency }];
  if (daysOfHistory < thinHistoryDays) return [...facts, { kind: "thin", days: daysOfHistory }];
  if (median30 !== null) facts.push(compareToMedian(priceMinor, median30, 30));
  if (median365 !== null && daysOfHistory > minDaysForYearlyMedian)
    facts.push(compareToMedian(priceMinor, median365, 365));
  if (lowest !== null) facts.push(compareToLowest(priceMinor, lowest.priceMinor));
  return facts;
}

function verdictKind(letter: string): Verdict["kind"] {
  if (letter === "A" || letter === "B") return "good";
  return letter === "C" ? "fair" : "wait";
}

function verdictGrade<Id>(stats: ProductStatistics<Id>): Pick<Verdict, "kind" | "grade"> {
  const { current, median30, median365, lowest, daysOfHistory } = stats;
  if (current === null) return { kind: "none", grade: null };
  const { priceMinor } = current;
  const grade = gradeText({
    priceMinor,
    median30,
    median365,
    lowest: lowest?.priceMinor ?? null,
    daysOfHistory,
  });
  return grade === null ? { kind: "thin", grade } : { kind: verdictKind(grade.charAt(0)), grade };
}

/** Rates the current price in one word and one sentence; gives no rating if the history is thin (decision 22). */
export function priceVerdict<Id>(stats: ProductStatistics<Id>, currency = "USD"): Verdict {
  const facts = verdictFacts(stats, currency);
  // A verdict contains no dates, so the current time does not matter.
  const reason = verdictSentence(facts, reasons.verdict, englishFormats(0));
  return { ...verdictGrade(stats), reason, facts };
}
