import { refundPeriod, saveUsage } from "../db/account.js";
import {
  deleteBatchJobsBefore,
  finishBatchJob,
  nextBatchJob,
  type StoredBatchJob,
  saveProgress,
} from "../db/batch-job.js";
import {
  addBatchCharge,
  batchChargesOf,
  chargedProducts,
  deleteBatchCharges,
  deleteBatchResults,
  saveBatchResult,
} from "../db/batch-result.js";
import { describeDiskProblem } from "../db/storage-error.js";
import { type WriteDb, write } from "../db/store.js";
import { batchJobsExpireBefore, isBatchJobExpired } from "../domain/batch-times.js";
import type { OperationContext } from "./context.js";
import { ContractError } from "./contract-error.js";
import { checkCredits, checkSubscription, type Desk, openDesk } from "./desk.js";
import { costOfFindings, lookUpOne } from "./look-up-batch.js";

/** Decision 24. */
const identifiersPerStep = 20;

export interface BatchStep {
  /** How many were looked up; 0 if the job failed. */
  readonly identifiers: number;
}

/**
 * Advances the next job by one step. Results, progress and charge share a transaction, so an interrupted job
 * resumes after its last step and is never charged twice. Returns `null` if no job is waiting.
 */
export function runBatchStep(context: OperationContext): BatchStep | null {
  const job = nextBatchJob(context.db);
  if (job === undefined) return null;
  try {
    return { identifiers: write(context.db, (tx) => advance(tx, job, context.clock.now())) };
  } catch (error) {
    // A full disk is not the job's fault, so the job keeps waiting.
    if (describeDiskProblem(error, "its data folder") !== null) throw error;
    fail(context, job, error);
    return { identifiers: 0 };
  }
}

function advance(tx: WriteDb, job: StoredBatchJob, nowMs: number): number {
  // Its results can no longer be fetched, so they must not be charged.
  if (isBatchJobExpired(job.createdMs, nowMs))
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "The job has expired.");
  const desk = openDesk(tx, job.accountId, nowMs);
  checkSubscription(desk, nowMs);
  const part = job.identifiers.slice(job.processed, job.processed + identifiersPerStep);
  const findings = part.map((identifier) => lookUpOne(tx, identifier, job.include));
  chargeStep(tx, job.id, desk, costOfFindings(findings, chargedProducts(tx, job.id)));
  findings.forEach(({ productId, result }, i) => {
    saveBatchResult(tx, job.id, { position: job.processed + i, productId, result });
  });
  const processed = job.processed + part.length;
  saveProgress(tx, job.id, processed);
  if (processed >= job.total) finishBatchJob(tx, job.id, nowMs, null);
  return part.length;
}

function chargeStep(tx: WriteDb, jobId: string, desk: Desk, credits: number): void {
  checkCredits(desk, credits);
  if (credits === 0) return;
  saveUsage(tx, desk.account, { ...desk.usage, creditsUsed: desk.usage.creditsUsed + credits });
  addBatchCharge(tx, jobId, { periodStartMs: desk.period.startMs, credits });
}

function fail(context: OperationContext, job: StoredBatchJob, error: unknown): void {
  const isExpected = error instanceof ContractError;
  if (!isExpected) context.log.error("A batch job failed.", error, { job: job.id });
  const why = isExpected ? error.message : "Something unexpected went wrong.";
  const message = `Stopped after ${job.processed} of ${job.total} identifiers: ${why} All credits charged for the job were refunded.`;
  write(context.db, (tx) => {
    refund(tx, job);
    finishBatchJob(tx, job.id, context.clock.now(), message);
  });
}

/** Refunds to each billing period what the job charged to it. */
function refund(tx: WriteDb, job: StoredBatchJob): void {
  for (const { periodStartMs, credits } of batchChargesOf(tx, job.id))
    refundPeriod(tx, job.accountId, periodStartMs, credits);
  deleteBatchCharges(tx, job.id);
  deleteBatchResults(tx, job.id);
}

/** Deletes expired jobs (decision 24); returns how many. */
export function purgeBatchJobs({ db, clock }: OperationContext): number {
  return write(db, (tx) => deleteBatchJobsBefore(tx, batchJobsExpireBefore(clock.now())));
}
