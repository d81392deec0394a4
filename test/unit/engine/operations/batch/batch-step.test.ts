import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { batchJobById, insertBatchJob } from "../../../../../src/main/engine/db/batch-job.js";
import { databaseFile } from "../../../../../src/main/engine/db/data-folder.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { runBatchStep } from "../../../../../src/main/engine/operations/batch/batch-step.js";
import { newStore, temporaryFolder } from "../../../../support/folder.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");

/** Another program, with the database to itself until it lets go. */
function holdDatabase(folder: string): () => void {
  const other = new Database(databaseFile(folder));
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  return () => void (other.inTransaction && other.exec("ROLLBACK"));
}

it("leaves a job as it is while another program has the database, and takes it up again", () => {
  const folder = temporaryFolder();
  const db = newStore(folder);
  const { account } = ensureDefaultAccount(db, nowMs);
  const identifiers = Array.from({ length: 30 }, (_, i) => `word ${i}`);
  write(db, (tx) =>
    insertBatchJob(tx, { id: "job", accountId: account.id, identifiers, include: [], createdMs: nowMs }),
  );
  db.connection.pragma("busy_timeout = 10");
  const letGo = holdDatabase(folder);
  // Were the job given up, the error would be logged first: by its second write, the database would be free again.
  const log = { info: () => undefined, error: letGo };
  const context = {
    db,
    clock: { now: () => nowMs },
    randomBytes: (count: number) => new Uint8Array(count),
    log,
  };
  expect(() => runBatchStep(context)).toThrow(expect.objectContaining({ code: "SQLITE_BUSY" }));
  expect(batchJobById(db, "job")).toMatchObject({ status: "pending", processed: 0, error: null });
  letGo();
  expect([runBatchStep(context), runBatchStep(context)]).toEqual([{ identifiers: 20 }, { identifiers: 10 }]);
  expect(batchJobById(db, "job")).toMatchObject({ status: "completed", processed: 30 });
});
