import type { PlanStatus } from "../../../shared/app/operations.js";
import { DAY_MS, utcDay } from "../../../shared/time.js";

export interface Plan {
  readonly status: PlanStatus;
  readonly planCredits: number;
  readonly bonusCredits: number;
  readonly pastDueSinceMs: number | null;
}

const graceMs = 7 * DAY_MS;

export type PlanState = "usable" | "required" | "inactive";

/** Whether the plan covers requests now; a past-due plan has a week's grace (decision 5). */
export function planState(plan: Plan, nowMs: number): PlanState {
  switch (plan.status) {
    case "active":
    case "trialing":
      return "usable";
    case "past_due":
      return plan.pastDueSinceMs === null || nowMs - plan.pastDueSinceMs <= graceMs ? "usable" : "inactive";
    case "canceled":
      return "inactive";
    case "none":
      return "required";
  }
}

/** Credits per period; 0 without a usable plan (contract §2, Usage; decision 39). */
export function creditsLimit(plan: Plan, nowMs: number): number {
  return planState(plan, nowMs) === "usable" ? plan.planCredits + plan.bonusCredits : 0;
}

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
