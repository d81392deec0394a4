import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { cadenceMs } from "../../../src/main/engine/domain/schedule-times.js";
import type { Cadence } from "../../../src/shared/contract/schedule.js";
import type { EngineEvent } from "../../../src/shared/engine-process.js";
import type { ReceivedDelivery } from "../../support/receiver.js";
import { type Finding, findRows } from "./database.js";

/** A receiver accepted every delivered event at least once, and nothing else. */
export function checkReceived(
  db: ReadDb,
  webhookId: string,
  received: readonly ReceivedDelivery[],
): Finding[] {
  const rows = allRows<{ event_id: string; status: string; data: string }>(
    db,
    "SELECT event_id, status, event.data FROM delivery JOIN event ON event.id = event_id WHERE webhook_id = ?",
    webhookId,
  );
  const data = new Map(rows.map((row) => [row.event_id, row.data]));
  const receivedIds = new Set(received.map(({ body }) => body.id));
  return [
    ...rows
      .filter(({ status, event_id }) => status === "delivered" && !receivedIds.has(event_id))
      .map(({ event_id }) => `delivered event missing at the receiver: ${event_id}`),
    ...received
      .filter(({ body }) => data.get(body.id) !== JSON.stringify(body.data))
      .map(({ body }) => `event at the receiver, but not in the outbox: ${body.id}`),
  ];
}

/** A lower price at a shop. */
export interface PriceDrop {
  readonly productKey: string;
  readonly priceMinor: number;
}

/** Each new price is stored, and reported as one event and, where the app listens, as one inbox entry. */
export function checkDrops(db: ReadDb, drops: readonly PriceDrop[], tables = ["event", "inbox"]): Finding[] {
  const storedSql = `SELECT offer.public_id, price_minor FROM offer JOIN product ON product.id = product_id
    WHERE service = ? AND price_minor <> ?`;
  // An alert has an event of its own, for the app's own webhook.
  const isAlert = "id IN (SELECT inbox.event_id FROM inbox)";
  const reportedSql = (table: string) => `SELECT count(*) AS count FROM ${table} WHERE type = 'price_drop'
    AND NOT ${table === "event" ? isAlert : "is_test"}
    AND data ->> '$.product.service' = ? AND round(100 * (data ->> '$.price.current')) = ?
    HAVING count(*) <> 1`;
  return drops.flatMap(({ productKey, priceMinor }) => [
    ...findRows(db, `price of ${productKey} is not ${priceMinor}`, storedSql, productKey, priceMinor),
    ...tables.flatMap((table) =>
      findRows(
        db,
        `price drop of ${productKey} is not one ${table} row`,
        reportedSql(table),
        productKey,
        priceMinor,
      ),
    ),
  ]);
}

/** No schedule waits longer than its interval, wherever the clock was set. */
export function checkDueTimes(db: ReadDb, nowMs: number): Finding[] {
  return allRows<{ id: number; cadence: Cadence; due_at: number }>(
    db,
    "SELECT id, cadence, due_at FROM schedule",
  )
    .filter(({ cadence, due_at }) => due_at > nowMs + cadenceMs[cadence])
    .map(({ id, cadence, due_at }) => `${cadence} schedule ${id} is due in ${due_at - nowMs} ms`);
}

/** In an idle engine, nothing is due or unfinished. */
export function checkIdle(db: ReadDb, nowMs: number): Finding[] {
  return [
    ...findRows(db, "unfinished scheduled run", "SELECT id FROM schedule WHERE run_started_at IS NOT NULL"),
    ...findRows(db, "overdue check", "SELECT id FROM schedule WHERE due_at <= ?", nowMs),
    ...findRows(
      db,
      "overdue delivery",
      "SELECT id FROM delivery WHERE status = 'due' AND due_at <= ?",
      nowMs,
    ),
    ...findRows(db, "unfinished batch job", "SELECT id FROM batch_job WHERE finished_at IS NULL"),
    ...findRows(db, "unprocessed received event", "SELECT id FROM received_event WHERE body IS NOT NULL"),
    ...findRows(db, "open round", "SELECT product_id FROM round"),
    ...findRows(db, "alert to announce", "SELECT event_id FROM inbox WHERE announced_at IS NULL"),
  ];
}

/** The app was notified of each inbox entry, if need be by the engine after the one that was killed. */
export function checkNotifications(db: ReadDb, events: readonly EngineEvent[]): Finding[] {
  const ids = new Set(events.flatMap((event) => (event.kind === "inbox" ? [event.entry.event_id] : [])));
  return allRows<{ event_id: string }>(db, "SELECT event_id FROM inbox")
    .filter(({ event_id }) => !ids.has(event_id))
    .map(({ event_id }) => `no notification of ${event_id}`);
}
