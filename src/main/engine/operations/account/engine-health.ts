import { readSetting, saveSetting } from "../../db/setting.js";
import { describeDiskError } from "../../db/storage-error.js";
import { type ReadDb, write } from "../../db/store.js";
import { dueSchedules } from "../../db/watch/schedule.js";
import { earliestDueMs } from "../../db/webhooks/delivery.js";
import type { OperationContext } from "../request/context.js";

/**
 * A health report for monitoring an unattended engine. The `late` seconds are the age of the oldest due work.
 */
export type EngineHealth =
  | { readonly status: "ok"; readonly checks_late_seconds: number; readonly deliveries_late_seconds: number }
  | { readonly status: "failing"; readonly reason: string };

/** Monitors ask at most every few seconds; a stranger must not keep the disk busy. */
const minWriteMs = 1_000;

function checkWriting(db: ReadDb, nowMs: number): void {
  const lastMs = Number(readSetting(db, "health.written_at") ?? 0);
  if (Math.abs(nowMs - lastMs) < minWriteMs) return;
  write(db, (tx) => saveSetting(tx, "health.written_at", String(nowMs)));
}

/** Reports whether the database can be read and written, and background work keeps up. Never throws. */
export function readEngineHealth({ db, clock, log }: OperationContext): EngineHealth {
  const nowMs = clock.now();
  const secondsLate = (dueMs: number | null | undefined) =>
    Math.max(0, Math.floor((nowMs - (dueMs ?? nowMs)) / 1_000));
  try {
    checkWriting(db, nowMs);
    return {
      status: "ok",
      checks_late_seconds: secondsLate(dueSchedules(db, nowMs, 1)[0]?.dueMs),
      deliveries_late_seconds: secondsLate(earliestDueMs(db)),
    };
  } catch (error) {
    log.error("The health check failed.", error);
    const diskProblem = describeDiskError(error, "the data folder");
    return { status: "failing", reason: diskProblem?.message ?? "The database cannot be read." };
  }
}
