import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceStatistics, VerdictFact } from "../../../shared/app/statistics.js";
import { maxOf, minOf } from "../../../shared/extremes.js";
import { reasons } from "../../../shared/texts/en/reasons.js";
import { verdictSentence } from "../../../shared/texts/sentences.js";
import { gradePrice } from "./grading.js";
import { fromMinor } from "./money.js";
import type { PriceRange } from "./price-range.js";
import { englishFormats } from "./sentence-formats.js";
import type { ProductStatistics } from "./statistics.js";
import { type PriceSpan, totalDurationMs } from "./step-series.js";

type Verdict = PriceStatistics["verdict"];

/** What is known of a product's best price, in minor units. */
export interface PastPrices {
  readonly median30: number | null;
  /** The last 365 days; null if nothing was in stock. */
  readonly year: PriceRange<PriceSpan> | null;
  readonly lowestEver: number | null;
  readonly highestEver: number | null;
  readonly daysOfHistory: number;
}

export function pastPrices<Id>(
  { median30, lowest, highest, daysOfHistory }: ProductStatistics<Id>,
  year: PastPrices["year"],
): PastPrices {
  return {
    median30,
    year,
    lowestEver: lowest?.priceMinor ?? null,
    highestEver: highest?.priceMinor ?? null,
    daysOfHistory,
  };
}

/** The price to evaluate, in minor units. */
export interface EvaluatedPrice {
  /** Null while nothing is in stock. */
  readonly priceMinor: number | null;
  /** The best price now; a shop's own price may exceed it. */
  readonly bestMinor: number | null;
  /** The product's targets in the price's currency. */
  readonly targets: readonly number[];
}

/** What the page, the list, the deals, the popup and the shared picture say of a price. */
export interface Evaluation {
  readonly kind: Verdict["kind"];
  readonly grade: string | null;
  readonly isLowestEver: boolean;
  readonly targetMinor: number | null;
}

/** The target that decides: the lowest one that is reached, else the one to be reached first. */
export function decisiveTarget(targets: readonly number[], priceMinor: number | null): number | null {
  const reached = priceMinor === null ? [] : targets.filter((target) => priceMinor <= target);
  return minOf(reached) ?? maxOf(targets);
}

function kindOfGrade(letter: string): Verdict["kind"] {
  switch (letter) {
    case "A":
      return "great";
    case "B":
      return "good";
    case "C":
      return "fair";
    default:
      return "wait";
  }
}

type KnownPast = PastPrices & { readonly year: PriceRange<PriceSpan> };
type Rating = Pick<Evaluation, "kind" | "grade">;

/** Rates a price by its history alone. */
function rate(past: KnownPast, priceMinor: number, bestMinor: number | null): Rating {
  const { median30, year, lowestEver, daysOfHistory } = past;
  if (daysOfHistory < thinHistoryDays) return { kind: "thin", grade: null };
  if (!hasMoved(past, priceMinor)) return { kind: "steady", grade: null };
  const { letter, suffix } = gradePrice({
    priceMinor,
    bestMinor,
    median30,
    median365: year.median,
    lowest: lowestEver,
    daysOfHistory,
    year,
  });
  return { kind: kindOfGrade(letter), grade: letter + suffix };
}

function hasMoved({ lowestEver, highestEver }: PastPrices, priceMinor: number): boolean {
  return lowestEver !== priceMinor || highestEver !== priceMinor;
}

/**
 * Evaluates a price once for every view. A target that is reached outranks the history, so a grade below B is left out
 * then.
 */
export function evaluatePrice(
  past: PastPrices,
  { priceMinor, bestMinor, targets }: EvaluatedPrice,
): Evaluation {
  const targetMinor = decisiveTarget(targets, priceMinor);
  const { year } = past;
  if (priceMinor === null || year === null)
    return { kind: "none", grade: null, isLowestEver: false, targetMinor };
  const rating = rate({ ...past, year }, priceMinor, bestMinor);
  const isLowestEver = rating.grade !== null && past.lowestEver !== null && priceMinor <= past.lowestEver;
  if (targetMinor === null || priceMinor > targetMinor) return { ...rating, isLowestEver, targetMinor };
  const grade = rating.kind === "fair" || rating.kind === "wait" ? null : rating.grade;
  return { kind: "target", grade, isLowestEver, targetMinor };
}

