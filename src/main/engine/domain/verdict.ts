import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PaidFields } from "../../../shared/app/paying.js";
import type { PriceStatistics, VerdictFact } from "../../../shared/app/statistics.js";
import { maxOf, minOf } from "../../../shared/arrays.js";
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
  /** The last 365 days, as far as they compare. */
  readonly year: PriceRange<PriceSpan>;
  readonly lowestEver: number;
  /** Whether the price was not as low in the last 365 days. */
  readonly isLowestOld: boolean;
  readonly highestEver: number;
  readonly daysOfHistory: number;
}

/** Null if nothing was in stock in the last year. */
export function pastPrices<Id>(
  { median30, lowest, isLowestOld, highest, daysOfHistory }: ProductStatistics<Id>,
  year: PriceRange<PriceSpan> | null,
): PastPrices | null {
  if (year === null || lowest === null || highest === null) return null;
  const [lowestEver, highestEver] = [lowest.priceMinor, highest.priceMinor];
  return { median30, year, lowestEver, isLowestOld, highestEver, daysOfHistory };
}

/** The price to evaluate, in minor units. */
export interface EvaluatedPrice {
  /** Null while nothing is in stock. */
  readonly priceMinor: number | null;
  /** The best price now; a shop's own price may exceed it. */
  readonly bestMinor: number | null;
  /** The product's targets in the price's currency. */
  readonly targets: readonly number[];
  /** Whether the product was bought: its price is no reason to buy it then. */
  readonly isBought?: boolean;
}

/** What the page, the list, the deals, the popup and the shared picture say of a price. */
interface Evaluation extends Pick<Verdict, "kind" | "grade"> {
  readonly isLowestEver: boolean;
}

/** The target that decides: the lowest one that is reached, else the one to be reached first. */
export function decisiveTarget(targets: readonly number[], priceMinor: number | null): number | null {
  const reached = priceMinor === null ? [] : targets.filter((target) => priceMinor <= target);
  return minOf(reached) ?? maxOf(targets);
}

const kindsOfGrades: Readonly<Record<string, Verdict["kind"]>> = { A: "great", B: "good", C: "fair" };

function hasMoved({ lowestEver, highestEver }: PastPrices, priceMinor: number): boolean {
  return lowestEver !== priceMinor || highestEver !== priceMinor;
}

/** Evaluates a price by its history alone. */
function evaluateByHistory(past: PastPrices, priceMinor: number, bestMinor: number | null): Evaluation {
  const { year, lowestEver, daysOfHistory } = past;
  if (daysOfHistory < thinHistoryDays) return { kind: "thin", grade: null, isLowestEver: false };
  if (!hasMoved(past, priceMinor)) return { kind: "steady", grade: null, isLowestEver: false };
  const figures = { ...past, priceMinor, bestMinor, median365: year.median, lowest: lowestEver };
  const { letter, suffix } = gradePrice(figures);
  const kind = kindsOfGrades[letter] ?? "wait";
  return { kind, grade: letter + suffix, isLowestEver: priceMinor <= lowestEver };
}

/**
 * Evaluates a price once for every view. What was bought has no grade. A target that is reached outranks the history, so a
 * grade below B is left out then.
 */
export function evaluatePrice(past: PastPrices | null, price: EvaluatedPrice): Evaluation {
  const { priceMinor, bestMinor, targets } = price;
  if (price.isBought === true) return { kind: "bought", grade: null, isLowestEver: false };
  if (priceMinor === null || past === null) return { kind: "none", grade: null, isLowestEver: false };
  const evaluation = evaluateByHistory(past, priceMinor, bestMinor);
  if (targets.every((target) => priceMinor > target)) return evaluation;
  const isGood = evaluation.kind === "great" || evaluation.kind === "good";
  return { ...evaluation, kind: "target", grade: isGood ? evaluation.grade : null };
}

const yearDays = 365;

/** The monthly median, and the yearly one if it differs. */
function medianFacts({ median30, year, daysOfHistory }: PastPrices, priceMinor: number): VerdictFact[] {
  const monthly = { days: 30, median: median30 ?? year.median };
  const yearly = { days: yearDays, median: year.median };
  return (monthly.median === yearly.median ? [monthly] : [monthly, yearly]).map(({ days, median }) => ({
    kind: "against_median",
    days: Math.min(days, daysOfHistory),
    median: fromMinor(median),
    // Adding 0 turns -0 into 0.
    percent: Math.round((1 - priceMinor / median) * 100) + 0,
  }));
}

/** What archived copies and tables show, each of its own day; by price, in minor units. */
export type CopiedPrices = readonly Pick<PriceSpan, "priceMinor" | "fromMs">[];

