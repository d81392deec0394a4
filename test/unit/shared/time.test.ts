import { expect, it } from "vitest";
import { utcDay } from "../../../src/shared/time.js";

it.each([
  ["2026-11-21T00:00:00.000Z", "2026-11-21"],
  ["2026-11-21T23:59:59.999Z", "2026-11-21"],
  ["2026-11-21T23:30:00-02:00", "2026-11-22"],
])("the UTC day of %s is %s", (iso, day) => {
  expect(utcDay(Date.parse(iso))).toBe(day);
});
