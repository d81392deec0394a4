import { describe, expect, it } from "vitest";
import {
  maxAttempts,
  maxRetryDelayMs,
  nextAttemptDueMs,
} from "../../../../src/main/engine/domain/delivery-retries.js";

describe("delivery attempts", () => {
  it("delivery attempts follow each other after 1, 5, 30 and 120 minutes, and end with the fifth", () => {
    let atMs: number | null = 0;
    const minutes: number[] = [];
    for (let attempt = 1; atMs !== null; attempt++) {
      minutes.push(atMs / 60_000);
      atMs = nextAttemptDueMs(attempt, atMs);
    }
    expect(minutes).toEqual([0, 1, 6, 36, 156]);
  });

  it("delivery attempts are never further apart than the maximum wait", () => {
    for (let attempt = 1; attempt < maxAttempts; attempt++)
      expect(nextAttemptDueMs(attempt, 0) ?? 0).toBeLessThanOrEqual(maxRetryDelayMs);
  });
});
