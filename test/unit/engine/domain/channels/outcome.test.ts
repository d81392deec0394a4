import { describe, expect, it } from "vitest";
import {
  decideAfterCrash,
  decideNext,
  maxSendingMs,
  type SendOutcome,
} from "../../../../../src/main/engine/domain/channels/outcome.js";
import { channelKind } from "../../../../../src/shared/app/channels.js";
import { HOUR_MS, MINUTE_MS } from "../../../../../src/shared/time.js";

const text = { error: "It failed.", action: "Look." };
const busy: SendOutcome = { kind: "retry", ...text, retryAfterMs: null, isUnreached: false };
const unreached: SendOutcome = { ...busy, isUnreached: true };
const first = { kind: "discord", attempt: 1, createdMs: 0, nowMs: 0 } as const;

/** The pauses until a message is given up. */
function pausesOf(outcome: SendOutcome): number[] {
  const pauses: number[] = [];
  for (let nowMs = 0, attempt = 1; ; attempt++) {
    const step = decideNext(outcome, { ...first, attempt, nowMs });
    if (step.status !== "due") return pauses;
    pauses.push(step.dueMs - nowMs);
    nowMs = step.dueMs;
  }
}

describe("retries of messages to channels", () => {
  it("pause longer each time, and end within a day", () => {
    expect(pausesOf(busy).map((ms) => ms / MINUTE_MS)).toEqual([1, 5, 15, 60, 180, 360, 360, 360]);
  });

  it("come at least every quarter of an hour while the service cannot be reached", () => {
    const pauses = pausesOf(unreached);
    expect(Math.max(...pauses)).toBe(15 * MINUTE_MS);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(maxSendingMs);
  });

  it("come no sooner than the service asks, and not at all if it asks for more than a day", () => {
    const limited = (retryAfterMs: number) => decideNext({ ...busy, retryAfterMs }, first);
    expect(limited(2 * HOUR_MS)).toMatchObject({ status: "due", dueMs: 2 * HOUR_MS });
    expect(limited(1_000)).toMatchObject({ status: "due", dueMs: MINUTE_MS });
    expect(limited(25 * HOUR_MS)).toEqual({ status: "failed", ...text });
  });

  it("do not follow a permanent error", () => {
    expect(decideNext({ kind: "failed", ...text }, first)).toEqual({ status: "failed", ...text });
    expect(decideNext({ kind: "delivered" }, first)).toEqual({ status: "delivered" });
  });

  it.each(channelKind.options)(
    "repeat an unknown outcome only if the receiver can recognise it: %s",
    (kind) => {
      const expected = ["ntfy", "email", "matrix", "json"].includes(kind) ? "due" : "unconfirmed";
      expect(decideNext({ kind: "unknown", ...text }, { ...first, kind }).status).toBe(expected);
      expect(decideAfterCrash(kind, 5).status).toBe(expected);
    },
  );
});
