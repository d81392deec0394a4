import type { BatchStatus } from "../../../../shared/contract/batch.js";
import { allRows, change, getRow, getValue, type ReadDb, type WriteDb } from "../store.js";

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

const jobSql = `SELECT id, account_id AS accountId, is_metered AS isMetered, status, identifiers AS "identifiers:json",
  include AS "include:json", total, processed, error, created_at AS createdMs FROM batch_job`;

export type NewBatchJob = Pick<
  StoredBatchJob,
  "id" | "accountId" | "isMetered" | "identifiers" | "include" | "createdMs"
>;

export function insertBatchJob(tx: WriteDb, job: NewBatchJob): void {
  const sql = `INSERT INTO batch_job (id, account_id, is_metered, status, identifiers, include, total, created_at)
    VALUES (:id, :accountId, :isMetered, 'pending', :identifiers, :include, :total, :createdMs)`;
  change(tx, sql, { ...job, total: job.identifiers.length });
}

export function batchJobById(db: ReadDb, id: string): StoredBatchJob | undefined {
  return getRow<StoredBatchJob>(db, `${jobSql} WHERE id = ?`, id);
}

export type BatchJobState = Omit<StoredBatchJob, "accountId" | "isMetered" | "identifiers" | "include">;

/** The newest jobs of an account created after `sinceMs`, newest first. */
export function newestBatchJobs(
  db: ReadDb,
  accountId: number,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): BatchJobState[] {
  const sql = `SELECT id, status, total, processed, error, created_at AS createdMs FROM batch_job
    WHERE account_id = ? AND created_at > ? ORDER BY created_at DESC, rowid DESC LIMIT ?`;
  return allRows(db, sql, accountId, sinceMs, limit);
}

/** What an account's finished jobs that were created after `sinceMs` take. */
export function storedBatchBytes(db: ReadDb, accountId: number, sinceMs: number): number {
  const sql = "SELECT total(bytes) FROM batch_job WHERE account_id = ? AND created_at > ?";
  return getValue<number>(db, sql, accountId, sinceMs) ?? 0;
}

/** When the job was created without which, and without all older ones, an account's jobs take less than `maxBytes`. */
export function decisiveJobMs(db: ReadDb, accountId: number, maxBytes: number): number | null {
  const sql = `SELECT max(created_at) FROM (SELECT created_at, sum(bytes) OVER (ORDER BY created_at DESC) AS newer
    FROM batch_job WHERE account_id = ?) WHERE newer >= ?`;
  return getValue<number>(db, sql, accountId, maxBytes) ?? null;
}

/** The oldest unfinished job. */
export function nextBatchJob(db: ReadDb): StoredBatchJob | undefined {
  return getRow<StoredBatchJob>(db, `${jobSql} WHERE finished_at IS NULL ORDER BY created_at, rowid LIMIT 1`);
}

/** Unfinished jobs of an account. */
export function countOpenBatchJobs(db: ReadDb, accountId: number): number {
  const sql = "SELECT count(*) FROM batch_job WHERE finished_at IS NULL AND account_id = ?";
  return getValue<number>(db, sql, accountId) ?? 0;
}

/** Identifiers left to look up in all unfinished jobs. */
export function countPendingIdentifiers(db: ReadDb): number {
  const sql = "SELECT coalesce(sum(total - processed), 0) FROM batch_job WHERE finished_at IS NULL";
  return getValue<number>(db, sql) ?? 0;
}

export function saveBatchProgress(tx: WriteDb, id: string, processed: number): void {
  change(tx, "UPDATE batch_job SET status = 'processing', processed = ? WHERE id = ?", processed, id);
}

/** Unknown identifiers cost nothing, so a finished job keeps only their beginning. */
const unknownIdentifierLength = 500;

function shortenUnknownIdentifiers(tx: WriteDb, id: string): void {
  const sql = `UPDATE batch_job SET identifiers = (
      SELECT json_group_array(iif(product_id IS NULL AND length(value) > :max, substr(value, 1, :max) || '…', value))
      FROM json_each(batch_job.identifiers) AS each LEFT JOIN batch_result
        ON job_id = batch_job.id AND position = each.key)
    WHERE id = :id AND length(identifiers) > :max`;
  change(tx, sql, { id, max: unknownIdentifierLength });
}

export function finishBatchJob(tx: WriteDb, id: string, atMs: number, error: string | null): void {
  shortenUnknownIdentifiers(tx, id);
  const sql = `UPDATE batch_job SET status = iif(:error IS NULL, 'completed', 'failed'), error = :error,
    finished_at = :atMs, bytes = octet_length(identifiers)
      + coalesce((SELECT sum(octet_length(body)) FROM batch_result WHERE job_id = :id), 0)
    WHERE id = :id`;
  change(tx, sql, { id, atMs, error });
}
