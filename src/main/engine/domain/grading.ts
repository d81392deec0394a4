import { thinHistoryDays } from "../../../shared/app/limits.js";
/** Grades a price against its own history (decision 22). */

export interface PriceFigures {
  readonly priceMinor: number;
  readonly median30: number | null;
  readonly median365: number | null;
  readonly lowest: number | null;
  readonly daysOfHistory: number;
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
  return Math.round(Math.min(100, Math.max(0, raw)) * 10) / 10;
}

export function gradePrice(figures: PriceFigures): Grade {
  const value = gradeValue(figures);
  const stepIndex = gradeSteps.findIndex(([minValue]) => value >= minValue);
  const loweredIndex = figures.daysOfHistory < thinHistoryDays ? stepIndex + stepsPerLetter : stepIndex;
  const [, letter, suffix] = gradeSteps[Math.min(loweredIndex, gradeSteps.length - 1)] ?? [0, "F", ""];
  return { letter, suffix, value };
}

/** `A+` to `F`; `null` with too little history for a verdict. */
export function gradeText(figures: PriceFigures): string | null {
  if (figures.daysOfHistory < thinHistoryDays) return null;
  const { letter, suffix } = gradePrice(figures);
  return letter + suffix;
}
