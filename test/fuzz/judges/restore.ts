import { readFileSync } from "node:fs";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { StorageError } from "../../../src/main/engine/db/storage-error.js";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { startEngine } from "../../../src/main/engine/process/engine.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import type { RestoreResult } from "../../../src/shared/data/host-operations.js";
import { Wrong } from "../machinery/target.js";

/** Only what is refused for a reason that is told is an expected failure. */
function openOrRefuse(folder: string): ReadDb | null {
  try {
    return openStore(folder);
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

/** A database is opened, or refused for a reason; refused, it is left as it was. */
export function judgeOpened(folder: string, before: Buffer): void {
  const db = openOrRefuse(folder);
  if (db !== null) closeStore(db);
  else if (!readFileSync(databaseFile(folder)).equals(before))
    throw new Wrong("A database that was refused is not as it was.");
}

const unexpected = "unexpected";

/** What is restored is a folder that an engine starts on and answers from; what is not says why, and changes nothing. */
export async function judgeRestore(folder: string, result: RestoreResult): Promise<void> {
  if (result.outcome === "cancelled") throw new Wrong("Nobody cancelled it.");
  if (result.outcome === "failed" && result.problem.kind === unexpected)
    throw new Wrong(`It failed without a reason: ${JSON.stringify(result.problem)}`, "crash");
  const engine = await startEngine({
    dataFolder: folder,
    port: 0,
    sample: false,
    version: "0",
    log: silentLog,
  });
  try {
    const info = await engine.call("app.info", {});
    const found = await engine.call("products.search", { q: "lamp" });
    for (const answer of [info, found])
      if (!answer.ok) throw new Wrong(`What was restored does not work: ${answer.error.message}`, "5xx");
    if (result.outcome === "failed" && info.ok && info.data.products > 0)
      throw new Wrong("A restore that failed has changed the data.");
  } finally {
    await engine.stop();
  }
}
