import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { readerArguments } from "../db/open.js";

const maxFindings = 5;

/**
 * The worker's program. It is inline because the engine runs from a bundle, from an archive, and in tests from its
 * sources, and a file of its own would lie elsewhere in each.
 */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
const connection = new Database(...workerData.connection);
const rows = connection.pragma("integrity_check(${maxFindings})");
connection.close();
parentPort.postMessage(rows.map((row) => row.integrity_check).filter((line) => line !== "ok"));
`;

/**
 * Runs SQLite's full check on a thread of its own and returns what it finds, one line each; `null` if `signal` stops it.
 * SQLite cannot be interrupted through the driver, so the thread ends when its check does: half a second for 100 MB.
 */
export function runFullCheck(folder: string, signal: AbortSignal): Promise<readonly string[] | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      execArgv: [],
      workerData: {
        driver: createRequire(import.meta.url).resolve("better-sqlite3"),
        connection: readerArguments(folder),
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
      resolve(findings);
    });
  });
}
