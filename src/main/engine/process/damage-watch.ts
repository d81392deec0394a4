import { StorageError, UnusableDatabaseError } from "../db/storage-error.js";
import { markSuspect, toDamagedError } from "../db/suspect.js";
import type { Logger } from "../operations/request/context.js";

/** Another engine on the folder, which a network folder may have let in, would damage the database. */
function reasonToStop(folder: string, error: unknown): StorageError | null {
  if (error instanceof StorageError && error.kind === "held") return error;
  return toDamagedError(folder, error);
}

/**
 * Wraps a log to detect damage in an open database: large databases are opened unchecked, and disks fail at any time.
 * All code logs its errors. The first one that shows damage marks the database as suspect and calls `onDamage`, because
 * continuing would spread the damage.
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
      const damage = isReported ? null : reasonToStop(folder, error);
      if (damage === null) return;
      isReported = true;
      tryMarkSuspect(folder, damage, log);
      onDamage?.(damage);
    },
  };
}

/** Marks a damaged database as suspect. Never throws: a failing disk may refuse to write the marker. */
export function tryMarkSuspect(folder: string, damage: StorageError, log: Logger): void {
  if (!(damage instanceof UnusableDatabaseError)) return;
  try {
    markSuspect(folder, damage);
    log.info("The database is marked as damaged: the next start checks all of it.");
  } catch (error) {
    log.error("The database could not be marked as damaged.", error);
  }
}
