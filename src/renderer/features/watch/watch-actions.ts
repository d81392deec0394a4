import type { Cadence } from "../../../shared/contract/schedule.js";
import { notifyFailure } from "../../stores/notices.js";
import { unwatch, type Watched, watch } from "../../stores/watched.js";

/** Keeps a schedule's shop. */
export async function changeCadence(rows: readonly Watched[], cadence: Cadence): Promise<void> {
  const wishes = rows
    .filter(({ schedule }) => schedule !== cadence)
    .map((row) => ({ ...row, schedule: cadence }));
  const error = await watch(wishes);
  if (error) notifyFailure(error);
}

export async function stopWatching(rows: readonly Watched[]): Promise<void> {
  const error = await unwatch(rows);
  if (error) notifyFailure(error);
}
