import {
  capScheduleDueTimes,
  dueSchedules,
  nextScheduleDueMs,
  overdueScheduleIds,
  type StoredSchedule,
  setScheduleDue,
} from "../../db/schedule.js";
import { type ReadDb, write } from "../../db/store.js";
import { cadenceMs, overdueAfterMs, spreadTimes } from "../../domain/schedule-times.js";

/** Spreads out the checks missed while the computer was asleep or off (decision 27). */
export function spreadOverdueSchedules(db: ReadDb, nowMs: number): void {
  const overdue = overdueScheduleIds(db, nowMs - overdueAfterMs);
  const times = spreadTimes(nowMs, overdue.length);
  const moves = overdue.flatMap((id, i) => {
    const dueMs = times[i] ?? nowMs;
    return dueMs > nowMs ? [{ id, dueMs }] : [];
  });
  if (moves.length === 0) return;
  write(db, (tx) => {
    for (const { id, dueMs } of moves) setScheduleDue(tx, id, dueMs);
  });
}

/** After the clock was set back, caps every wait at the schedule's interval. */
export function capScheduleWaits(db: ReadDb, nowMs: number): void {
  write(db, (tx) => {
    for (const cadence of ["hourly", "daily", "weekly"] as const)
      capScheduleDueTimes(tx, cadence, nowMs + cadenceMs[cadence]);
  });
}

/** Due schedules, longest waiting first. */
export function findDueSchedules(db: ReadDb, nowMs: number, limit: number): StoredSchedule[] {
  return dueSchedules(db, nowMs, limit);
}

/** When the next schedule becomes due; `null` if none is waiting. */
export function nextDueMs(db: ReadDb, nowMs: number): number | null {
  return nextScheduleDueMs(db, nowMs);
}
