import type { KnownBackup } from "../../../../shared/data/job.js";
import { formatAge } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** After a month without one, most of what a disk's end would take is not in it. */
const oldAfterMs = 30 * 86_400_000;

export interface BackupAge {
  readonly text: string;
  /** The shopper had better make one. */
  readonly isDue: boolean;
}

/** How old the last backup is, and the next step. What a restore has put aside is no backup of the present data. */
export function backupAge(copies: readonly KnownBackup[], nowMs: number): BackupAge {
  const { dataPart } = texts();
  const times = copies
    .filter(({ origin }) => origin !== "before-restore")
    .map(({ modifiedMs }) => modifiedMs);
  if (times.length === 0) return { text: dataPart.noBackup, isDue: true };
  const lastMs = Math.max(...times);
  const age = formatAge(lastMs, nowMs);
  if (nowMs - lastMs > oldAfterMs) return { text: dataPart.oldBackup(age), isDue: true };
  return { text: dataPart.lastBackup(age), isDue: false };
}
