import { expect, it } from "vitest";
import {
  failureText,
  isAutoDisabled,
} from "../../../../../src/renderer/features/settings/webhooks-section.js";

function counters(failure_count: number, consecutive_failures: number, is_active = true) {
  return { failure_count, consecutive_failures, is_active };
}

it("omits failures of a webhook without any", () => {
  expect(failureText(counters(0, 0))).toBeNull();
});

it("distinguishes past failures from present ones", () => {
  expect(failureText(counters(3, 0))).toBe("3 events could not be delivered in the past.");
  expect(failureText(counters(5, 1))).toBe(
    "1 event in a row could not be delivered (5 in all); at 50 it is switched off.",
  );
});

it("explains why a webhook was switched off, unless the shopper did it", () => {
  expect(failureText(counters(60, 50, false))).toContain("Switched off after 50 events");
  expect(isAutoDisabled(counters(60, 50, false))).toBe(true);
  expect(isAutoDisabled(counters(60, 3, false))).toBe(false);
});
