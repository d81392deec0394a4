import { thinHistoryDays } from "../../../shared/app/limits.js";
import type { PriceRange } from "./price-range.js";
import type { PriceSpan } from "./step-series.js";

/** Grades a price against its own history (decision 22). */

export interface PriceFigures {
  readonly priceMinor: number;
  readonly median30: number | null;
  readonly median365: number | null;
  readonly lowest: number | null;
  readonly daysOfHistory: number;
  /** The last year, as the tide gauge shows it: keeps the grade within its words. The API grades deals without. */
  readonly year?: PriceRange<PriceSpan>;
  /** The best price now, which `priceMinor` may exceed. */
  readonly bestMinor?: number | null;
}

export interface Grade {
  /** `A` to `F`. */
  readonly letter: string;
  /** `+`, `-` or empty. */
  readonly suffix: string;
  /** 0 to 100; 50 is a price at both of its medians. */
  readonly value: number;
}

const gradeSteps: readonly (readonly [minValue: number, letter: string, suffix: string])[] = [
  [95, "A", "+"],
  [85, "A", ""],
  [78, "A", "-"],
  [72, "B", "+"],
  [65, "B", ""],
  [60, "B", "-"],
  [55, "C", "+"],
  [46, "C", ""],
  [40, "C", "-"],
  [34, "D", "+"],
  [27, "D", ""],
  [20, "D", "-"],
  [0, "F", ""],
];

const stepsPerLetter = 3;

function discount(priceMinor: number, median: number | null): number {
  return median === null || median === 0 ? 0 : 1 - priceMinor / median;
}

function lowBonus(priceMinor: number, lowest: number | null): number {
  if (lowest === null) return 0;
  if (priceMinor <= lowest) return 15;
  return priceMinor <= lowest * 1.05 ? 8 : 0;
}

/** A percent under the yearly median weighs more than one under the monthly, because sales repeat. */
function gradeValue(figures: PriceFigures): number {
  const monthly = discount(figures.priceMinor, figures.median30);
  const yearly = discount(figures.priceMinor, figures.median365);
  // A price that hardly ever moves is always close to its lowest; that alone is no bargain.
  const isBargain = monthly > 0 || yearly > 0;
  const raw =
    50 + 80 * monthly + 120 * yearly + (isBargain ? lowBonus(figures.priceMinor, figures.lowest) : 0);
  const { min, max } = gradeLimits(figures);
  return Math.round(Math.min(max, Math.max(min, raw)) * 10) / 10;
}

/** The lowest value of a plain B, and those on either side of a step between letters. */
const plainB = 65;
const lowestB = 60;
const lowestC = 40;
const belowA = 77.9;
const belowB = 59.9;

type Limit = readonly [applies: boolean, value: number];

function applying(limits: readonly Limit[]): number[] {
  return limits.flatMap(([applies, value]) => (applies ? [value] : []));
}

/** The range of the grade's value in which it contradicts neither the gauge nor a cheaper shop. */
function gradeLimits({ priceMinor, lowest, median30, year, bestMinor = null }: PriceFigures) {
  if (year === undefined) return { min: 0, max: 100 };
  const { usual } = year;
  const [low, high] = [year.lowest.priceMinor, year.highest.priceMinor];
  const atLeast: Limit[] = [
    [lowest !== null && priceMinor <= lowest, plainB],
    [priceMinor < low || (low < high && priceMinor === low), lowestB],
    [usual !== null && priceMinor <= usual.highMinor, lowestC],
  ];
  const atMost: Limit[] = [
    [priceMinor > high || (low < high && priceMinor === high), belowB],
    [usual !== null && priceMinor > usual.highMinor, belowB],
    [priceMinor > year.median, belowB],
    [median30 !== null && priceMinor > median30, belowB],
    [usual !== null && priceMinor >= usual.lowMinor, belowA],
    [bestMinor !== null && priceMinor > bestMinor, belowA],
  ];
  return { min: Math.max(0, ...applying(atLeast)), max: Math.min(100, ...applying(atMost)) };
}

export function gradePrice(figures: PriceFigures): Grade {
  const value = gradeValue(figures);
  const stepIndex = gradeSteps.findIndex(([minValue]) => value >= minValue);
  const loweredIndex = figures.daysOfHistory < thinHistoryDays ? stepIndex + stepsPerLetter : stepIndex;
  const [, letter, suffix] = gradeSteps[Math.min(loweredIndex, gradeSteps.length - 1)] ?? [0, "F", ""];
  return { letter, suffix, value };
}
