import { beforeEach, expect, it } from "vitest";
import { saveProblem } from "../../../../../src/main/engine/db/alerts/round.js";
import type { ReadDb } from "../../../../../src/main/engine/db/store.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { latestDelivery } from "../../../../../src/main/engine/db/webhooks/delivery.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { claimMessage, recordOutcome } from "../../../../../src/main/engine/operations/channels/outbox.js";
import { listUnsent } from "../../../../../src/main/engine/operations/deliveries/unsent.js";
import { recordAttempt } from "../../../../../src/main/engine/operations/webhooks/record-attempt.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestDelivery, newWebhook } from "../../db/webhooks/stored-webhook.js";
import { addTestAlert, addTestChannel, outboxContext } from "../channels/stored-channel.js";

const nowMs = Date.parse("2026-11-28T10:00:00.000Z");
const isoAfter = (ms: number) => new Date(nowMs + ms).toISOString();
const error = { error: "The service answered 500.", action: "Look at its log." };
let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
  ensureDefaultAccount(db, 0);
});

it("lists a message that waits, the alerts behind it and one that failed, with the reason and the next attempt", () => {
  const context = outboxContext(db, () => nowMs);
  const channel = addTestChannel(db, { kind: "json", name: "Phone", createdMs: nowMs });
  const send = (outcome: Parameters<typeof recordOutcome>[3]) =>
    recordOutcome(context, channel, claimMessage(context, channel)!.message, outcome);
  addTestAlert(db, 1, nowMs);
  send({ kind: "failed", ...error });
  addTestAlert(db, 2, nowMs);
  send({ kind: "delivered" });
  addTestAlert(db, 3, nowMs);
  send({ kind: "retry", ...error, retryAfterMs: null, isUnreached: false });
  addTestAlert(db, 4, nowMs);
  addTestAlert(db, 5, nowMs);
  const reason = "The service answered 500. Look at its log.";
  const phone = { kind: "channel", id: channel.id, to: "Phone", created_at: isoAfter(0) };
  const expected = [
    {
      product: "Lamp 4",
      alerts: 2,
      attempts: 0,
      status: "waiting",
      next_attempt_at: isoAfter(MINUTE_MS),
      reason: null,
    },
    {
      product: "Lamp 3",
      alerts: 1,
      attempts: 1,
      status: "waiting",
      next_attempt_at: isoAfter(MINUTE_MS),
      reason,
    },
    { product: "Lamp 1", alerts: 1, attempts: 1, status: "failed", next_attempt_at: null, reason },
  ].map((each) => ({ ...phone, ...each }));
  expect(listUnsent(context, null)).toEqual(expected);
  expect(listUnsent(context, channel.id)).toEqual(expected);
  expect(() => listUnsent(context, channel.id + 1)).toThrow("There is no channel");
});

it("lists the events that a webhook has not received, without those to the app's own listener", () => {
  const context = outboxContext(db, () => nowMs);
  newWebhook(db);
  newWebhook(db, { id: "own", isLocal: true });
  const outcome = { responseCode: 500, error: "The receiver answered 500.", durationMs: 1 };
  write(db, (tx) => {
    insertTestDelivery(tx, "own", "evt_own", nowMs);
    insertTestDelivery(tx, "wh", "evt_1", nowMs);
    const delivery = latestDelivery(tx, "wh", "evt_1")!;
    recordAttempt(tx, { delivery, startedMs: nowMs, endedMs: nowMs, outcome });
  });
  const channel = addTestChannel(db, {});
  expect(listUnsent(context, channel.id)).toEqual([]);
  expect(listUnsent(context, null)).toMatchObject([
    {
      kind: "webhook",
      id: "wh",
      to: "https://hooks.example/",
      status: "waiting",
      product: "P",
      attempts: 1,
      next_attempt_at: isoAfter(MINUTE_MS),
      reason: "The receiver answered 500.",
    },
  ]);
});

it("lists a rule that was set aside, with its error", () => {
  write(db, (tx) => saveProblem(tx, { productKey: "p", ruleId: 3, atMs: nowMs, error: "RangeError" }));
  expect(
    listUnsent(
      outboxContext(db, () => nowMs),
      null,
    ),
  ).toMatchObject([{ kind: "rule", id: 3, status: "set aside", product: "p", reason: "RangeError" }]);
});
