import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, write } from "../../db/store.js";
import { movingAverageMs } from "../../domain/batch-times.js";

/** Smoothed milliseconds per identifier of recent jobs; `null` before the first measurement. */
export function readMsPerIdentifier(db: ReadDb): number | null {
  const measured = readSetting(db, "batch.ms_per_identifier");
  return measured === null ? null : Number(measured);
}

/** Records a measurement, used to estimate the duration of later jobs. */
export function recordMsPerIdentifier(db: ReadDb, msPerIdentifier: number): void {
  const speed = movingAverageMs(readMsPerIdentifier(db), msPerIdentifier);
  write(db, (tx) => saveSetting(tx, "batch.ms_per_identifier", String(speed)));
}
