import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { allRows, type ReadDb } from "../../src/main/engine/db/store.js";
import { importLines, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt } from "../support/cli.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { armKill, commitsSinceArmed, killPreload } from "../support/process.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

const total = 100;
const stepSize = 20;
const identifiers = Array.from({ length: total }, (_, i) => `product/test/b${i}`);

async function prepare(): Promise<string> {
  const folder = temporaryFolder();
  const db = openStore(folder);
  await importLines(
    db,
    identifiers.map((_, i) => productLine(`b${i}`)),
  );
  closeStore(db);
  const engine = new EngineProcess(folder);
  await engine.ready();
  await engine.stop();
  return folder;
}

async function creditsUsed(engine: EngineProcess): Promise<number> {
  return (await engine.call("usage.get", {})).data.current_period.credits_used;
}

function readJob(db: ReadDb) {
  const sql = "SELECT id, processed, status FROM batch_job";
  return allRows<{ id: string; processed: number; status: string }>(db, sql)[0];
}

/** Waits until the job is completed, or the engine killed, and returns the job as it is then. */
async function untilOver(engine: EngineProcess, folder: string) {
  let isGone = false;
  void engine.exited.then(() => {
    isGone = true;
  });
  const db = openStore(folder);
  try {
    await until(() => isGone || readJob(db)?.status === "completed");
    await engine.kill();
    return readJob(db);
  } finally {
    closeStore(db);
  }
}

async function untilEnded(engine: EngineProcess, id: string) {
  return until(async () => {
    const answer = await engine.call("batch.get", { id });
    return ["completed", "failed"].includes(answer.batch.status) && answer;
  });
}

/** Sends the job with an API key, because the owner's jobs are not charged. */
function sendBatch(baseUrl: string, key: string): Promise<Response> {
  return fetch(`${baseUrl}/products/batch`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ identifiers, include: ["offers"] }),
  });
}

describe("batch jobs after a crash", () => {
  it("a batch job of 100 resumes after kill -9 at any of its steps and is charged once", {
    timeout: 120_000,
  }, async () => {
    const prepared = await prepare();
    const interruptedAt = new Set<number>();
    // Right after a commit, the database is as right before the next one, and a job has no other effects.
    for (let n = 2; n <= 2 + total / stepSize + 5; n++) {
      const folder = temporaryFolder();
      cpSync(prepared, folder, { recursive: true });
      const killFile = join(folder, "test-kill");
      armKill(killFile, "0 never");
      const doomed = new EngineProcess(folder, { env: { KILL_FILE: killFile }, preload: killPreload });
      const baseUrl = await doomed.ready();
      const { key } = await doomed.call("keys.create", { name: "test", read_only: false });
      const before = await creditsUsed(doomed);
      armKill(killFile, `${n + commitsSinceArmed(killFile)} before`);
      await sendBatch(baseUrl, key).catch(() => undefined);
      const job = await untilOver(doomed, folder);
      rmSync(killFile);
      if (job === undefined) continue;
      if (job.status !== "completed") interruptedAt.add(job.processed);
      const next = new EngineProcess(folder);
      await next.ready();
      const { batch, results } = await untilEnded(next, job.id);
      expect(batch, `killed before commit ${n}`).toMatchObject({ status: "completed", processed: total });
      expect(results?.map(({ identifier }) => identifier)).toEqual(identifiers);
      expect((await creditsUsed(next)) - before).toBe(total * (1 + 3));
      await next.kill();
    }
    // Interrupted before the first step and after others; a slow step looks up fewer.
    expect(interruptedAt).toContain(0);
    expect(interruptedAt.size).toBeGreaterThanOrEqual(total / stepSize);
  });
});
