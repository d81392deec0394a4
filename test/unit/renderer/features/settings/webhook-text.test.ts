import { expect, it } from "vitest";
import { attemptText } from "../../../../../src/renderer/features/settings/webhooks/attempt-text.js";
import {
  failureText,
  isAutoDisabled,
} from "../../../../../src/renderer/features/settings/webhooks/webhook-text.js";

function counters(failure_count: number, consecutive_failures: number, is_active = true) {
  return { failure_count, consecutive_failures, is_active };
}

it("says nothing of failures where there were none", () => {
  expect(failureText(counters(0, 0))).toBeNull();
});

it("tells old failures from those that go on", () => {
  expect(failureText(counters(3, 0))).toBe("3 events could not be delivered in the past.");
  expect(failureText(counters(5, 1))).toBe(
    "1 event in a row could not be delivered (5 in all); at 50 it is switched off.",
  );
});

it("says why it was switched off, unless the shopper did it", () => {
  expect(failureText(counters(60, 50, false))).toContain("Switched off after 50 events");
  expect(isAutoDisabled(counters(60, 50, false))).toBe(true);
  expect(isAutoDisabled(counters(60, 3, false))).toBe(false);
});

it("describes an attempt", () => {
  const attempt = { attempt: 2, started_at: "2026-06-15T10:00:00.000Z", duration_ms: 85 };
  expect(attemptText({ ...attempt, response_code: 503, error: null })).toMatch(
    /^Attempt 2, .*: HTTP 503 after 85 ms$/,
  );
  expect(attemptText({ ...attempt, duration_ms: 1_530, response_code: null, error: "Refused." })).toMatch(
    /: no answer after 1\.5 s \(Refused\.\)$/,
  );
});
