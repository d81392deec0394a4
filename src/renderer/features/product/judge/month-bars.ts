import type { PriceStatistics } from "../../../../shared/app/statistics.js";

type KnownMonth = PriceStatistics["cheapest_months"][number];

export interface MonthBar {
  /** 1 to 12. */
  readonly month: number;
  /** Null where there is no data. */
  readonly median: number | null;
  /** Against the average month; negative is cheaper. */
  readonly percent: number;
  /** Where its bar ends, from -1 (far cheaper) to 1 (far dearer). */
  readonly reach: number;
  readonly isCheapest: boolean;
}

/** The axis reaches this far at least, so that nothing makes a price that hardly moves look wild. */
const leastPercent = 4;

/** Twelve bars that stand up or hang down from the average of the months that are known. */
export function monthBars(known: readonly KnownMonth[], cheapest: number | null): MonthBar[] {
  const average = known.reduce((sum, { median }) => sum + median, 0) / Math.max(1, known.length);
  const percentOf = (median: number) => (average > 0 ? (median / average - 1) * 100 : 0);
  const scale = Math.max(leastPercent, ...known.map(({ median }) => Math.abs(percentOf(median))));
  return Array.from({ length: 12 }, (_, index) => {
    const month = index + 1;
    const median = known.find((each) => each.month === month)?.median ?? null;
    const percent = median === null ? 0 : percentOf(median);
    return { month, median, percent, reach: percent / scale, isCheapest: month === cheapest };
  });
}
