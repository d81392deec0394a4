import type { BatchStatus } from "../../../../shared/contract/batch.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";

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

interface JobRow {
  id: string;
  account_id: number;
  is_metered: number;
  status: BatchStatus;
  identifiers: string;
  include: string;
  total: number;
  processed: number;
  error: string | null;
  created_at: number;
}

function toJob(row: JobRow): StoredBatchJob {
  return {
    id: row.id,
    accountId: row.account_id,
    isMetered: row.is_metered === 1,
    status: row.status,
    identifiers: JSON.parse(row.identifiers) as string[],
    include: JSON.parse(row.include) as BatchInclude[],
    total: row.total,
    processed: row.processed,
    error: row.error,
    createdMs: row.created_at,
  };
}

export type NewBatchJob = Pick<
  StoredBatchJob,
  "id" | "accountId" | "isMetered" | "identifiers" | "include" | "createdMs"
>;

export function insertBatchJob(tx: WriteDb, job: NewBatchJob): void {
  change(
    tx,
    `INSERT INTO batch_job (id, account_id, is_metered, status, identifiers, include, total, created_at)
     VALUES (?, ?, ?, 'pending', ?, ?, ?, ?)`,
    job.id,
    job.accountId,
    job.isMetered ? 1 : 0,
    JSON.stringify(job.identifiers),
    JSON.stringify(job.include),
    job.identifiers.length,
    job.createdMs,
  );
}

export function batchJobById(db: ReadDb, id: string): StoredBatchJob | undefined {
  const row = getRow<JobRow>(db, "SELECT * FROM batch_job WHERE id = ?", id);
  return row && toJob(row);
}

/** Newest first. */
export function batchJobsOfAccount(db: ReadDb, accountId: number): StoredBatchJob[] {
  const sql = "SELECT * FROM batch_job WHERE account_id = ? ORDER BY created_at DESC, rowid DESC";
  return allRows<JobRow>(db, sql, accountId).map(toJob);
}

/** The oldest unfinished job. */
export function nextBatchJob(db: ReadDb): StoredBatchJob | undefined {
  const row = getRow<JobRow>(
    db,
    "SELECT * FROM batch_job WHERE finished_at IS NULL ORDER BY created_at, rowid LIMIT 1",
  );
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
