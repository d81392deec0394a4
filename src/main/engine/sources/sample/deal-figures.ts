import { DAY_MS } from "../../domain/clock.js";
import { type Grade, gradePrice } from "../../domain/grading.js";
import { clipSpans, type PriceSpan, weightedMedian } from "../../domain/step-series.js";
import { changesBetween, type PriceCurve, stateAt } from "./price-curve.js";

/** A price against the offer's own past, in minor units. */
export interface DealFigures {
  readonly currentMinor: number;
  /** The price that held half of the last 90 days: the "usual" price that the deal is compared with. */
  readonly usualMinor: number;
  /** The highest of the last 90 days: what a shop likes to strike out. */
  readonly highestMinor: number;
  readonly median30: number;
  readonly median365: number;
  readonly lowestMinor: number;
}

const yearDays = 365;
/** Two years are loaded, so every deal has at least this much behind it. */
const daysOfHistory = 365;

function spansOfYear(curve: PriceCurve, atMs: number): PriceSpan[] {
  const startMs = atMs - yearDays * DAY_MS;
  const starts = [{ atMs: startMs, ...stateAt(curve, startMs) }, ...changesBetween(curve, startMs, atMs)];
  return starts.map((point, i) => ({
    fromMs: point.atMs,
    toMs: starts[i + 1]?.atMs ?? atMs,
    priceMinor: point.priceMinor,
  }));
}

export function dealFigures(curve: PriceCurve, atMs: number): DealFigures {
  const currentMinor = stateAt(curve, atMs).priceMinor;
  const spans = spansOfYear(curve, atMs);
  const medianOf = (days: number) =>
    weightedMedian(clipSpans(spans, atMs - days * DAY_MS, atMs)) ?? currentMinor;
  const ofQuarter = clipSpans(spans, atMs - 90 * DAY_MS, atMs);
  return {
    currentMinor,
    usualMinor: weightedMedian(ofQuarter) ?? currentMinor,
    highestMinor: ofQuarter.reduce((most, span) => Math.max(most, span.priceMinor), currentMinor),
    median30: medianOf(30),
    median365: medianOf(yearDays),
    lowestMinor: spans.reduce((least, span) => Math.min(least, span.priceMinor), currentMinor),
  };
}

/** "$1,289.99". */
export function dollars(minor: number): string {
  const [whole = "", cents = ""] = (minor / 100).toFixed(2).split(".");
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

/** Whole percent by which a price is below another; negative where it is above. */
export function percentBelow(minor: number, otherMinor: number): number {
  return Math.round((1 - minor / otherMinor) * 100);
}

function against(currentMinor: number, medianMinor: number, days: number): string {
  const percent = percentBelow(currentMinor, medianMinor);
  const median = `its ${days}-day median of ${dollars(medianMinor)}`;
  if (percent === 0) return `about ${median}`;
  return percent > 0 ? `${percent}% below ${median}` : `${-percent}% above ${median}`;
}

/** The figures in one sentence (decision 22). */
function justificationOf(figures: DealFigures): string {
  const { currentMinor, lowestMinor } = figures;
  const low =
    currentMinor <= lowestMinor
      ? "it has not been lower in a year"
      : `its lowest price in a year was ${dollars(lowestMinor)}`;
  const month = against(currentMinor, figures.median30, 30);
  const year = against(currentMinor, figures.median365, yearDays);
  return `${dollars(currentMinor)} is ${month} and ${year}; ${low}.`;
}

export function gradeOfDeal(figures: DealFigures): Grade & { readonly justification: string } {
  const grade = gradePrice({
    priceMinor: figures.currentMinor,
    median30: figures.median30,
    median365: figures.median365,
    lowest: figures.lowestMinor,
    daysOfHistory,
  });
  return { ...grade, justification: justificationOf(figures) };
}
