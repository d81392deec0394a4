import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { cadenceMs } from "../../../src/main/engine/domain/schedule-times.js";
import type { Cadence } from "../../../src/shared/contract/schedule.js";
import { type Finding, findRows } from "./finding.js";

interface ScheduleRow {
  readonly id: number;
  readonly cadence: Cadence;
  readonly due_at: number;
}

/** None waits longer than its interval, wherever the clock went. */
export function checkDueTimes(db: ReadDb, nowMs: number): Finding[] {
  return allRows<ScheduleRow>(db, "SELECT id, cadence, due_at FROM schedule")
    .filter(({ cadence, due_at }) => due_at > nowMs + cadenceMs[cadence])
    .map(({ id, cadence, due_at }) => `The ${cadence} schedule ${id} waits for ${due_at - nowMs} ms`);
}

/** Once an engine has come to rest nothing is begun, due, waiting or unfinished any more. */
export function checkRest(db: ReadDb, nowMs: number): Finding[] {
  return [
    ...findRows(db, "A run that never ends", "SELECT id FROM schedule WHERE run_started_at IS NOT NULL"),
    ...findRows(db, "A check that is overdue", "SELECT id FROM schedule WHERE due_at <= ?", nowMs),
    ...findRows(
      db,
      "A delivery that is overdue",
      "SELECT id FROM delivery WHERE status = 'due' AND due_at <= ?",
      nowMs,
    ),
    ...findRows(db, "A job that never ends", "SELECT id FROM batch_job WHERE finished_at IS NULL"),
    ...findRows(db, "An event that nobody looks at", "SELECT id FROM received_event WHERE body IS NOT NULL"),
  ];
}
