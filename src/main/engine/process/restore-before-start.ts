import type { RestoreResult } from "../../../shared/data/host-operations.js";
import type { RestoreRequest } from "../../../shared/engine-process.js";
import { restore } from "../operations/backup/restore.js";
import { toDataError } from "../operations/host-registry.js";
import type { Logger } from "../operations/request/context.js";
import { lockFolder } from "./folder-lock.js";

/**
 * Restores a backup before the engine opens its database, so that no state in memory refers to the replaced data. Never
 * rejects; a failed restore changes nothing.
 */
export async function restoreBeforeStart(
  dataFolder: string,
  { file, trust }: RestoreRequest,
  log: Logger,
): Promise<RestoreResult> {
  try {
    const lock = lockFolder(dataFolder);
    try {
      return { outcome: "done", data: await restore(dataFolder, file, { nowMs: Date.now(), trust }) };
    } finally {
      lock.release();
    }
  } catch (error) {
    return { outcome: "failed", problem: toDataError({ log, dataFolder }, error) };
  }
}
