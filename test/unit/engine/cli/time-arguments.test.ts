import { describe, expect, it } from "vitest";
import { parseDay, parseInstant } from "../../../../src/main/engine/cli/time-arguments.js";

describe("a time on the command line", () => {
  it.each([
    ["2026-11-21T09:00:00Z", "2026-11-21T09:00:00.000Z"],
    ["2026-11-21T09:00:00.250+02:00", "2026-11-21T07:00:00.250Z"],
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2024-02-29T00:00Z", "2024-02-29T00:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(iso);
  });

  it.each(["", "5", "noon", "2026-02-29T00:00:00Z", "2026-13-01", "21.11.2026", "2026-11-21T25:00:00Z"])(
    "%j is none",
    (text) => {
      expect(() => parseInstant(text)).toThrow("A time must look like");
    },
  );
});

describe("a day on the command line", () => {
  it("begins at midnight, UTC", () => {
    expect(parseDay("2026-11-21")).toBe(Date.UTC(2026, 10, 21));
  });

  it.each(["", "2026-2-1", "2026-02-31", "2026-11-21T00:00:00Z", "today"])("%j is none", (text) => {
    expect(() => parseDay(text)).toThrow("A date must look like");
  });
});
