import type { KnownBackup } from "../../../../shared/data/job.js";
import { formatAge } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** After a month, a backup misses most of what a broken disk would lose. */
const oldAfterMs = 30 * 86_400_000;

export interface BackupAge {
  readonly text: string;
  /** Suggests making a backup. */
  readonly isDue: boolean;
}

/** The age of the last backup, and the next step. A database that a restore put aside does not count. */
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
