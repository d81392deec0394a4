import { DAY_MS, HOUR_MS } from "../../../shared/time.js";
import { batchRetentionMs } from "../domain/batch-times.js";
import { change, type ReadDb, write } from "./store.js";

/** How long most finished or removed rows stay, and how long acts can be undone. */
export const retentionMs = 30 * DAY_MS;

/** The statements that delete expired rows and all that belongs to them; `:beforeMs` was `ageMs` ago. */
const statements: readonly (readonly [ageMs: number, sql: string])[] = [
  [batchRetentionMs, "DELETE FROM batch_job WHERE created_at <= :beforeMs"],
  [retentionMs, "DELETE FROM delivery WHERE ended_at < :beforeMs"],
  [0, "DELETE FROM event WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.event_id = event.id)"],
  [0, "UPDATE webhook SET old_secret = NULL, old_secret_until = NULL WHERE old_secret_until <= :beforeMs"],
  [retentionMs, "DELETE FROM channel_message WHERE ended_at < :beforeMs"],
  // Until then, the ids tell repeated events.
  [retentionMs, "DELETE FROM received_event WHERE body IS NULL AND received_at < :beforeMs"],
  [retentionMs, "DELETE FROM alert_problem WHERE at < :beforeMs"],
  // Until then, a removal can be undone, and repeated events do not bring the entry back.
  [retentionMs, "DELETE FROM inbox WHERE removed_at < :beforeMs"],
  // Snoozes that ended while no app was running.
  [retentionMs, "DELETE FROM alert_snooze WHERE until <= :beforeMs"],
  // Lists that a killed process has only partly stored.
  [HOUR_MS, "DELETE FROM link_list WHERE work = 'filling' AND created_at < :beforeMs"],
  [
    retentionMs,
    `DELETE FROM link WHERE list_id IS NULL AND created_at < :beforeMs
      AND (state IN ('watched', 'known') OR dismissed_at IS NOT NULL)`,
  ],
];

/** Deletes expired rows, each kind in a transaction of its own. */
export function deleteExpired(db: ReadDb, nowMs: number): void {
  for (const [ageMs, sql] of statements) write(db, (tx) => change(tx, sql, { beforeMs: nowMs - ageMs }));
}
