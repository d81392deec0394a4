import { beforeEach, describe, expect, it } from "vitest";
import { allRows, type ReadDb, write } from "../../../../../src/main/engine/db/store.js";
import { latestDelivery } from "../../../../../src/main/engine/db/webhooks/delivery.js";
import { deliveryAttempts } from "../../../../../src/main/engine/db/webhooks/delivery-attempt.js";
import { webhookById } from "../../../../../src/main/engine/db/webhooks/webhook.js";
import { maxAttempts } from "../../../../../src/main/engine/domain/delivery-retries.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import type { PostOutcome } from "../../../../../src/main/engine/operations/request/effects.js";
import {
  type FinishedAttempt,
  recordAttempts,
} from "../../../../../src/main/engine/operations/webhooks/record-attempt.js";
import { MINUTE_MS } from "../../../../../src/shared/time.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestDelivery, newWebhook } from "../../db/webhooks/stored-webhook.js";

const startedMs = 1_000_000;
const endedMs = startedMs + 5;
const delivered: PostOutcome = { responseCode: 204, error: null, durationMs: 4.6 };
const failed: PostOutcome = { responseCode: 500, error: "The receiver answered 500.", durationMs: 4.6 };

let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
  ensureDefaultAccount(db, 0);
  newWebhook(db);
});

const addEvents = (...ids: readonly string[]) =>
  write(db, (tx) => {
    for (const id of ids) insertTestDelivery(tx, "wh", id, startedMs);
  });

function finish(eventId: string, outcome: PostOutcome): FinishedAttempt {
  const delivery = latestDelivery(db, "wh", eventId);
  if (delivery === undefined) throw new Error(`There is no event ${eventId}.`);
  return { delivery, startedMs, endedMs, outcome };
}

/** Records attempts together; returns the errors of those that could not be. */
function record(...finished: readonly FinishedAttempt[]): unknown[] {
  const errors: unknown[] = [];
  write(db, (tx) => recordAttempts(tx, finished, (error, { delivery }) => errors.push([error, delivery])));
  return errors;
}

/** Records one attempt after another, all with the same outcome. */
function attemptRepeatedly(eventId: string, outcome: PostOutcome, count = maxAttempts): void {
  for (let i = 0; i < count; i++) record(finish(eventId, outcome));
}

const deliveryRows = () => allRows(db, "SELECT status, attempts, due_at, ended_at FROM delivery ORDER BY id");

describe("finished attempts", () => {
  it("a delivered event ends its delivery, and the webhook's failures in a row", () => {
    addEvents("evt_1", "evt_2");
    attemptRepeatedly("evt_1", failed);
    record(finish("evt_2", delivered));
    expect(deliveryRows()[1]).toMatchObject({ status: "delivered", attempts: 1, ended_at: endedMs });
    expect(deliveryAttempts(db, 2)).toEqual([
      { deliveryId: 2, attempt: 1, startedMs, durationMs: 5, responseCode: 204, error: null },
    ]);
    expect(webhookById(db, "wh")).toMatchObject({
      lastTriggeredMs: startedMs,
      failureCount: 1,
      consecutiveFailures: 0,
    });
  });

  it("a failed attempt leaves the delivery due, and is no failure of the webhook yet", () => {
    addEvents("evt_1");
    record(finish("evt_1", failed));
    expect(deliveryRows()).toEqual([
      { status: "due", attempts: 1, due_at: startedMs + MINUTE_MS, ended_at: null },
    ]);
    expect(deliveryAttempts(db, 1)).toEqual([
      { deliveryId: 1, attempt: 1, startedMs, durationMs: 5, responseCode: 500, error: failed.error },
    ]);
    expect(webhookById(db, "wh")).toMatchObject({ failureCount: 0, consecutiveFailures: 0 });
  });

  it("the last failed attempt ends the delivery, and counts once as a failure of the webhook", () => {
    addEvents("evt_1");
    attemptRepeatedly("evt_1", failed);
    expect(deliveryRows()).toMatchObject([{ status: "failed", attempts: maxAttempts, ended_at: endedMs }]);
    expect(deliveryAttempts(db, 1).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(webhookById(db, "wh")).toMatchObject({ failureCount: 1, consecutiveFailures: 1, isActive: true });
  });

  it("the fiftieth failure in a row disables the webhook and cancels what is pending (decision 31)", () => {
    const ids = Array.from({ length: 51 }, (_, i) => `evt_${i + 1}`);
    addEvents(...ids);
    for (const id of ids.slice(0, 49)) attemptRepeatedly(id, failed);
    expect(webhookById(db, "wh")).toMatchObject({ consecutiveFailures: 49, isActive: true });
    attemptRepeatedly("evt_50", failed);
    expect(webhookById(db, "wh")).toMatchObject({ consecutiveFailures: 50, isActive: false });
    expect(deliveryRows()[50]).toMatchObject({ status: "cancelled", ended_at: endedMs });
  });

  it("no attempt is recorded for a delivery that was cancelled while it was being posted", () => {
    addEvents("evt_1");
    const finished = finish("evt_1", delivered);
    db.connection.exec("UPDATE delivery SET status = 'cancelled'");
    expect(record(finished)).toEqual([]);
    expect(deliveryAttempts(db, 1)).toEqual([]);
    expect(webhookById(db, "wh")?.lastTriggeredMs).toBeNull();
  });

  it("an attempt that cannot be recorded is reported, changes nothing, and does not hold up the others", () => {
    addEvents("evt_1", "evt_2");
    db.connection.exec(
      "CREATE TRIGGER fault BEFORE INSERT ON delivery_attempt WHEN NEW.delivery_id = 1 BEGIN SELECT RAISE(ABORT, 'fault'); END",
    );
    const first = finish("evt_1", delivered);
    expect(record(first, finish("evt_2", delivered))).toEqual([
      [expect.objectContaining({ message: "fault" }), first.delivery],
    ]);
    expect(deliveryRows()).toMatchObject([
      { status: "due", attempts: 0 },
      { status: "delivered", attempts: 1 },
    ]);
  });
});
