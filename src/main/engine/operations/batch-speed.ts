import { readSetting, saveSetting } from "../db/setting.js";
import { type ReadDb, write } from "../db/store.js";
import { smoothed } from "../domain/batch-times.js";

/** Smoothed milliseconds per identifier of recent jobs; `null` before the first measurement. */
export function batchSpeed(db: ReadDb): number | null {
  const measured = readSetting(db, "batch.ms_per_identifier");
  return measured === null ? null : Number(measured);
}

/** Records a measurement, used to estimate the duration of later jobs. */
export function noteBatchSpeed(db: ReadDb, msPerIdentifier: number): void {
  const speed = smoothed(batchSpeed(db), msPerIdentifier);
  write(db, (tx) => saveSetting(tx, "batch.ms_per_identifier", String(speed)));
}
