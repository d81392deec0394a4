import { groupingMs } from "../../../shared/texts/alert-notices.js";
import { DAY_MS, HOUR_MS } from "../../../shared/time.js";
import { swingMs } from "../domain/alerts/level-rule.js";
import { maxSendingMs } from "../domain/channels/outcome.js";
import { maxRetryDelayMs } from "../domain/delivery-retries.js";
import { cadenceMs } from "../domain/schedule-times.js";
import { change, type WriteDb } from "./store.js";

/** The longest wait of the rows that wait in a table, by the column of its end. */
const maxWaits: readonly (readonly [table: string, column: string, waiting: string, maxMs: number])[] = [
  ["delivery", "due_at", "status = 'due'", maxRetryDelayMs],
  ["channel_message", "due_at", "ended_at IS NULL", maxSendingMs],
  // An alert of the future has no others to wait for.
  ["channel_alert", "queued_at", "message_id IS NULL", -groupingMs],
  // As long as an alert keeps a price from alerting again.
  ["alert_memory", "at", "TRUE", swingMs],
  // That of a shop that asks for a pause.
  ["link", "due_at", "state = 'waiting'", 6 * HOUR_MS],
  ["link_list", "due_at", "due_at IS NOT NULL", DAY_MS],
  ...Object.entries(cadenceMs).map(
    ([cadence, ms]) => ["schedule", "due_at", `cadence = '${cadence}'`, ms] as const,
  ),
];

/** Shortens every wait to the longest one that there can be at `nowMs`, after the clock was set back. */
export function capWaits(tx: WriteDb, nowMs: number): void {
  for (const [table, column, waiting, maxMs] of maxWaits) {
    const sql = `UPDATE ${table} SET ${column} = :latestMs WHERE ${waiting} AND ${column} > :latestMs`;
    change(tx, sql, { latestMs: nowMs + maxMs });
  }
}
