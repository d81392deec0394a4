import { type ReadDb, write } from "../../db/store.js";
import {
  capScheduleDueTimes,
  makeSchedulesDue,
  overdueScheduleIds,
  setScheduleDue,
} from "../../db/watch/schedule.js";
import { cadenceMs, overdueAfterMs, spreadTimes } from "../../domain/schedule-times.js";
import { requireProductId } from "../products/require-product.js";
import type { OwnerContext } from "../request/context.js";
import type { Operation } from "../request/operation.js";

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

/**
 * Brings scheduled checks forward. They use the usual queue, so a shop is never visited more often than is
 * polite, however often this is called.
 */
export const checkNow: Operation<"schedules.check", OwnerContext> = (context, { product_key }) => {
  const { db, clock, accountId, effects } = context;
  const productId = product_key === undefined ? null : requireProductId(db, product_key);
  const products = write(db, (tx) => makeSchedulesDue(tx, { accountId, productId, nowMs: clock.now() }));
  effects.wakeWorker("schedules");
  return { products };
};
