import type { RestoreResult } from "../../../shared/data/host-operations.js";
import { restore } from "../operations/backup.js";
import type { Log } from "../operations/context.js";
import { problemOf } from "../operations/host-registry.js";
import { lockFolder } from "./folder-lock.js";

/**
 * Puts a backup in place before the engine opens its database, so that nothing that an engine remembers, or has under way,
 * is of the data that was there before. Never rejects: where it fails, nothing was changed.
 */
export async function restoreFirst(dataFolder: string, file: string, log: Log): Promise<RestoreResult> {
  try {
    const lock = lockFolder(dataFolder);
    try {
      return { outcome: "done", data: await restore(dataFolder, file, Date.now()) };
    } finally {
      lock.release();
    }
  } catch (error) {
    return { outcome: "failed", problem: problemOf({ log, dataFolder }, error) };
  }
}
