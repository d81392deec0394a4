import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import type { EngineRequest } from "../../src/shared/engine-process.js";
import { scratchFolder } from "./disk.js";

/** The database with the sample market that tests copy. */
const variable = "TIDEMARK_TEST_SAMPLE";

/** Loads the sample market once, before the first test of a run. Returns a function that removes it. */
// biome-ignore lint/style/noDefaultExport: Playwright's `globalSetup` is a default export
export default async function createSampleFolder(): Promise<() => void> {
  const folder = scratchFolder("sample");
  const engine = fork(join(process.env.TIDEMARK_APP ?? process.cwd(), "out/main/engine.js"), [], {
    stdio: "ignore",
    execArgv: ["--import", join(import.meta.dirname, "parent-port.mjs")],
  });
  const exited = once(engine, "exit");
  const send = (request: EngineRequest) => engine.send(request);
  const start = { port: 0, sample: true, version: "0", secretKey: null, listenerPort: null };
  send({ kind: "start", start: { dataFolder: folder.path, ...start } });
  const [reply] = (await once(engine, "message")) as [{ kind: string }];
  if (reply.kind !== "ready") throw new Error("The sample market could not be loaded.");
  send({ kind: "stop" });
  await exited;
  process.env[variable] = folder.path;
  return folder.remove;
}

/** Copies the sample market into a folder. */
export function copySampleTo(folder: string): void {
  const source = process.env[variable];
  if (source === undefined) throw new Error(`${variable} is not set.`);
  copyFileSync(databaseFile(source), databaseFile(folder));
}
