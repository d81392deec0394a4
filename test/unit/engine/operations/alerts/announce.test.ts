import { beforeEach, expect, it } from "vitest";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { latestDelivery } from "../../../../../src/main/engine/db/webhooks/delivery.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { announceAlerts, announceEntry } from "../../../../../src/main/engine/operations/alerts/announce.js";
import { recordAttempt } from "../../../../../src/main/engine/operations/webhooks/record-attempt.js";
import { DAY_MS, MINUTE_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";
import { newWebhook } from "../../db/webhooks/stored-webhook.js";
import { addTestAlert, outboxContext } from "../channels/stored-channel.js";

const recordedMs = Date.parse("2026-11-28T10:00:00.000Z");
let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
  ensureDefaultAccount(db, 0);
  newWebhook(db, { id: "own", isLocal: true });
  addTestAlert(db, 1, recordedMs);
});

/** The alerts that the engine itself announces, and whether one is on its way to the listener. */
function announceAt(nowMs: number, hasListener = true) {
  const emitted: string[] = [];
  const emit = ({ event_id: id }: { readonly event_id: string }) => void emitted.push(id);
  const isOnItsWay = announceAlerts(
    outboxContext(db, () => nowMs),
    { hasListener, emit },
  );
  return { emitted, isOnItsWay };
}

const onItsWay = { emitted: [], isOnItsWay: true };
const announced = { emitted: ["evt_1"], isOnItsWay: false };
const nothing = { emitted: [], isOnItsWay: false };

it("leaves a new alert to the listener, and announces it after a minute without an answer", () => {
  expect(announceAt(recordedMs)).toEqual(onItsWay);
  expect(announceAt(recordedMs + MINUTE_MS)).toEqual(onItsWay);
  expect(announceAt(recordedMs + MINUTE_MS + 1)).toEqual(announced);
  expect(announceAt(recordedMs + MINUTE_MS + 2)).toEqual(nothing);
});

it("announces an alert that the listener has not accepted at the first attempt", () => {
  announceAt(recordedMs);
  const outcome = { responseCode: 503, error: "The receiver answered 503.", durationMs: 1 };
  const delivery = latestDelivery(db, "own", "evt_1")!;
  const attempt = { delivery, startedMs: recordedMs, endedMs: recordedMs, outcome };
  write(db, (tx) => recordAttempt(tx, attempt));
  expect(announceAt(recordedMs + 1)).toEqual(announced);
  expect(announceAt(recordedMs + 2)).toEqual(nothing);
});

it.each([
  ["a webhook's test", "is_test = 1"],
  ["failing checks, which are no event of the contract", "type = 'checks_failing'"],
])("announces the entry of %s at once", (_what, change) => {
  db.connection.exec(`UPDATE inbox SET ${change}`);
  expect(announceAt(recordedMs)).toEqual(announced);
});

it("announces an alert at once while the listener is switched off, whatever other webhooks there are", () => {
  newWebhook(db, { id: "other" });
  db.connection.exec("UPDATE webhook SET is_active = 0 WHERE id = 'own'");
  expect(announceAt(recordedMs)).toEqual(announced);
});

it("announces an alert at once whose delivery to the listener was cancelled", () => {
  announceAt(recordedMs);
  db.connection.exec("UPDATE delivery SET status = 'cancelled'");
  expect(announceAt(recordedMs + 1)).toEqual(announced);
});

it("announces an alert once when the listener receives its event", () => {
  announceAt(recordedMs);
  const emitted: string[] = [];
  for (let i = 0; i < 2; i++)
    announceEntry(
      outboxContext(db, () => recordedMs),
      1,
      (entry) => void emitted.push(entry.event_id),
    );
  expect(emitted).toEqual(["evt_1"]);
  expect(announceAt(recordedMs + MINUTE_MS + 1)).toEqual(nothing);
});

it.each([
  ["within a day", DAY_MS, announced],
  ["no longer after a day without an app", DAY_MS + 1, nothing],
])("announces an alert without a listener %s", (_when, ms, expected) => {
  expect(announceAt(recordedMs + ms, false)).toEqual(expected);
  expect(announceAt(recordedMs + ms, false)).toEqual(nothing);
});

it("announces an alert again whose announcement was not marked before a kill", () => {
  const kill = () => {
    throw new Error("killed");
  };
  const context = outboxContext(db, () => recordedMs);
  expect(() => announceAlerts(context, { hasListener: false, emit: kill })).toThrow("killed");
  expect(announceAt(recordedMs, false)).toEqual(announced);
});
