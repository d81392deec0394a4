import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitNoted } from "../../../../src/main/engine/domain/noted-prices.js";
import { mergeByTime, type PricePoint } from "../../../../src/main/engine/domain/price-point.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import "../../../support/seed.js";

const startMs = Date.UTC(2026, 0, 1);
const at = (day: number, priceMinor = 5_000): PricePoint => ({
  atMs: startMs + day * DAY_MS,
  priceMinor,
  availability: 1,
});
const each = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => at(from + i * step));
const days = (points: readonly PricePoint[]) => points.map(({ atMs }) => (atMs - startMs) / DAY_MS);

describe("prices noted by day", () => {
  it.each([
    ["one, eleven months before the known ones", [at(0)], 334, 0],
    ["one, two weeks before", [at(0)], 14, 1],
    ["one, 15 days before", [at(0)], 15, 0],
    ["one a week, up to the known ones", each(0, 70, 7), 77, 11],
    ["one a month", each(0, 300, 30), 330, 0],
    ["two years of days, that end two months before", each(0, 730), 790, 731],
    ["two years of days, that end half a year before", each(0, 730), 910, 0],
    ["a lonely one before a dense year", [at(0), ...each(100, 465)], 466, 366],
  ])("%s: so many are steps", (_what, noted, knownDay, steps) => {
    const split = splitNoted(noted, [at(knownDay)]);
    expect(split.steps).toEqual(noted.slice(noted.length - steps));
    expect(split.samples).toEqual(noted.slice(0, noted.length - steps));
  });

  it("are steps between known points that are as near", () => {
    const { steps, samples } = splitNoted([at(3), at(40), at(98)], [at(0), at(10), at(100), at(200)]);
    expect([days(steps), days(samples)]).toEqual([[3, 98], [40]]);
  });

  it("never stand for longer than two weeks, or a tenth of the time that they cover", () => {
    const series = (minDay: number, maxDay: number) =>
      fc.uniqueArray(fc.integer({ min: minDay, max: maxDay }), { maxLength: 60 });
    fc.assert(
      fc.property(
        series(0, 800),
        series(801, 900),
        fc.integer({ min: 901, max: 950 }),
        (some, more, last) => {
          const noted = [...some, ...more].sort((one, other) => one - other).map((day) => at(day));
          const { steps, samples } = splitNoted(noted, [at(last)]);
          expect(mergeByTime(steps, samples)).toEqual(noted);
          const covered = days([...steps, at(last)]);
          for (const [index, day] of covered.slice(0, -1).entries())
            expect((covered[index + 1] ?? 0) - day).toBeLessThanOrEqual(
              Math.max(14, (day - (covered[0] ?? 0)) / 10),
            );
          // The latest that is none is followed by too long a gap.
          const lone = samples.at(-1);
          if (lone !== undefined) expect((covered[0] ?? 0) - (days([lone])[0] ?? 0)).toBeGreaterThan(14);
        },
      ),
    );
  });
});
