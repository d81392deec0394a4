import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredChannel } from "../../../../../src/main/engine/db/channels/channel.js";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { capWaits } from "../../../../../src/main/engine/db/waits.js";
import {
  claimMessage,
  nextAttempt,
  nextSendMs,
  recordOutcome,
} from "../../../../../src/main/engine/operations/channels/outbox.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";
import { addTestAlert, addTestChannel, outboxContext } from "./stored-channel.js";

let db: ReadDb;
let nowMs: number;
let alerts: number;

beforeEach(() => {
  vi.stubEnv("TZ", "Europe/Berlin");
  db = openTestStore();
  // 11:00 in Berlin.
  nowMs = Date.parse("2026-11-28T10:00:00.000Z");
  alerts = 0;
});

afterEach(() => void vi.unstubAllEnvs());

const context = () => outboxContext(db, () => nowMs);

const addChannel = (fields: Partial<StoredChannel>) =>
  addTestChannel(db, { collect: "daily@18", createdMs: nowMs, ...fields });

const raiseAlert = () => addTestAlert(db, ++alerts, nowMs);

/** The alerts of the message that is due now, which is delivered; none before it is due. */
function send(channel: StoredChannel): number {
  const sendMs = nextSendMs(db, channel, nowMs);
  if (sendMs === null || sendMs > nowMs) return 0;
  const claimed = claimMessage(context(), channel);
  if (claimed === null) return 0;
  recordOutcome(context(), channel, claimed.message, { kind: "delivered" });
  return claimed.entries.length;
}

const at = (iso: string) => {
  nowMs = Date.parse(iso);
};
const nextSend = (channel: StoredChannel) => new Date(nextSendMs(db, channel, nowMs) ?? 0).toISOString();

describe("a channel that collects alerts", () => {
  it("sends those of a day as one message at its hour, and nothing without any", () => {
    const channel = addChannel({});
    expect(nextSendMs(db, channel, nowMs)).toBeNull();
    raiseAlert();
    nowMs += HOUR_MS;
    raiseAlert();
    expect(send(channel)).toBe(0);
    expect(nextSend(channel)).toBe("2026-11-28T17:00:00.000Z");
    at("2026-11-28T17:00:00.000Z");
    expect(send(channel)).toBe(2);
    expect(nextSendMs(db, channel, nowMs)).toBeNull();
    raiseAlert();
    expect(nextSend(channel)).toBe("2026-11-29T17:00:00.000Z");
  });

  it("sends one message after the engine was off for days", () => {
    const channel = addChannel({});
    raiseAlert();
    at("2026-12-03T08:00:00.000Z");
    raiseAlert();
    expect(send(channel)).toBe(2);
    expect(send(channel)).toBe(0);
  });

  it("waits no longer than to the next slot after the clock was set back", () => {
    const channel = addChannel({});
    raiseAlert();
    nowMs -= 30 * DAY_MS;
    write(db, (tx) => capWaits(tx, nowMs));
    expect(nextSend(channel)).toBe("2026-10-29T17:00:00.000Z");
    at("2026-10-29T17:00:00.000Z");
    expect(send(channel)).toBe(1);
  });

  it("waits for the end of quiet hours that its hour is in", () => {
    const channel = addChannel({ quietHours: { from: "17:30", to: "19:15" } });
    raiseAlert();
    expect(nextSend(channel)).toBe("2026-11-28T18:15:00.000Z");
    at("2026-11-28T17:00:00.000Z");
    expect(send(channel)).toBe(0);
    at("2026-11-28T18:15:00.000Z");
    expect(send(channel)).toBe(1);
  });

  it("says when a message is sent again, and why it was not delivered", () => {
    const channel = addChannel({ collect: "at-once" });
    raiseAlert();
    nowMs += MINUTE_MS;
    const claimed = claimMessage(context(), channel)!;
    const error = { error: "The service answered 500.", action: "Look at its log." };
    recordOutcome(context(), channel, claimed.message, {
      kind: "retry",
      ...error,
      retryAfterMs: null,
      isUnreached: false,
    });
    const retryMs = nowMs + MINUTE_MS;
    expect(nextAttempt(db, channel, nowMs)).toEqual({ at: new Date(retryMs).toISOString(), ...error });
  });
});
