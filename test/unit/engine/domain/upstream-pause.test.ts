import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isUsable,
  type PauseReason,
  type UpstreamErrorKind,
  upstreamPauseAfter,
} from "../../../../src/main/engine/domain/upstream-pause.js";
import { DAY_MS, MINUTE_MS } from "../../../../src/shared/time.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

function failure(problem: UpstreamErrorKind, more: Partial<PauseReason> = {}): PauseReason {
  return { problem, retryAfterSeconds: null, periodEndMs: null, failures: 1, ...more };
}

describe("pauses of failing upstreams", () => {
  it.each<[string, PauseReason, number | null]>([
    ["lasts as long as Retry-After", failure("limited", { retryAfterSeconds: 120 }), 2 * MINUTE_MS],
    ["lasts a minute without Retry-After", failure("limited"), MINUTE_MS],
    ["lasts at most a day", failure("limited", { retryAfterSeconds: 9_999_999 }), 1_440 * MINUTE_MS],
    [
      "lasts until the period ends when credits run out",
      failure("no credits", { periodEndMs: nowMs + 7_000_000 }),
      7_000_000,
    ],
    ["lasts an hour when the end of the period is unknown", failure("no credits"), 60 * MINUTE_MS],
    [
      "lasts an hour when the end of the period has passed",
      failure("no credits", { periodEndMs: nowMs - 1 }),
      60 * MINUTE_MS,
    ],
    ["lasts an hour without a plan", failure("no plan"), 60 * MINUTE_MS],
    ["lasts half a minute after the first failure to connect", failure("offline"), MINUTE_MS / 2],
    ["gets longer with each timeout", failure("timeout", { failures: 3 }), 2 * MINUTE_MS],
    [
      "lasts at most a quarter of an hour after server errors",
      failure("server error", { failures: 40 }),
      15 * MINUTE_MS,
    ],
    ["is not made for a single refused request", failure("refused"), null],
  ])("a pause %s", (_name, given, waitMs) => {
    expect(upstreamPauseAfter(given, nowMs)).toEqual({
      untilMs: waitMs === null ? null : nowMs + waitMs,
      isDisabled: false,
    });
  });

  it("a pause never ends when the key is refused", () => {
    expect(upstreamPauseAfter(failure("key refused"), nowMs)).toEqual({ untilMs: null, isDisabled: true });
  });

  it("a pause of a clock that ran ahead is over when the clock is set back", () => {
    const upstream = { isEnabled: true, pausedUntilMs: nowMs + 31 * DAY_MS };
    expect(isUsable(upstream, nowMs)).toBe(false);
    expect(isUsable(upstream, nowMs - 1)).toBe(true);
  });

  it("a pause makes the upstream unusable exactly until it ends", () => {
    const anyFailure = fc.record({
      problem: fc.constantFrom<UpstreamErrorKind>("limited", "no credits", "no plan", "offline", "timeout"),
      retryAfterSeconds: fc.option(fc.nat(10_000_000)),
      periodEndMs: fc.option(fc.nat(100_000_000).map((ms) => nowMs - 50_000_000 + ms)),
      failures: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(anyFailure, (given) => {
        const { untilMs } = upstreamPauseAfter(given, nowMs);
        expect(untilMs).toBeGreaterThan(nowMs);
        const upstream = { isEnabled: true, pausedUntilMs: untilMs };
        expect(isUsable(upstream, (untilMs ?? 0) - 1)).toBe(false);
        expect(isUsable(upstream, untilMs ?? 0)).toBe(true);
        expect(isUsable({ ...upstream, isEnabled: false }, untilMs ?? 0)).toBe(false);
      }),
    );
  });
});
