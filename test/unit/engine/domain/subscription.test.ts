import { describe, expect, it } from "vitest";
import { creditsLimit, type Plan, planState } from "../../../../src/main/engine/domain/subscription.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const nowMs = Date.UTC(2026, 10, 21);
const plan: Plan = { status: "active", planCredits: 1_000, bonusCredits: 50, pastDueSinceMs: null };

describe("plans (decision 5)", () => {
  it.each([
    ["active", null, "usable"],
    ["trialing", null, "usable"],
    ["canceled", null, "inactive"],
    ["none", null, "required"],
    ["past_due", nowMs, "usable"],
    ["past_due", nowMs + DAY_MS, "usable"],
    ["past_due", nowMs - 7 * DAY_MS, "usable"],
    ["past_due", nowMs - 7 * DAY_MS - 1, "inactive"],
    ["past_due", null, "usable"],
    ["active", nowMs - 100 * DAY_MS, "usable"],
  ] as const)("a plan that is %s since %s is %s", (status, pastDueSinceMs, state) => {
    expect(planState({ ...plan, status, pastDueSinceMs }, nowMs)).toBe(state);
  });

  it("a plan gives its credits and the bonus while it is usable, otherwise none (decision 39)", () => {
    expect(creditsLimit(plan, nowMs)).toBe(1_050);
    expect(creditsLimit({ ...plan, status: "canceled" }, nowMs)).toBe(0);
    expect(creditsLimit({ ...plan, status: "none" }, nowMs)).toBe(0);
    const overdue = { ...plan, status: "past_due", pastDueSinceMs: nowMs } as const;
    expect(creditsLimit(overdue, nowMs + 7 * DAY_MS)).toBe(1_050);
    expect(creditsLimit(overdue, nowMs + 7 * DAY_MS + 1)).toBe(0);
  });
});
