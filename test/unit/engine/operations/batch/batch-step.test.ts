import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { batchJobById, insertBatchJob } from "../../../../../src/main/engine/db/batch-job.js";
import { databaseFile } from "../../../../../src/main/engine/db/data-folder.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { runBatchStep } from "../../../../../src/main/engine/operations/batch/batch-step.js";
import { openTestStore, temporaryFolder } from "../../../../support/folder.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");

/** Locks the database like another process would. Returns a function that releases it. */
function holdDatabase(folder: string): () => void {
  const other = new Database(databaseFile(folder));
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  return () => void (other.inTransaction && other.exec("ROLLBACK"));
}

it("a batch step leaves its job unchanged while another process locks the database, and continues afterwards", () => {
  const folder = temporaryFolder();
  const db = openTestStore(folder);
  const { account } = ensureDefaultAccount(db, nowMs);
  const identifiers = Array.from({ length: 30 }, (_, i) => `word ${i}`);
  write(db, (tx) =>
    insertBatchJob(tx, {
      id: "job",
      accountId: account.id,
      isMetered: true,
      identifiers,
      include: [],
      createdMs: nowMs,
    }),
  );
  db.connection.pragma("busy_timeout = 10");
  const release = holdDatabase(folder);
  // If the step gave up the job, it would first log the error, which frees the database to store the failure.
  const log = { info: () => undefined, error: release };
  const context = {
    db,
    clock: { now: () => nowMs },
    randomBytes: (count: number) => new Uint8Array(count),
    log,
  };
  expect(() => runBatchStep(context)).toThrow(expect.objectContaining({ code: "SQLITE_BUSY" }));
  expect(batchJobById(db, "job")).toMatchObject({ status: "pending", processed: 0, error: null });
  release();
  expect([runBatchStep(context), runBatchStep(context)]).toEqual([{ identifiers: 20 }, { identifiers: 10 }]);
  expect(batchJobById(db, "job")).toMatchObject({ status: "completed", processed: 30 });
});
