import type { PlanStatus } from "../../../shared/app/operations.js";
import { DAY_MS } from "../../../shared/time.js";

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
