import fc from "fast-check";
import { expect, it } from "vitest";
import {
  cadenceMs,
  immediateChecks,
  nextSlotMs,
  spreadTimes,
} from "../../../../src/main/engine/domain/schedule-times.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");
const cadences = fc.constantFrom("hourly", "daily", "weekly");

it("the next check is at the next slot of the schedule, whatever time the clock was set to", () => {
  fc.assert(
    fc.property(
      cadences,
      fc.nat(1_000_000),
      fc.integer({ min: -1e10, max: 1e10 }),
      (cadence, id, laterMs) => {
        const schedule = { id, createdMs: nowMs };
        const next = nextSlotMs(schedule, nowMs + laterMs, cadence);
        expect(next).toBeGreaterThan(nowMs + laterMs);
        expect(next).toBeLessThanOrEqual(nowMs + laterMs + cadenceMs[cadence]);
        expect(Math.abs((next - nextSlotMs(schedule, nowMs, cadence)) % cadenceMs[cadence])).toBe(0);
      },
    ),
  );
});

it("some overdue checks start immediately, and the others one by one within ten minutes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (count) => {
      const times = spreadTimes(nowMs, count);
      expect(times).toHaveLength(count);
      expect(times.slice(0, immediateChecks).every((time) => time === nowMs)).toBe(true);
      const later = times.slice(immediateChecks);
      expect(later.every((time) => time > nowMs && time <= nowMs + 10 * 60_000)).toBe(true);
      expect(later.every((time, i) => i === 0 || time >= (later[i - 1] ?? 0))).toBe(true);
    }),
  );
});
