import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatBytes,
  formatCalendarDay,
  formatDay,
  formatDuration,
  formatLabel,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPlural,
  formatShortMoney,
  formatUntil,
  formatWait,
  percentBelow,
  priceParts,
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

  it.each([
    [48.99, "USD", { before: "$48", cents: "99", after: "" }],
    [1_200, "JPY", { before: "¥1,200", cents: "", after: "" }],
    [1.25, "KWD", { before: "KWD\u00a01", cents: "250", after: "" }],
    [-5, "USD", { before: "-$5", cents: "00", after: "" }],
  ])("takes %d %s apart at its cents", (amount, currency, parts) => {
    expect(priceParts(amount, currency)).toEqual(parts);
  });

  it("leaves out cents of a short amount only if there are none", () => {
    expect(formatShortMoney(62, "USD")).toBe("$62");
    expect(formatShortMoney(62.5, "USD")).toBe("$62.50");
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

describe("waits for what is to come", () => {
  it.each([
    [-HOUR, "any moment"],
    [29_000, "any moment"],
    [59_000, "in 1 min"],
    [5 * MINUTE, "in 5 min"],
    [59.6 * MINUTE, "in 1 h"],
    [2.9 * HOUR, "in 3 h"],
    [23.7 * HOUR, "in 1 day"],
    [6 * DAY, "in 6 days"],
    [40 * DAY, "Jul 25, 2026"],
  ])("says %i ms as %s", (leftMs, text) => {
    expect(formatUntil(NOW + leftMs, NOW)).toBe(text);
  });
});

describe("days of the reader", () => {
  const noon = new Date(2026, 5, 15, 12).getTime();

  it.each([
    [noon - 11 * HOUR, "Today"],
    [noon - 13 * HOUR, "Yesterday"],
    [noon - 4 * DAY, "Thursday, Jun 11"],
    [new Date(2025, 11, 31, 12).getTime(), "Dec 31, 2025"],
  ])("calls %i %s", (time, text) => {
    expect(formatDay(time, noon)).toBe(text);
  });
});

describe("durations", () => {
  it("changes the unit at a second", () => {
    expect([formatDuration(85), formatDuration(1_530)]).toEqual(["85 ms", "1.5 s"]);
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
