import { describe, expect, it } from "vitest";
import { clockFrom, systemClock, utcDay } from "../../../../src/main/engine/domain/clock.js";

describe("clocks", () => {
  it("a set clock starts at its time and advances with its base clock", () => {
    let baseMs = 5_000;
    const clock = clockFrom(1_000, { now: () => baseMs });
    expect(clock.now()).toBe(1_000);
    baseMs += 250;
    expect(clock.now()).toBe(1_250);
  });

  it("the system clock shows the machine's time", () => {
    const before = Date.now();
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  });
});

describe("the UTC day", () => {
  it.each([
    ["2026-11-21T00:00:00.000Z", "2026-11-21"],
    ["2026-11-21T23:59:59.999Z", "2026-11-21"],
    ["2026-11-21T23:30:00-02:00", "2026-11-22"],
  ])("the UTC day of %s is %s", (iso, day) => {
    expect(utcDay(Date.parse(iso))).toBe(day);
  });
});
