import { expect, it } from "vitest";
import { attemptText } from "../../../../../src/renderer/features/settings/webhook-dialogs.js";

it("describes an attempt to deliver an event", () => {
  const attempt = { attempt: 2, started_at: "2026-06-15T10:00:00.000Z", duration_ms: 85 };
  expect(attemptText({ ...attempt, response_code: 503, error: null })).toMatch(
    /^Attempt 2, .*: HTTP 503 after 85 ms$/,
  );
  expect(attemptText({ ...attempt, duration_ms: 1_530, response_code: null, error: "Refused." })).toMatch(
    /: no answer after 1\.5 s \(Refused\.\)$/,
  );
});
