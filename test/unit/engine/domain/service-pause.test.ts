import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isUsable,
  type ServiceFault,
  type ServiceProblem,
  upstreamPauseAfter,
} from "../../../../src/main/engine/domain/service-pause.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const minuteMs = 60_000;

function fault(problem: ServiceProblem, more: Partial<ServiceFault> = {}): ServiceFault {
  return { problem, retryAfterSeconds: null, periodEndMs: null, failures: 1, ...more };
}

describe("after a failure a service is left alone", () => {
  it.each<[string, ServiceFault, number | null]>([
    ["for as long as Retry-After says", fault("limited", { retryAfterSeconds: 120 }), 2 * minuteMs],
    ["for a minute where it does not say", fault("limited"), minuteMs],
    ["for a day at most", fault("limited", { retryAfterSeconds: 9_999_999 }), 1_440 * minuteMs],
    ["until the period ends", fault("no credits", { periodEndMs: nowMs + 7_000_000 }), 7_000_000],
    ["for an hour where its end is not known", fault("no credits"), 60 * minuteMs],
    ["for an hour where its end has passed", fault("no credits", { periodEndMs: nowMs - 1 }), 60 * minuteMs],
    ["for an hour without a plan", fault("no plan"), 60 * minuteMs],
    ["for half a minute at first", fault("offline"), minuteMs / 2],
    ["for longer each time", fault("timeout", { failures: 3 }), 2 * minuteMs],
    ["for a quarter of an hour at most", fault("server error", { failures: 40 }), 15 * minuteMs],
    ["not at all because of one question", fault("refused"), null],
  ])("%s", (_name, given, waitMs) => {
    expect(upstreamPauseAfter(given, nowMs)).toEqual({
      untilMs: waitMs === null ? null : nowMs + waitMs,
      isDisabled: false,
    });
  });

  it("for good where its key is refused", () => {
    expect(upstreamPauseAfter(fault("key refused"), nowMs)).toEqual({ untilMs: null, isDisabled: true });
  });

  it("and is never asked before the time, always from then on", () => {
    const faults = fc.record({
      problem: fc.constantFrom<ServiceProblem>("limited", "no credits", "no plan", "offline", "timeout"),
      retryAfterSeconds: fc.option(fc.nat(10_000_000)),
      periodEndMs: fc.option(fc.nat(100_000_000).map((ms) => nowMs - 50_000_000 + ms)),
      failures: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(faults, (given) => {
        const { untilMs } = upstreamPauseAfter(given, nowMs);
        expect(untilMs).toBeGreaterThan(nowMs);
        const service = { isEnabled: true, pausedUntilMs: untilMs };
        expect(isUsable(service, (untilMs ?? 0) - 1)).toBe(false);
        expect(isUsable(service, untilMs ?? 0)).toBe(true);
        expect(isUsable({ ...service, isEnabled: false }, untilMs ?? 0)).toBe(false);
      }),
    );
  });
});
