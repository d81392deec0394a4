import { earliestDueMs } from "../../db/delivery.js";
import { dueSchedules } from "../../db/schedule.js";
import { describeDiskError } from "../../db/storage-error.js";
import type { OperationContext } from "../request/context.js";

/**
 * A health report for monitoring an unattended engine. The `late` seconds are the age of the oldest due work.
 */
export type EngineHealth =
  | { readonly status: "ok"; readonly checks_late_seconds: number; readonly deliveries_late_seconds: number }
  | { readonly status: "failing"; readonly reason: string };

/** Reports whether the database responds and background work keeps up. Never throws. */
export function readEngineHealth({ db, clock, log }: OperationContext): EngineHealth {
  const nowMs = clock.now();
  const secondsLate = (dueMs: number | null | undefined) =>
    Math.max(0, Math.floor((nowMs - (dueMs ?? nowMs)) / 1_000));
  try {
    return {
      status: "ok",
      checks_late_seconds: secondsLate(dueSchedules(db, nowMs, 1)[0]?.dueMs),
      deliveries_late_seconds: secondsLate(earliestDueMs(db)),
    };
  } catch (error) {
    log.error("The health check could not read the database.", error);
    const diskProblem = describeDiskError(error, "the data folder");
    return { status: "failing", reason: diskProblem?.message ?? "The database cannot be read." };
  }
}
