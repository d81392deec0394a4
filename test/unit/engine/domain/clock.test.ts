import { describe, expect, it } from "vitest";
import { clockFrom, systemClock, utcDay } from "../../../../src/main/engine/domain/clock.js";

describe("a clock that was set", () => {
  it("starts at its time and runs on with the one below it", () => {
    let baseMs = 5_000;
    const clock = clockFrom(1_000, { now: () => baseMs });
    expect(clock.now()).toBe(1_000);
    baseMs += 250;
    expect(clock.now()).toBe(1_250);
  });

  it("runs on the machine's time otherwise", () => {
    const before = Date.now();
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  });
});

describe("the UTC day of an instant", () => {
  it.each([
    ["2026-11-21T00:00:00.000Z", "2026-11-21"],
    ["2026-11-21T23:59:59.999Z", "2026-11-21"],
    ["2026-11-21T23:30:00-02:00", "2026-11-22"],
  ])("%s is %s", (iso, day) => {
    expect(utcDay(Date.parse(iso))).toBe(day);
  });
});
