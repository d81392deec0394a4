import { isCorruptionError, type StorageError, UnusableDatabase } from "../db/storage-error.js";
import { damaged } from "../db/unusable.js";
import type { Logger } from "../operations/request/context.js";

/**
 * Wraps a log to detect database damage while the engine runs: a large database is not checked completely at the start,
 * and disks also fail later. Any code that meets damage logs it. Calls `onDamage` once; continuing would only spread
 * the damage.
 */
export function createDamageDetectingLog(
  log: Logger,
  folder: string,
  onDamage: (error: StorageError) => void,
): Logger {
  let isReported = false;
  return {
    info: log.info,
    error: (...args) => {
      log.error(...args);
      const [, error] = args;
      const isUnusable = error instanceof UnusableDatabase;
      if (isReported || !(isUnusable || isCorruptionError(error))) return;
      isReported = true;
      onDamage(isUnusable ? error : damaged(folder, error));
    },
  };
}
