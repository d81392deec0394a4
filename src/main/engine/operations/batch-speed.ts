import { readSetting, saveSetting } from "../db/setting.js";
import { type ReadDb, write } from "../db/store.js";
import { smoothed } from "../domain/batch-times.js";

/** Milliseconds that an identifier of a job has taken of late; `null` before any was measured. */
export function batchSpeed(db: ReadDb): number | null {
  const measured = readSetting(db, "batch.ms_per_identifier");
  return measured === null ? null : Number(measured);
}

/** Enters a measurement, from which the times of later jobs are estimated. */
export function noteBatchSpeed(db: ReadDb, msPerIdentifier: number): void {
  const speed = smoothed(batchSpeed(db), msPerIdentifier);
  write(db, (tx) => saveSetting(tx, "batch.ms_per_identifier", String(speed)));
}
