import type { SampleCurrency } from "../../../../shared/app/operations.js";
import { DAY_MS } from "../../../../shared/time.js";
import { type Grade, gradePrice } from "../../domain/grading.js";
import { clipSpans, type PriceSpan, weightedMedian } from "../../domain/step-series.js";
import { changesBetween, type PriceCurve, stateAt } from "./price-curve.js";

/** An offer's price compared with its own past, in minor units. */
export interface DealFigures {
  readonly currentMinor: number;
  /** Median of the last 90 days: the usual price that a deal is compared with. */
  readonly usualMinor: number;
  /** Maximum of the last 90 days: the price that shops like to strike out. */
  readonly highestMinor: number;
  readonly median30: number;
  readonly median365: number;
  /** Minimum of the last year. */
  readonly lowestMinor: number;
}

const yearDays = 365;

function spansOfYear(curve: PriceCurve, atMs: number): PriceSpan[] {
  const startMs = atMs - yearDays * DAY_MS;
  const points = [{ atMs: startMs, ...stateAt(curve, startMs) }, ...changesBetween(curve, startMs, atMs)];
  return points.map((point, i) => ({
    fromMs: point.atMs,
    toMs: points[i + 1]?.atMs ?? atMs,
    priceMinor: point.priceMinor,
  }));
}

export function computeDealFigures(curve: PriceCurve, atMs: number): DealFigures {
  const currentMinor = stateAt(curve, atMs).priceMinor;
  const spans = spansOfYear(curve, atMs);
  const lastDays = (days: number) => clipSpans(spans, atMs - days * DAY_MS, atMs);
  const quarter = lastDays(90);
  return {
    currentMinor,
    usualMinor: weightedMedian(quarter) ?? currentMinor,
    highestMinor: quarter.reduce((max, span) => Math.max(max, span.priceMinor), currentMinor),
    median30: weightedMedian(lastDays(30)) ?? currentMinor,
    median365: weightedMedian(lastDays(yearDays)) ?? currentMinor,
    lowestMinor: spans.reduce((min, span) => Math.min(min, span.priceMinor), currentMinor),
  };
}

const signs: Record<SampleCurrency, string> = { USD: "$", EUR: "€" };

/** "$1,289.99". */
export function formatPrice(minor: number, currency: SampleCurrency): string {
  const [whole = "", cents = ""] = (minor / 100).toFixed(2).split(".");
  return `${signs[currency]}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

/** Whole percent by which a price is below another; negative if it is above. */
export function percentBelow(minor: number, otherMinor: number): number {
  return Math.round((1 - minor / otherMinor) * 100);
}

function compareWithMedian(currentMinor: number, medianMinor: number, median: string): string {
  const percent = percentBelow(currentMinor, medianMinor);
  if (percent === 0) return `about ${median}`;
  return percent > 0 ? `${percent}% below ${median}` : `${-percent}% above ${median}`;
}

/** One sentence with the figures behind the grade (decision 22). */
function justifyGrade(figures: DealFigures, currency: SampleCurrency): string {
  const { currentMinor, lowestMinor, median30, median365 } = figures;
  const format = (minor: number) => formatPrice(minor, currency);
  const low =
    currentMinor <= lowestMinor
      ? "it has not been lower in a year"
      : `its lowest price in a year was ${format(lowestMinor)}`;
  const compare = (medianMinor: number, days: number) =>
    compareWithMedian(currentMinor, medianMinor, `its ${days}-day median of ${format(medianMinor)}`);
  return `${format(currentMinor)} is ${compare(median30, 30)} and ${compare(median365, yearDays)}; ${low}.`;
}

export function gradeDeal(
  figures: DealFigures,
  currency: SampleCurrency,
): Grade & { readonly justification: string } {
  const grade = gradePrice({
    priceMinor: figures.currentMinor,
    median30: figures.median30,
    median365: figures.median365,
    lowest: figures.lowestMinor,
    // Two years of history are loaded, so every deal has a full year behind it.
    daysOfHistory: yearDays,
  });
  return { ...grade, justification: justifyGrade(figures, currency) };
}
