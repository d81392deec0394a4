import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { hardeningSql } from "../db/connection.js";
import { readerArguments } from "../db/open.js";
import { damagedError } from "../db/unusable-database.js";
import type { Logger } from "../operations/request/context.js";
import { startTimeout } from "./timers.js";

/** After the first look-ups, but before the first automatic backup could copy any damage. */
const defaultDelayMs = 30_000;
const maxFindings = 5;

/**
 * One row per table, so that the thread can be stopped after each: the driver offers no way to interrupt SQLite. A single
 * check of the whole file would also cover the list of free pages, which SQLite itself verifies whenever it uses one.
 */
const sql = `
  SELECT integrity_check AS line FROM sqlite_schema, pragma_integrity_check(sqlite_schema.name)
  WHERE sqlite_schema.type = 'table'`;

/**
 * The worker's program. It is inline because the engine runs from a bundle, from an archive, and in tests from its
 * sources, and a file of its own would lie elsewhere in each.
 */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
const connection = new Database(...workerData.connection);
connection.exec(workerData.hardeningSql);
const findings = [];
try {
  for (const { line } of connection.prepare(workerData.sql).iterate()) {
    if (line !== "ok") findings.push(line);
    if (findings.length >= workerData.maxFindings) break;
  }
} catch (error) {
  if (findings.length === 0) throw error;
}
connection.close();
parentPort.postMessage(findings);
`;

/**
 * Runs SQLite's full check on a thread of its own and returns its findings; `null` if `signal` stops it. A stop waits
 * until the current table is checked: a fifth of a second in a database of 100 MB.
 */
function runFullCheck(folder: string, signal: AbortSignal): Promise<readonly string[] | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      execArgv: [],
      workerData: {
        driver: createRequire(import.meta.url).resolve("better-sqlite3"),
        connection: readerArguments(folder),
        hardeningSql,
        sql,
        maxFindings,
      },
    });
    let findings: readonly string[] | null = null;
    const stop = () => void worker.terminate();
    signal.addEventListener("abort", stop);
    worker.once("message", (lines: readonly string[]) => {
      findings = lines;
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      signal.removeEventListener("abort", stop);
      resolve(signal.aborted ? null : findings);
    });
  });
}

interface FullCheckOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  readonly delayMs?: number | undefined;
}

async function check({ dataFolder, log }: FullCheckOptions, signal: AbortSignal): Promise<void> {
  try {
    const findings = await runFullCheck(dataFolder, signal);
    if (findings === null) return;
    if (findings.length === 0) return log.info("The full check found no damage in the database.");
    const damage = damagedError(dataFolder, new Error(findings.join("\n")));
    log.error("The full check found damage in the database.", damage, { findings });
  } catch (error) {
    log.error("The full check of the database failed.", error);
  }
}

/**
 * Checks the whole database once, in the background: large ones are opened unchecked, because it takes seconds. Damage is
 * logged as an `UnusableDatabaseError`, which ends the engine (`damage-watch.ts`). The returned function stops the check
 * and waits for its thread: an open connection would keep the write-ahead log beside a closed database.
 */
export function startFullCheck(options: FullCheckOptions): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const start = () => {
    running = check(options, stopping.signal);
  };
  const stopTimer = startTimeout(options.delayMs ?? defaultDelayMs, start, options.log);
  return async () => {
    stopTimer();
    stopping.abort();
    await running;
  };
}
