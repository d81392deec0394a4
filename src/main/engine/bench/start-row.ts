import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { databaseFile } from "../db/data-folder.js";
import type { Dataset } from "./dataset.js";
import type { BenchOptions } from "./engine-rows.js";
import { type BenchRow, type Pair, rowOf } from "./row.js";

/** A process that opens the same file and listens: the least that a start can be. */
function bareProgram(file: string): string {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  return `const db = new (require(${JSON.stringify(driver)}))(${JSON.stringify(file)});
db.pragma("journal_mode = WAL"); db.prepare("SELECT count(*) FROM account").get();
require("node:http").createServer(() => {}).listen(0, "127.0.0.1", () => console.log("ready"));`;
}

/** Milliseconds from the start of a process to its first output. */
async function timeToFirstLine(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  if (child.stdout === null) throw new Error("The process has no output.");
  await once(child.stdout, "data");
  const elapsed = performance.now() - startedMs;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return elapsed;
}

export async function startRow(dataset: Dataset, { runs }: BenchOptions): Promise<BenchRow> {
  const serve = [process.argv[1] ?? "", "serve", "--port", "0", "--data", dataset.folder];
  const bare = ["-e", bareProgram(databaseFile(dataset.folder))];
  const pairs: Pair[] = [];
  for (let run = 0; run <= runs; run++) {
    const pair = { ours: await timeToFirstLine(serve), floor: await timeToFirstLine(bare) };
    if (run > 0) pairs.push(pair);
  }
  return rowOf("engine ready", "ms", pairs, { atMost: 3 });
}
