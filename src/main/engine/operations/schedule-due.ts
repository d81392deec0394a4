import {
  dueSchedules,
  moveSchedule,
  nextScheduleDue,
  overdueSchedules,
  pullSchedulesForward,
  type StoredSchedule,
} from "../db/schedule.js";
import { type ReadDb, write } from "../db/store.js";
import { cadenceMs, overdueAfterMs, spreadTimes } from "../domain/schedule-times.js";

/** Spreads out the checks missed while the computer was asleep or off (decision 27). */
export function spreadOverdue(db: ReadDb, nowMs: number): void {
  const overdue = overdueSchedules(db, nowMs - overdueAfterMs);
  const times = spreadTimes(nowMs, overdue.length);
  const moves = overdue.flatMap((id, i) => {
    const dueMs = times[i] ?? nowMs;
    return dueMs > nowMs ? [{ id, dueMs }] : [];
  });
  if (moves.length === 0) return;
  write(db, (tx) => {
    for (const { id, dueMs } of moves) moveSchedule(tx, id, dueMs);
  });
}

/** After the clock was set back, caps every wait at the schedule's interval. */
export function followClockBack(db: ReadDb, nowMs: number): void {
  write(db, (tx) => {
    for (const cadence of ["hourly", "daily", "weekly"] as const)
      pullSchedulesForward(tx, cadence, nowMs + cadenceMs[cadence]);
  });
}

/** Due schedules, longest waiting first. */
export function takeDue(db: ReadDb, nowMs: number, limit: number): StoredSchedule[] {
  return dueSchedules(db, nowMs, limit);
}

/** When the next schedule becomes due, not counting those already due; `null` if there is none. */
export function nextTurn(db: ReadDb, nowMs: number): number | null {
  return nextScheduleDue(db, nowMs);
}