function copiesFact(copies: CopiedPrices, priceMinor: number, days: number): VerdictFact[] {
  const [low, high, firstMs] = [copies[0], copies.at(-1), minOf(copies.map(({ fromMs }) => fromMs))];
  // A year of its own says more.
  if (low === undefined || high === undefined || firstMs === null || days >= yearDays) return [];
  return [
    {
      kind: "copies",
      copies: copies.length,
      cheaper: copies.filter((copy) => copy.priceMinor < priceMinor).length,
      since: new Date(firstMs).getUTCFullYear(),
      low: fromMinor(low.priceMinor),
      high: fromMinor(high.priceMinor),
    },
  ];
}

interface About {
  /** The best prices of the last 365 days. */
  readonly yearSpans: readonly PriceSpan[];
  readonly currency: string;
  readonly copies?: CopiedPrices;
  /** What the shopper has bought. */
  readonly purchase?: Extract<VerdictFact, { kind: "bought" }> | undefined;
  /** Why the price is not the page's. */
  readonly paid?: PaidFields;
}

/** How the price compares with every day. Days at the same price are no reason against it. */
function positionFact(
  past: PastPrices,
  priceMinor: number,
  { yearSpans, bestMinor }: About & Pick<EvaluatedPrice, "bestMinor">,
): VerdictFact[] {
  const { year, lowestEver, highestEver, daysOfHistory } = past;
  const days = Math.min(yearDays, daysOfHistory);
  const ever = daysOfHistory > yearDays ? null : daysOfHistory;
  if (priceMinor <= lowestEver) return [{ kind: "not_cheaper", days: ever }];
  if (priceMinor >= highestEver) return [{ kind: "not_dearer", days: ever }];
  // The best price now may be too new to have lasted at all.
  const low = Math.min(year.lowest.priceMinor, bestMinor ?? year.lowest.priceMinor);
  const high = Math.max(year.highest.priceMinor, bestMinor ?? year.highest.priceMinor);
  // A price that lasted all year is neither.
  if (low === priceMinor && high === priceMinor) return [];
  if (low >= priceMinor) return [{ kind: "not_cheaper", days }];
  if (high <= priceMinor) return [{ kind: "not_dearer", days }];
  const msOf = (isCounted: (other: number) => boolean) =>
    yearSpans.reduce(
      (sum, { fromMs, toMs, priceMinor }) => sum + (isCounted(priceMinor) ? toMs - fromMs : 0),
      0,
    );
  const [cheaperMs, dearerMs] = [msOf((other) => other < priceMinor), msOf((other) => other > priceMinor)];
  const isLow = priceMinor <= year.median;
  const share = (isLow ? dearerMs : cheaperMs) / totalDurationMs(yearSpans);
  // It was cheaper on some day, and dearer on another.
  const percent = Math.min(99, Math.max(1, Math.round(share * 100)));
  return [{ kind: isLow ? "cheaper_than" : "dearer_than", percent, days }];
}

function verdictFacts(
  past: PastPrices | null,
  { priceMinor, bestMinor }: EvaluatedPrice,
  about: About,
): VerdictFact[] {
  const { currency, paid, purchase } = about;
  if (priceMinor === null || past === null) return [{ kind: "no_price" }, ...[purchase ?? []].flat()];
  const price: VerdictFact = { kind: "price", price: fromMinor(priceMinor), currency, ...paid };
  if (purchase !== undefined) return [price, purchase];
  const { lowestEver, isLowestOld: is_over_a_year_ago, daysOfHistory: days } = past;
  const copies = copiesFact(about.copies ?? [], priceMinor, days);
  if (days < thinHistoryDays) return [price, { kind: "thin", days }, ...copies];
  if (!hasMoved(past, priceMinor)) return [price, { kind: "steady", days }, ...copies];
  const lowest: VerdictFact = { kind: "lowest_was", price: fromMinor(lowestEver), is_over_a_year_ago };
  return [
    price,
    ...medianFacts(past, priceMinor),
    ...(priceMinor > lowestEver ? [lowest] : []),
    ...positionFact(past, priceMinor, { ...about, bestMinor }),
    ...copies,
  ];
}

/** The evaluation of a price with the figures behind it. */
export function priceVerdict(
  past: PastPrices | null,
  price: Omit<EvaluatedPrice, "isBought">,
  about: About,
): Verdict {
  const isBought = about.purchase !== undefined;
  const { kind, grade } = evaluatePrice(past, { ...price, isBought });
  const facts = verdictFacts(past, price, about).filter(
    // At the shopper's own target, nothing says to wait.
    (fact) => kind !== "target" || (fact.kind !== "not_dearer" && fact.kind !== "dearer_than"),
  );
  // Days have their year, whichever it is now.
  const reason = verdictSentence(facts, reasons.verdict, englishFormats(0));
  const target = isBought ? null : decisiveTarget(price.targets, price.priceMinor);
  return { kind, grade, target: target === null ? null : fromMinor(target), reason, facts };
}
