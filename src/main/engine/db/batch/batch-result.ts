import type { BatchResult } from "../../../../shared/contract/batch.js";
import { allRows, change, getRow, type ReadDb, type WriteDb } from "../store.js";
import type { StoredBatchJob } from "./batch-job.js";

/** A job's result at its position in the list of identifiers. */
export interface StoredBatchResult {
  readonly position: number;
  /** `null` if no product was found. */
  readonly productId: number | null;
  readonly result: BatchResult;
}

export function saveBatchResult(tx: WriteDb, jobId: string, row: StoredBatchResult): void {
  change(
    tx,
    "INSERT INTO batch_result (job_id, position, product_id, body) VALUES (?, ?, ?, ?)",
    jobId,
    row.position,
    row.productId,
    // The job has it: identifiers can be long, and cost nothing if they match nothing.
    JSON.stringify({ ...row.result, identifier: undefined }),
  );
}

export function batchResults(db: ReadDb, { id, identifiers }: StoredBatchJob): BatchResult[] {
  return allRows<{ position: number; body: string }>(
    db,
    "SELECT position, body FROM batch_result WHERE job_id = ? ORDER BY position",
    id,
  ).map(({ position, body }) => {
    const result = JSON.parse(body) as Omit<BatchResult, "identifier">;
    return { identifier: identifiers[position] ?? "", ...result };
  });
}

/** How long the results are as JSON; 0 for an unknown job. */
export function batchResultBytes(db: ReadDb, jobId: string): number {
  const sql = "SELECT sum(octet_length(body)) AS bytes FROM batch_result WHERE job_id = ?";
  return getRow<{ bytes: number | null }>(db, sql, jobId)?.bytes ?? 0;
}

/** Ids of the products that the job has been charged for. */
export function chargedProductIds(db: ReadDb, jobId: string): Set<number> {
  const sql = "SELECT product_id AS id FROM batch_result WHERE job_id = ? AND product_id IS NOT NULL";
  return new Set(allRows<{ id: number }>(db, sql, jobId).map(({ id }) => id));
}

/** For failed jobs: they are refunded, so their results must go. */
export function deleteBatchResults(tx: WriteDb, jobId: string): void {
  change(tx, "DELETE FROM batch_result WHERE job_id = ?", jobId);
}

export interface BatchCharge {
  readonly periodStartMs: number;
  readonly credits: number;
}

export function addBatchCharge(tx: WriteDb, jobId: string, { periodStartMs, credits }: BatchCharge): void {
  const sql = `INSERT INTO batch_charge (job_id, period_started_at, credits) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET credits = credits + excluded.credits`;
  change(tx, sql, jobId, periodStartMs, credits);
}

export function batchCharges(db: ReadDb, jobId: string): BatchCharge[] {
  const sql = "SELECT period_started_at AS periodStartMs, credits FROM batch_charge WHERE job_id = ?";
  return allRows(db, sql, jobId);
}

export function deleteBatchCharges(tx: WriteDb, jobId: string): void {
  change(tx, "DELETE FROM batch_charge WHERE job_id = ?", jobId);
}
