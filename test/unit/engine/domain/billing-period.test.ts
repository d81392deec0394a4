import fc from "fast-check";
import { expect, it } from "vitest";
import { billingPeriodAt, periodDays, planState } from "../../../../src/main/engine/domain/subscription.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });

function periodAt(start: string, now: string) {
  return periodDays(billingPeriodAt(Date.parse(start), Date.parse(now)));
}

it.each([
  ["2026-01-15", "2026-01-15T00:00:00Z", "2026-01-15", "2026-02-14"],
  ["2026-01-15", "2026-02-14T23:59:59.999Z", "2026-01-15", "2026-02-14"],
  ["2026-01-15", "2026-02-15T00:00:00Z", "2026-02-15", "2026-03-14"],
  ["2026-01-01", "2026-12-31T23:59:59.999Z", "2026-12-01", "2026-12-31"],
  ["2026-01-31", "2026-02-10T00:00:00Z", "2026-01-31", "2026-02-27"],
  ["2026-01-31", "2026-02-28T00:00:00Z", "2026-02-28", "2026-03-30"],
  ["2026-01-31", "2026-04-30T12:00:00Z", "2026-04-30", "2026-05-30"],
  ["2024-01-30", "2024-02-29T00:00:00Z", "2024-02-29", "2024-03-29"],
  ["2024-02-29", "2025-02-28T00:00:00Z", "2025-02-28", "2025-03-28"],
  ["2026-01-29", "2026-03-01T00:00:00Z", "2026-02-28", "2026-03-28"],
  ["2026-01-15", "2026-01-03T00:00:00Z", "2025-12-15", "2026-01-14"],
])("the billing period of a plan since %s is at %s from %s to %s", (start, now, first, last) => {
  expect(periodAt(start, now)).toEqual({ start_date: first, end_date: last });
});

it("billing periods contain every instant exactly once", () => {
  fc.assert(
    fc.property(instant, instant, (start, now) => {
      const period = billingPeriodAt(start, now);
      expect(period.startMs).toBeLessThanOrEqual(now);
      expect(period.endMs).toBeGreaterThan(now);
      for (const at of [period.startMs, period.endMs - 1]) expect(billingPeriodAt(start, at)).toEqual(period);
    }),
  );
});

it("billing periods follow each other without gaps", () => {
  fc.assert(
    fc.property(instant, instant, (start, now) => {
      const period = billingPeriodAt(start, now);
      expect(billingPeriodAt(start, period.endMs).startMs).toBe(period.endMs);
      expect(billingPeriodAt(start, period.startMs - 1).endMs).toBe(period.startMs);
    }),
  );
});

it("billing periods last 28 to 31 days and begin at midnight of the start day, or of a shorter month's last day", () => {
  fc.assert(
    fc.property(instant, instant, (start, now) => {
      const { startMs, endMs } = billingPeriodAt(start, now);
      const days = (endMs - startMs) / DAY_MS;
      expect(days).toBeGreaterThanOrEqual(28);
      expect(days).toBeLessThanOrEqual(31);
      expect(startMs % DAY_MS).toBe(0);
      const startDay = new Date(start).getUTCDate();
      const isLastOfMonth = new Date(startMs + DAY_MS).getUTCDate() === 1;
      const day = new Date(startMs).getUTCDate();
      expect(day === startDay || (isLastOfMonth && day < startDay)).toBe(true);
    }),
  );
});

it("a plan that is past due since an unknown time is usable", () => {
  const plan = { status: "past_due", planCredits: 100, bonusCredits: 0, pastDueSinceMs: null } as const;
  expect(planState(plan, Date.UTC(2026, 0, 15))).toBe("usable");
});
