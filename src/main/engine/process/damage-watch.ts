import type { StorageError, UnusableDatabase } from "../db/storage-error.js";
import { asDamage, markSuspect } from "../db/suspect.js";
import type { Logger } from "../operations/request/context.js";

/**
 * Wraps a log to detect damage in an open database: large ones are not checked before they open, and disks also fail
 * later. Any code that meets damage logs it. The first time, marks the database as suspect and calls `onDamage`:
 * continuing would only spread the damage.
 */
export function createDamageDetectingLog(
  log: Logger,
  folder: string,
  onDamage?: (error: StorageError) => void,
): Logger {
  let isReported = false;
  return {
    info: log.info,
    error: (message, error, details) => {
      log.error(message, error, details);
      const damage = isReported ? null : asDamage(folder, error);
      if (damage === null) return;
      isReported = true;
      rememberDamage(folder, damage, log);
      onDamage?.(damage);
    },
  };
}

/** Marks the database as suspect. Never throws: a disk that damages files may refuse to write the mark. */
export function rememberDamage(folder: string, damage: UnusableDatabase, log: Logger): void {
  try {
    markSuspect(folder, damage);
    log.info("The database is marked as damaged: the next start checks all of it.");
  } catch (error) {
    log.error("The database could not be marked as damaged.", error);
  }
}
