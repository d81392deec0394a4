import { isDamage, type StorageError, UnusableDatabase } from "../db/storage-error.js";
import { damaged } from "../db/unusable.js";
import type { Log } from "../operations/context.js";

/**
 * Wraps a log to detect database damage while the engine runs: a large database is not checked completely at the start,
 * and disks also fail later. Any code that meets damage logs it. Calls `onDamage` once; continuing would only spread
 * the damage.
 */
export function watchForDamage(log: Log, folder: string, onDamage: (error: StorageError) => void): Log {
  let isTold = false;
  return {
    info: log.info,
    error: (...told) => {
      log.error(...told);
      const [, error] = told;
      const isKnown = error instanceof UnusableDatabase;
      if (isTold || !(isKnown || isDamage(error))) return;
      isTold = true;
      onDamage(isKnown ? error : damaged(folder, error));
    },
  };
}
