import { describe, expect, it } from "vitest";
import {
  daysOf,
  rangesFor,
  segmentsFor,
  startOf,
} from "../../../../../../src/renderer/features/product/history/view.js";
import { daysBetween } from "../../../../../../src/shared/contract/requests.js";

const TODAY = "2026-06-15";

describe("windows of the history", () => {
  it("asks for 90 days first, whatever shorter range is shown, and for tomorrow lest midnight hide a price", () => {
    expect(segmentsFor(30, TODAY)).toEqual([{ start: "2026-03-17", end: "2026-06-16" }]);
    expect(segmentsFor(90, TODAY)).toEqual(segmentsFor(30, TODAY));
  });

  it("asks for the rest of the year apart, without a day twice or a gap", () => {
    const [recent, older] = segmentsFor(365, TODAY);
    expect(older).toEqual({ start: "2025-06-15", end: "2026-03-16" });
    expect(recent?.start).toBe("2026-03-17");
  });

  it("keeps every window within the contract's 366 days", () => {
    for (const { start, end } of segmentsFor(2_000, TODAY)) {
      expect(daysBetween(start, end)).toBeLessThanOrEqual(366);
      expect(daysBetween(start, end)).toBeGreaterThanOrEqual(0);
    }
  });

  it("reaches back as far as the history does, and at least a year", () => {
    expect(daysOf("all", 730.2)).toBe(731);
    expect(daysOf("all", 6)).toBe(365);
    expect(segmentsFor(731, TODAY).at(-1)?.start).toBe("2024-06-14");
  });
});

it("offers no range that shows nothing more than a shorter one", () => {
  expect(rangesFor(3)).toEqual(["30d"]);
  expect(rangesFor(60)).toEqual(["30d", "90d"]);
  expect(rangesFor(740)).toEqual(["30d", "90d", "1y", "all"]);
});

const DAY_MS = 86_400_000;
const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const daysShown = (firstDaysAgo: number | null) =>
  (nowMs - startOf("90d", 0, nowMs, firstDaysAgo === null ? null : nowMs - firstDaysAgo * DAY_MS)) / DAY_MS;

it.each([
  [null, 90],
  [400, 90],
  [85, 85],
  [20, 20],
  [3 / 1_440, 3 / 1_440],
  [0, 1 / 1_440],
])("a history of %s days in a range of 90 is shown over %s", (known, shown) => {
  expect(daysShown(known)).toBeCloseTo(shown, 6);
});
