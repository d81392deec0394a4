import { DAY_MS, HOUR_MS } from "../../../shared/time.js";
import { readSetting, saveSetting } from "../db/setting.js";
import { type ReadDb, write } from "../db/store.js";
import { damagedError } from "../db/unusable-database.js";
import type { Logger } from "../operations/request/context.js";
import { runFullCheck } from "./full-check.js";
import { startInterval, startTimeout } from "./timers.js";

/** After the first look-ups, but before the first automatic backup could copy any damage. */
const defaultFirstCheckMs = 30_000;
const checkEveryMs = DAY_MS;
/** How often to look whether a check is due: an engine may run for months. */
const intervalMs = HOUR_MS;

interface IntegrityCheckOptions {
  readonly db: ReadDb;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly firstCheckMs?: number | undefined;
}

/**
 * Runs SQLite's full check once a day in the background. It takes seconds on a large database, which is therefore opened
 * unchecked. Damage is logged as an `UnusableDatabaseError`, which ends the engine (`damage-watch.ts`).
 */
export class IntegrityChecks {
  readonly #options: IntegrityCheckOptions;
  readonly #stopping = new AbortController();
  readonly #stopTimers: readonly (() => void)[];
  #running: Promise<void> | null = null;

  constructor(options: IntegrityCheckOptions) {
    this.#options = options;
    const { log, firstCheckMs = defaultFirstCheckMs } = options;
    const checkIfDue = () => this.#checkIfDue();
    this.#stopTimers = [
      startTimeout(firstCheckMs, checkIfDue, log),
      startInterval(intervalMs, checkIfDue, log),
    ];
  }

  /** Waits for the check's thread: an open connection would keep the log beside a closed database. */
  async stop(): Promise<void> {
    for (const stop of this.#stopTimers) stop();
    this.#stopping.abort();
    await this.#running;
  }

  #checkIfDue(): void {
    if (this.#running !== null || !isDue(this.#options.db)) return;
    this.#running = this.#check().finally(() => {
      this.#running = null;
    });
  }

  async #check(): Promise<void> {
    const { db, dataFolder, log } = this.#options;
    try {
      const findings = await runFullCheck(dataFolder, this.#stopping.signal);
      if (findings === null) return;
      if (findings.length === 0)
        write(db, (tx) => saveSetting(tx, "integrity.checked_at", String(Date.now())));
      else
        log.error(
          "The full check found damage in the database.",
          damagedError(dataFolder, new Error(findings.join("\n"))),
          {
            findings,
          },
        );
    } catch (error) {
      log.error("The full check of the database failed.", error);
    }
  }
}

/** Uses real time, not the engine's clock: disks age by it. A time in the future means that the clock was set back. */
function isDue(db: ReadDb): boolean {
  const ageMs = Date.now() - Number(readSetting(db, "integrity.checked_at") ?? 0);
  return ageMs < 0 || ageMs >= checkEveryMs;
}
