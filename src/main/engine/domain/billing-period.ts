import { utcDay } from "./clock.js";

export interface BillingPeriod {
  /** First instant, UTC midnight. */
  readonly startMs: number;
  /** First instant of the next period. */
  readonly endMs: number;
}

/** Midnight of a day of a month, or of the month's last day if the month is shorter. */
function monthAnchor(year: number, month: number, day: number): number {
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, daysInMonth));
}

/** The monthly period that contains `nowMs`, counted from the plan's start day, UTC (decision 34). */
export function billingPeriodAt(planStartMs: number, nowMs: number): BillingPeriod {
  const day = new Date(planStartMs).getUTCDate();
  const now = new Date(nowMs);
  const anchor = (offset: number) => monthAnchor(now.getUTCFullYear(), now.getUTCMonth() + offset, day);
  const thisMonth = anchor(0);
  return nowMs >= thisMonth
    ? { startMs: thisMonth, endMs: anchor(1) }
    : { startMs: anchor(-1), endMs: thisMonth };
}

/** First and last day of a period, both inclusive. */
export function periodDays(period: BillingPeriod): { start_date: string; end_date: string } {
  return { start_date: utcDay(period.startMs), end_date: utcDay(period.endMs - 1) };
}
