import type { BatchStatus } from "../../../../shared/contract/batch.js";
import { allRows, change, changeNamed, getRow, type ReadDb, type WriteDb } from "../store.js";

export type BatchInclude = "offers" | "reviews";

export interface StoredBatchJob {
  readonly id: string;
  readonly accountId: number;
  /** Whether the steps are charged: the job came with an API key, not from the owner. */
  readonly isMetered: boolean;
  readonly status: BatchStatus;
  readonly identifiers: readonly string[];
  readonly include: readonly BatchInclude[];
  readonly total: number;
  readonly processed: number;
  readonly error: string | null;
  readonly createdMs: number;
}

type JobRow = Omit<StoredBatchJob, "identifiers" | "include"> & {
  readonly identifiers: string;
  readonly include: string;
};

const jobSql = `SELECT id, account_id AS accountId, is_metered AS isMetered, status, identifiers, include, total,
  processed, error, created_at AS createdMs FROM batch_job`;

function toJob(row: JobRow): StoredBatchJob {
  return {
    ...row,
    identifiers: JSON.parse(row.identifiers) as string[],
    include: JSON.parse(row.include) as BatchInclude[],
  };
}

export type NewBatchJob = Pick<
  StoredBatchJob,
  "id" | "accountId" | "isMetered" | "identifiers" | "include" | "createdMs"
>;

export function insertBatchJob(tx: WriteDb, { identifiers, include, ...job }: NewBatchJob): void {
  const sql = `INSERT INTO batch_job (id, account_id, is_metered, status, identifiers, include, total, created_at)
    VALUES (:id, :accountId, :isMetered, 'pending', :identifiers, :include, :total, :createdMs)`;
  const lists = { identifiers: JSON.stringify(identifiers), include: JSON.stringify(include) };
  changeNamed(tx, sql, { ...job, ...lists, total: identifiers.length });
}

export function batchJobById(db: ReadDb, id: string): StoredBatchJob | undefined {
  const row = getRow<JobRow>(db, `${jobSql} WHERE id = ?`, id);
  return row && toJob(row);
}

/** Newest first. */
export function batchJobsOfAccount(db: ReadDb, accountId: number): StoredBatchJob[] {
  const sql = `${jobSql} WHERE account_id = ? ORDER BY created_at DESC, rowid DESC`;
  return allRows<JobRow>(db, sql, accountId).map(toJob);
}

/** The oldest unfinished job. */
export function nextBatchJob(db: ReadDb): StoredBatchJob | undefined {
  const row = getRow<JobRow>(db, `${jobSql} WHERE finished_at IS NULL ORDER BY created_at, rowid LIMIT 1`);
  return row && toJob(row);
}

/** Unfinished jobs of an account. */
export function countOpenBatchJobs(db: ReadDb, accountId: number): number {
  const sql = "SELECT count(*) AS n FROM batch_job WHERE finished_at IS NULL AND account_id = ?";
  return getRow<{ n: number }>(db, sql, accountId)?.n ?? 0;
}

/** Identifiers left to look up in all unfinished jobs. */
export function countPendingIdentifiers(db: ReadDb): number {
  const sql = "SELECT coalesce(sum(total - processed), 0) AS n FROM batch_job WHERE finished_at IS NULL";
  return getRow<{ n: number }>(db, sql)?.n ?? 0;
}

export function saveBatchProgress(tx: WriteDb, id: string, processed: number): void {
  change(tx, "UPDATE batch_job SET status = 'processing', processed = ? WHERE id = ?", processed, id);
}

export function finishBatchJob(tx: WriteDb, id: string, atMs: number, error: string | null): void {
  change(
    tx,
    "UPDATE batch_job SET status = ?, error = ?, finished_at = ? WHERE id = ?",
    error === null ? "completed" : "failed",
    error,
    atMs,
    id,
  );
}

export function deleteBatchJobsBefore(tx: WriteDb, createdBeforeMs: number): number {
  return change(tx, "DELETE FROM batch_job WHERE created_at <= ?", createdBeforeMs);
}
