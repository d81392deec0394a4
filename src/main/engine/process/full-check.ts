import { closeStore, openReader } from "../db/open.js";
import { assertReadable } from "../db/storage-error.js";
import { eachRow } from "../db/store.js";
import { damagedError } from "../db/suspect.js";
import type { Logger } from "../operations/request/context.js";
import { startTimeout } from "./timers.js";

/** After the first look-ups, but before the first automatic backup could copy any damage. */
const defaultDelayMs = 30_000;
const maxFindings = 5;

/**
 * One row per table, so that a thread can be stopped after each: the driver offers no way to interrupt SQLite. A single
 * check of the whole file would also cover the list of free pages, which SQLite itself verifies whenever it uses one.
 */
const sql = `
  SELECT integrity_check AS line FROM sqlite_schema, pragma_integrity_check(sqlite_schema.name)
  WHERE sqlite_schema.type = 'table'`;

/** The first findings of SQLite's full check. */
export function findDamage(folder: string): readonly string[] {
  const db = openReader(folder);
  const findings: string[] = [];
  try {
    for (const { line } of eachRow<{ line: string }>(db, sql)) {
      assertReadable(line);
      if (line !== "ok") findings.push(line);
      if (findings.length >= maxFindings) break;
    }
  } catch (error) {
    if (findings.length === 0) throw error;
  } finally {
    closeStore(db);
  }
  return findings;
}

interface FullCheckOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  /** Finds damage, on a thread if there is one. */
  readonly findDamage: () => Promise<readonly string[]>;
  readonly delayMs?: number | undefined;
}

export interface FullCheck {
  /** Whether the database has not passed the check yet. */
  isPending(): boolean;
  stop(): void;
}

/**
 * Checks the whole database once, in the background: large ones are opened unchecked, because it takes seconds. Damage is
 * logged as an `UnusableDatabaseError`, which ends the engine (`damage-watch.ts`). A stopped check that is running ends with
 * its thread.
 */
export function startFullCheck(options: FullCheckOptions): FullCheck {
  const { dataFolder, log, delayMs = defaultDelayMs } = options;
  let isStopped = false;
  let isPending = true;
  const check = async () => {
    try {
      const findings = await options.findDamage();
      isPending = findings.length > 0;
      if (!isPending) return log.info("The full check found no damage in the database.");
      const damage = damagedError(dataFolder, new Error(findings.join("\n")));
      log.error("The full check found damage in the database.", damage, { findings });
    } catch (error) {
      if (!isStopped) log.error("The full check of the database failed.", error);
    }
  };
  const stopTimer = startTimeout(delayMs, () => void check(), log);
  return {
    isPending: () => isPending,
    stop: () => {
      isStopped = true;
      stopTimer();
    },
  };
}