const yearDays = 365;

function compareToMedian(priceMinor: number, medianMinor: number, days: number): VerdictFact {
  // Adding 0 turns -0 into 0.
  const percent = Math.round((1 - priceMinor / medianMinor) * 100) + 0;
  return { kind: "against_median", days, median: fromMinor(medianMinor), percent };
}

/** The monthly median, and the yearly one if it differs. */
function medianFacts({ median30, year, daysOfHistory }: PastPrices, priceMinor: number): VerdictFact[] {
  const medians = [
    { days: 30, median: median30 },
    { days: yearDays, median: year?.median ?? null },
  ];
  return medians.flatMap(({ days, median }, index) =>
    median === null || (index > 0 && median === median30)
      ? []
      : compareToMedian(priceMinor, median, Math.min(days, daysOfHistory)),
  );
}

interface About {
  /** The best prices of the last 365 days. */
  readonly yearSpans: readonly PriceSpan[];
  readonly currency: string;
}

/** How the price compares with every day. Days at the same price are no reason against it. */
function positionFact(past: KnownPast, priceMinor: number, { yearSpans }: About): VerdictFact[] {
  const { year, lowestEver, highestEver, daysOfHistory } = past;
  const days = Math.min(yearDays, daysOfHistory);
  const ever = daysOfHistory > yearDays ? null : daysOfHistory;
  if (lowestEver !== null && priceMinor <= lowestEver) return [{ kind: "not_cheaper", days: ever }];
  if (highestEver !== null && priceMinor >= highestEver) return [{ kind: "not_dearer", days: ever }];
  const totalMs = totalDurationMs(yearSpans);
  const dearerMs = totalDurationMs(yearSpans.filter((span) => span.priceMinor > priceMinor));
  const cheaperMs = totalDurationMs(yearSpans.filter((span) => span.priceMinor < priceMinor));
  // A price that lasted all year is neither.
  if (dearerMs + cheaperMs === 0) return [];
  if (cheaperMs === 0) return [{ kind: "not_cheaper", days }];
  if (dearerMs === 0) return [{ kind: "not_dearer", days }];
  // It was cheaper on some day, and dearer on another.
  const percentOf = (ms: number) => Math.min(99, Math.max(1, Math.round((ms / totalMs) * 100)));
  return priceMinor <= year.median
    ? [{ kind: "cheaper_than", percent: percentOf(dearerMs), days }]
    : [{ kind: "dearer_than", percent: percentOf(cheaperMs), days }];
}

function lowestFact({ lowestEver }: PastPrices, priceMinor: number): VerdictFact[] {
  return lowestEver === null || priceMinor <= lowestEver
    ? []
    : [{ kind: "lowest_was", price: fromMinor(lowestEver) }];
}

function verdictFacts(past: PastPrices, priceMinor: number | null, about: About): VerdictFact[] {
  const { year, daysOfHistory: days } = past;
  if (priceMinor === null || year === null) return [{ kind: "no_price" }];
  const price: VerdictFact = { kind: "price", price: fromMinor(priceMinor), currency: about.currency };
  if (days < thinHistoryDays) return [price, { kind: "thin", days }];
  if (!hasMoved(past, priceMinor)) return [price, { kind: "steady", days }];
  return [
    price,
    ...medianFacts(past, priceMinor),
    ...lowestFact(past, priceMinor),
    ...positionFact({ ...past, year }, priceMinor, about),
  ];
}

/** The evaluation of a price with the figures behind it. */
export function priceVerdict(past: PastPrices, price: EvaluatedPrice, about: About): Verdict {
  const { kind, grade, targetMinor } = evaluatePrice(past, price);
  const facts = verdictFacts(past, price.priceMinor, about).filter(
    // At the shopper's own target, nothing says to wait.
    (fact) => kind !== "target" || (fact.kind !== "not_dearer" && fact.kind !== "dearer_than"),
  );
  // A verdict contains no dates, so the current time does not matter.
  const reason = verdictSentence(facts, reasons.verdict, englishFormats(0));
  const target = targetMinor === null ? null : fromMinor(targetMinor);
  return { kind, grade, target, reason, facts };
}
