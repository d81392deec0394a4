import type { BatchResult } from "../../../../shared/contract/batch.js";
import { allRows, allValues, change, getValue, type ReadDb, type WriteDb } from "../store.js";
import type { StoredBatchJob } from "./batch-job.js";

/** A job's result at its position in the list of identifiers. */
export interface StoredBatchResult {
  readonly position: number;
  /** `null` if no product was found. */
  readonly productId: number | null;
  readonly result: BatchResult;
}

export function saveBatchResult(tx: WriteDb, jobId: string, row: StoredBatchResult): void {
  const sql = `INSERT INTO batch_result (job_id, position, product_id, body)
    VALUES (:jobId, :position, :productId, :result)`;
  // The job has the identifier: identifiers can be long, and cost nothing if they match nothing.
  change(tx, sql, { ...row, jobId, result: { ...row.result, identifier: undefined } });
}

export function batchResults(db: ReadDb, { id, identifiers }: StoredBatchJob): BatchResult[] {
  const sql = 'SELECT position, body AS "body:json" FROM batch_result WHERE job_id = ? ORDER BY position';
  return allRows<{ position: number; body: Omit<BatchResult, "identifier"> }>(db, sql, id).map(
    ({ position, body }) => ({ identifier: identifiers[position] ?? "", ...body }),
  );
}

/** How long the results are as JSON; 0 for an unknown job. */
export function batchResultBytes(db: ReadDb, jobId: string): number {
  const sql = "SELECT sum(octet_length(body)) AS bytes FROM batch_result WHERE job_id = ?";
  return getValue<number>(db, sql, jobId) ?? 0;
}

/** Ids of the products that the job has been charged for. */
export function chargedProductIds(db: ReadDb, jobId: string): Set<number> {
  const sql = "SELECT product_id AS id FROM batch_result WHERE job_id = ? AND product_id IS NOT NULL";
  return new Set(allValues<number>(db, sql, jobId));
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
