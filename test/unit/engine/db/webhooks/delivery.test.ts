import { beforeEach, expect, it } from "vitest";
import { type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import {
  cancelDeliveriesBefore,
  countPendingDeliveries,
  dueDeliveries,
  earliestDueMs,
} from "../../../../../src/main/engine/db/webhooks/delivery.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestDelivery, newWebhook } from "./stored-webhook.js";

let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
  ensureDefaultAccount(db, 0);
  for (const id of ["a", "b"]) newWebhook(db, { id });
});

/** Adds deliveries of events of their own, due at these times. Returns their row ids. */
function add(webhookId: string, ...dueTimes: readonly number[]): number[] {
  return write(db, (tx) =>
    dueTimes.map((dueMs) => insertTestDelivery(tx, webhookId, `evt_${webhookId}_${dueMs}`, dueMs)),
  );
}

it("pending deliveries of a webhook are found by the time at which they are due, a few at a time", () => {
  add("a", 30, 10, 20, 21);
  add("b", 5);
  const due = (nowMs: number, limit: number) => dueDeliveries(db, "a", nowMs, limit);
  expect(due(20, 9).map(({ dueMs }) => dueMs)).toEqual([10, 20]);
  expect(due(20, 1)).toEqual([
    { id: 2, webhookId: "a", eventId: "evt_a_10", status: "due", attempts: 0, dueMs: 10 },
  ]);
  expect(due(9, 9)).toEqual([]);
});

it("pending deliveries are counted for a webhook, and the earliest is known, without those cancelled since", () => {
  expect([earliestDueMs(db), countPendingDeliveries(db, "a")]).toEqual([null, 0]);
  add("a", 30, 10, 20);
  add("b", 5);
  expect([earliestDueMs(db), countPendingDeliveries(db, "a")]).toEqual([5, 3]);
  write(db, (tx) => cancelDeliveriesBefore(tx, 20, 40));
  expect([earliestDueMs(db), countPendingDeliveries(db, "a"), countPendingDeliveries(db, "b")]).toEqual([
    20, 2, 0,
  ]);
});
