import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { type BenchRow, createRatioRow, measurePairs } from "../row.js";
import type { Dataset } from "./dataset.js";
import type { BenchOptions } from "./engine-rows.js";

/** A program that opens the same database and listens, and does nothing else. */
function createBareProgram(file: string): string {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  return `const db = new (require(${JSON.stringify(driver)}))(${JSON.stringify(file)});
db.pragma("journal_mode = WAL"); db.prepare("SELECT count(*) FROM account").get();
require("node:http").createServer(() => {}).listen(0, "127.0.0.1", () => console.log("ready"));`;
}

/** Milliseconds from the start of a process to its first output. */
async function timeToFirstOutput(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  if (child.stdout === null) throw new Error("The process has no standard output.");
  await once(child.stdout, "data");
  const elapsedMs = performance.now() - startedMs;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
  return elapsedMs;
}

/** Starts the running command line again, with the shipped command `serve`. */
export async function startRow(dataset: Dataset, { runs }: BenchOptions): Promise<BenchRow> {
  const serve = [process.argv[1] ?? "", "serve", "--port", "0", "--data", dataset.folder];
  const bare = ["-e", createBareProgram(databaseFile(dataset.folder))];
  const pairs = await measurePairs(
    runs,
    () => timeToFirstOutput(serve),
    () => timeToFirstOutput(bare),
  );
  return createRatioRow("engine ready", "ms", pairs, { atMost: 2.5 });
}
