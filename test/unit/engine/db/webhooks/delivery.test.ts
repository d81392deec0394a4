import { beforeEach, describe, expect, it } from "vitest";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import {
  cancelDeliveries,
  capDeliveryDueTimes,
  countPendingDeliveries,
  deleteDeliveriesEndedBefore,
  dueDeliveries,
  earliestDueMs,
  endDelivery,
  insertDelivery,
  latestDelivery,
  nextDeliveryDueMs,
  postponeDelivery,
  webhooksWithDueDeliveries,
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

const end = (id: number, eventId: string, atMs = 5) =>
  write(db, (tx) => endDelivery(tx, { id, eventId }, { status: "delivered", attempts: 2, atMs }));

const rows = (columns: string) => allRows(db, `SELECT ${columns} FROM delivery ORDER BY id`);

describe("pending deliveries", () => {
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

  it("pending deliveries name their webhooks once they are due", () => {
    add("a", 10, 11);
    add("b", 20);
    expect(webhooksWithDueDeliveries(db, 9)).toEqual([]);
    expect(webhooksWithDueDeliveries(db, 19)).toEqual(["a"]);
    expect(webhooksWithDueDeliveries(db, 20)).toEqual(["a", "b"]);
  });

  it("pending deliveries have an earliest due time and, of those not yet due, a next one", () => {
    expect([earliestDueMs(db), nextDeliveryDueMs(db, 0)]).toEqual([null, null]);
    const [id = 0] = add("a", 10, 30);
    add("b", 20);
    expect([earliestDueMs(db), nextDeliveryDueMs(db, 9)]).toEqual([10, 10]);
    expect([10, 20, 30].map((nowMs) => nextDeliveryDueMs(db, nowMs))).toEqual([20, 30, null]);
    end(id, "evt_a_10");
    expect(earliestDueMs(db)).toBe(20);
  });

  it("pending deliveries are counted for each webhook, until they end", () => {
    const [id = 0] = add("a", 10, 20);
    add("b", 10);
    expect(countPendingDeliveries(db, "a")).toBe(2);
    end(id, "evt_a_10");
    expect(countPendingDeliveries(db, "a")).toBe(1);
    expect(countPendingDeliveries(db, "c")).toBe(0);
  });

  it("pending deliveries are due at the given time at the latest after a cap", () => {
    const [id = 0] = add("a", 40, 10, 30);
    end(id, "evt_a_40");
    expect(write(db, (tx) => capDeliveryDueTimes(tx, 20))).toBe(1);
    expect(rows("due_at")).toEqual([{ due_at: 40 }, { due_at: 10 }, { due_at: 20 }]);
  });
});

describe("the end of deliveries", () => {
  it("a delivery ends once, and only for its own event", () => {
    const [id = 0] = add("a", 10);
    expect(end(id, "evt_other")).toBe(false);
    expect(end(id, "evt_a_10")).toBe(true);
    expect(end(id, "evt_a_10")).toBe(false);
    expect(rows("status, attempts, ended_at")).toEqual([{ status: "delivered", attempts: 2, ended_at: 5 }]);
  });

  it("a delivery is postponed while it is pending, and only for its own event", () => {
    const [id = 0] = add("a", 10);
    const postpone = (eventId: string) => write(db, (tx) => postponeDelivery(tx, { id, eventId }, 1, 70));
    expect(postpone("evt_other")).toBe(false);
    expect(postpone("evt_a_10")).toBe(true);
    expect(rows("status, attempts, due_at")).toEqual([{ status: "due", attempts: 1, due_at: 70 }]);
    end(id, "evt_a_10");
    expect(postpone("evt_a_10")).toBe(false);
  });

  it("deliveries of a webhook are cancelled while they are pending", () => {
    const [id = 0] = add("a", 10, 20);
    add("b", 10);
    end(id, "evt_a_10");
    expect(write(db, (tx) => cancelDeliveries(tx, "a", 7))).toBe(1);
    expect(rows("status, ended_at")).toEqual([
      { status: "delivered", ended_at: 5 },
      { status: "cancelled", ended_at: 7 },
      { status: "due", ended_at: null },
    ]);
  });

  it("deliveries are deleted if they ended before a time", () => {
    const [first = 0, second = 0] = add("a", 10, 20, 30);
    end(first, "evt_a_10", 4);
    end(second, "evt_a_20", 5);
    expect(write(db, (tx) => deleteDeliveriesEndedBefore(tx, 5))).toBe(1);
    expect(rows("id")).toEqual([{ id: second }, { id: 3 }]);
  });

  it("the latest delivery of an event is the one sent again last", () => {
    const [id = 0] = add("a", 10);
    expect(latestDelivery(db, "a", "evt_a_10")?.id).toBe(id);
    end(id, "evt_a_10");
    const again = write(db, (tx) => insertDelivery(tx, "a", "evt_a_10", 50));
    expect(latestDelivery(db, "a", "evt_a_10")).toMatchObject({ id: again, status: "due", dueMs: 50 });
    expect(latestDelivery(db, "b", "evt_a_10")).toBeUndefined();
  });
});
