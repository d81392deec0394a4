import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatBytes,
  formatCalendarDay,
  formatLabel,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPlural,
  formatWait,
  percentBelow,
} from "../../../../src/renderer/lib/format.js";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("money", () => {
  it("writes dollars with two decimals and thousands apart", () => {
    expect(formatMoney(1_249.5)).toBe("$1,249.50");
  });

  it("keeps another currency's own sign", () => {
    expect(formatMoney(10, "EUR")).toBe("€10.00");
  });
});

describe("ages", () => {
  it.each([
    [0, "just now"],
    [59_000, "just now"],
    [5 * MINUTE, "5 min ago"],
    [3 * HOUR + 59 * MINUTE, "3 h ago"],
    [DAY, "1 day ago"],
    [30 * DAY, "30 days ago"],
  ])("says %i ms as %s", (ageMs, text) => {
    expect(formatAge(NOW - ageMs, NOW)).toBe(text);
  });

  it("gives the date of what is over a month old", () => {
    expect(formatAge(NOW - 60 * DAY, NOW)).toBe("Apr 16, 2026");
  });

  it("never shows an age from the future", () => {
    expect(formatAge(NOW + HOUR, NOW)).toBe("just now");
  });
});

describe("shares", () => {
  it("rounds to whole percents", () => {
    expect(formatPercent(18.4)).toBe("18%");
  });

  it("keeps a small change visible", () => {
    expect(formatPercent(0.44)).toBe("0.4%");
  });

  it("counts how far a price is below another", () => {
    expect(percentBelow(80, 100)).toBe(20);
    expect(percentBelow(120, 100)).toBe(-20);
    expect(percentBelow(5, 0)).toBe(0);
  });
});

describe("the rest", () => {
  it("counts nouns", () => {
    expect(formatPlural("product", 1)).toBe("1 product");
    expect(formatPlural("product", 1_200)).toBe("1,200 products");
  });

  it("never under-states a wait", () => {
    expect(formatWait(0)).toBe("1 s");
    expect(formatWait(61)).toBe("2 min");
    expect(formatWait(3_601)).toBe("2 h");
  });

  it("writes sizes in one unit", () => {
    expect(formatBytes(0)).toBe("0 bytes");
    expect(formatBytes(1_536)).toBe("1.5 KB");
    expect(formatBytes(18_400_000)).toBe("18 MB");
  });

  it("reads a calendar day as a day in UTC", () => {
    expect(formatCalendarDay("2026-03-01")).toBe("Mar 1, 2026");
    expect(formatMonth(11)).toBe("November");
  });

  it("turns names of fields into words", () => {
    expect(formatLabel("used-like-new")).toBe("Used like new");
    expect(formatLabel("battery_life")).toBe("Battery life");
  });
});
