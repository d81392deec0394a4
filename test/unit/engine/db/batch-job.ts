import { insertBatchJob } from "../../../../src/main/engine/db/batch/batch-job.js";
import { type ReadDb, write } from "../../../../src/main/engine/db/store.js";

/** Stores a batch job of the first account. */
export function addBatchJob(
  db: ReadDb,
  identifiers: readonly string[],
  createdMs: number,
  { isMetered = true, id = "job" } = {},
): void {
  const job = { id, accountId: 1, isMetered, identifiers, include: [], createdMs };
  write(db, (tx) => insertBatchJob(tx, job));
}
