import fc from "fast-check";
import { expect, it } from "vitest";
import { monthlyMedians } from "../../../../src/main/engine/domain/statistics.js";
import { DAY_MS } from "../../../../src/shared/time.js";

const span = (from: string, to: string, priceMinor: number) => ({
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
  priceMinor,
});

it("a month's median covers that month in all years, and no other month", () => {
  expect(
    monthlyMedians([
      span("2025-01-30", "2025-02-03", 100),
      span("2025-12-31", "2026-01-02", 300),
      span("2026-01-02", "2026-01-04", 50),
    ]),
  ).toEqual([
    // Two days at 100, one at 300, two at 50.
    { month: 1, medianMinor: 100, days: 5 },
    { month: 2, medianMinor: 100, days: 2 },
    { month: 12, medianMinor: 300, days: 1 },
  ]);
  expect(monthlyMedians([])).toEqual([]);
});

it("the months together contain all days with data", () => {
  const start = Date.UTC(2024, 0, 1);
  const day = fc.integer({ min: 0, max: 900 });
  fc.assert(
    fc.property(day, day, (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const months = monthlyMedians(
        from === to ? [] : [{ fromMs: start + from * DAY_MS, toMs: start + to * DAY_MS, priceMinor: 7 }],
      );
      expect(months.reduce((sum, { days }) => sum + days, 0)).toBeCloseTo(to - from, 6);
      expect(months.map(({ month }) => month)).toEqual(
        months.map(({ month }) => month).toSorted((x, y) => x - y),
      );
    }),
  );
});
