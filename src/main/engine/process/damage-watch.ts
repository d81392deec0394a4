import { isDamage, type StorageError, UnusableDatabase } from "../db/storage-error.js";
import { damaged } from "../db/unusable.js";
import type { Log } from "../operations/context.js";

/**
 * A log that also sees when the database turns out to be damaged while the engine runs: a large one is not read through
 * at the start, and disks fail later, too. Whoever meets it logs it; going on would only spread it. Told once.
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
