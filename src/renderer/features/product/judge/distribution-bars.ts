import type { PriceStatistics } from "../../../../shared/app/statistics.js";

type PriceDistribution = NonNullable<PriceStatistics["distribution"]>;

export interface DistributionBar {
  readonly from: number;
  readonly to: number;
  readonly days: number;
  /** Share of the tallest, 0 to 1. */
  readonly height: number;
  /** Whether the present price is one of these. */
  readonly isCurrent: boolean;
}

/** A bar that is there can be seen, however few its days are. */
const lowestHeight = 0.03;
/** Of fewer days a picture would claim more than is known. */
const fewestDays = 7;

export function distributionBars({ buckets, current }: PriceDistribution): DistributionBar[] {
  const most = Math.max(...buckets.map(({ days }) => days), 0);
  return buckets.map((bucket, index) => ({
    ...bucket,
    height: bucket.days > 0 ? Math.max(lowestHeight, bucket.days / most) : 0,
    isCurrent: index === current,
  }));
}

/** Whether so many days are told of that their distribution says anything. */
export function isTelling({ buckets }: PriceDistribution): boolean {
  return buckets.reduce((sum, { days }) => sum + days, 0) >= fewestDays;
}

/** The range in which the price was for longest; of several, the cheapest. */
export function tallest(bars: readonly DistributionBar[]): DistributionBar | null {
  return bars.reduce<DistributionBar | null>(
    (most, bar) => (most === null || bar.days > most.days ? bar : most),
    null,
  );
}
