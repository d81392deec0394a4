import { oldestDue } from "../db/delivery.js";
import { dueSchedules } from "../db/schedule.js";
import { describeDiskProblem } from "../db/storage-error.js";
import type { OperationContext } from "./context.js";

/** How an engine that nobody watches is. Seconds say how long the oldest piece of due work has been waiting. */
export type Health =
  | { readonly status: "ok"; readonly checks_late_seconds: number; readonly deliveries_late_seconds: number }
  | { readonly status: "failing"; readonly reason: string };

/** Whether the database answers, and whether the work on rows keeps up. Never throws. */
export function healthOf({ db, clock, log }: OperationContext): Health {
  const nowMs = clock.now();
  const late = (dueMs: number | null | undefined) =>
    Math.max(0, Math.floor((nowMs - (dueMs ?? nowMs)) / 1_000));
  try {
    return {
      status: "ok",
      checks_late_seconds: late(dueSchedules(db, nowMs, 1)[0]?.dueMs),
      deliveries_late_seconds: late(oldestDue(db)),
    };
  } catch (error) {
    log.error("The database could not be read for a question after its health.", error);
    const problem = describeDiskProblem(error, "the data folder");
    return { status: "failing", reason: problem?.message ?? "The database cannot be read." };
  }
}
