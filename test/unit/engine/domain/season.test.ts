import { describe, expect, it } from "vitest";
import { findSeason } from "../../../../src/main/engine/domain/season.js";
import type { PriceSpan } from "../../../../src/main/engine/domain/step-series.js";

const now = Date.UTC(2026, 7, 1);

/** Prices in dollars by the day from which they hold, up to `untilMs`; 0 is out of stock. */
function spansOf(prices: Readonly<Record<string, number>>, untilMs = now): PriceSpan[] {
  const points = Object.entries(prices).map(([day, price]) => ({ fromMs: Date.parse(day), price }));
  return points.flatMap(({ fromMs, price }, i) =>
    price === 0 ? [] : [{ fromMs, toMs: points[i + 1]?.fromMs ?? untilMs, priceMinor: price * 100 }],
  );
}

const lastNovember = { month: 11, week: 4 };

describe("the season of a low price", () => {
  it("is the week in which each of the years was cheapest", () => {
    const two = { "2024-07-01": 100, "2024-11-25": 70, "2024-12-02": 95, "2025-11-28": 75, "2025-12-01": 99 };
    expect(findSeason(spansOf(two), now)).toEqual({ ...lastNovember, cheapest: 2, years: 2 });
  });

  it("is known after a year, and not a day sooner", () => {
    const year = { "2025-08-01": 100, "2025-11-28": 75, "2025-12-01": 99 };
    expect(findSeason(spansOf(year), now)).toEqual({ ...lastNovember, cheapest: 1, years: 1 });
    expect(findSeason(spansOf({ ...year, "2025-08-01": 0, "2025-09-10": 100 }), now)).toBeNull();
  });

  it("needs more than half of the years", () => {
    const years = {
      "2023-07-01": 100,
      "2023-11-28": 75,
      "2023-12-01": 99,
      "2025-03-02": 70,
      "2025-03-04": 98,
    };
    expect(findSeason(spansOf(years), now)).toBeNull();
    const twice = { ...years, "2025-11-28": 72, "2025-12-01": 97 };
    expect(findSeason(spansOf(twice), now)).toEqual({ ...lastNovember, cheapest: 2, years: 3 });
  });

  it("does not reach over a year with a gap to an older one", () => {
    const gap = {
      "2023-07-01": 100,
      "2023-11-28": 75,
      "2023-12-01": 0,
      "2025-08-01": 100,
      "2026-04-08": 80,
      "2026-04-10": 99,
    };
    expect(findSeason(spansOf(gap), now)).toEqual({ month: 4, week: 2, cheapest: 1, years: 1 });
  });

  it("of weeks that tie is the one that comes next", () => {
    const tie = { "2025-07-01": 100, "2025-11-28": 75, "2025-12-01": 99, "2026-03-02": 75, "2026-03-04": 98 };
    expect(findSeason(spansOf(tie), now)).toMatchObject(lastNovember);
    const inWinter = Date.UTC(2026, 11, 20);
    expect(
      findSeason(spansOf({ ...tie, "2026-11-28": 75, "2026-12-01": 99 }, inWinter), inWinter),
    ).toMatchObject({ month: 3, week: 1 });
  });

  it.each([
    ["a price that never moves", { "2024-07-01": 100 }],
    [
      "a ripple",
      { "2024-07-01": 100, "2024-11-28": 96, "2024-12-01": 100, "2025-11-28": 96, "2025-12-01": 100 },
    ],
    [
      "a price that is low for months",
      { "2024-07-01": 100, "2024-11-28": 70, "2025-03-01": 100, "2025-11-28": 70, "2026-03-01": 100 },
    ],
    ["no history", {}],
  ])("is none for %s", (_name, prices) => {
    expect(findSeason(spansOf(prices), now)).toBeNull();
  });

  it("counts the days of leap years, and years that end on one", () => {
    const leapDay = Date.UTC(2028, 1, 29);
    const spans = { "2026-01-01": 100, "2027-02-26": 80, "2027-02-28": 100, "2028-02-28": 80 };
    expect(findSeason(spansOf(spans, leapDay), leapDay)).toEqual({
      month: 2,
      week: 4,
      cheapest: 2,
      years: 2,
    });
  });
});
