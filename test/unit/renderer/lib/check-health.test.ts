import { describe, expect, it } from "vitest";
import { healthByRetailer, lastReadAt } from "../../../../src/renderer/lib/check-health.js";
import type { ScheduleOverview } from "../../../../src/shared/app/alerts.js";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");

function check(change: Partial<ScheduleOverview["checks"][number]> = {}) {
  return {
    retailer: "shop.example",
    outcome: "ok",
    detail: null,
    checked_at: "2026-06-15T10:00:00.000Z",
    last_good_at: "2026-06-15T10:00:00.000Z",
    failures: 0,
    ...change,
  };
}

const blocked = { outcome: "blocked", failures: 3, last_good_at: "2026-06-14T12:00:00.000Z" };

describe("health of the checks at a retailer", () => {
  it("says when a check went well", () => {
    expect(healthByRetailer([check()], NOW)).toMatchObject([{ isGood: true, text: "ok 2 h ago" }]);
  });

  it("says why a check failed, and when the page was last read", () => {
    expect(healthByRetailer([check(blocked)], NOW)).toMatchObject([
      { isGood: false, text: "blocked; last read 1 day ago" },
    ]);
  });

  it("does not claim a good check where there was none", () => {
    const never = check({ outcome: "network", failures: 1, last_good_at: null });
    expect(healthByRetailer([never], NOW)[0]?.text).toBe("not reached; not read yet");
  });

  it("lets the worst of several offers speak for the retailer", () => {
    const health = healthByRetailer([check(), check(blocked), check({ retailer: "other.example" })], NOW);
    expect(health.map(({ retailer, isGood }) => [retailer, isGood])).toEqual([
      ["shop.example", false],
      ["other.example", true],
    ]);
  });
});

it("a price was last checked when its own shop was read, not when another one was tried again", () => {
  const retried = check({ retailer: "other.example", last_good_at: "2026-06-15T11:59:00.000Z" });
  const last_check_at = "2026-06-15T11:59:00.000Z";
  const readAt = (own: object, retailer = "shop.example") =>
    lastReadAt({ checks: [check(own), retried], last_check_at }, retailer);
  expect(readAt({})).toBe("2026-06-15T10:00:00.000Z");
  expect(readAt(blocked)).toBeNull();
  expect(readAt({}, "third.example")).toBe(last_check_at);
});
