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
  /** How many were looked up; 0 where the job failed. */
  readonly identifiers: number;
}

/**
 * Takes the job whose turn it is one step further: results, progress and charge in one transaction, so that a job that
 * is cut short goes on after its last step and is charged for nothing twice. `null` where no job waits.
 */
export function runBatchStep(context: OperationContext): BatchStep | null {
  const job = nextBatchJob(context.db);
  if (job === undefined) return null;
  try {
    return { identifiers: write(context.db, (tx) => advance(tx, job, context.clock.now())) };
  } catch (error) {
    // A full disk is no fault of the job's: it waits.
    if (describeDiskProblem(error, "its data folder") !== null) throw error;
    fail(context, job, error);
    return { identifiers: 0 };
  }
}

function advance(tx: WriteDb, job: StoredBatchJob, nowMs: number): number {
  // Nobody can ask for its results any more: nobody is to pay for them.
  if (isBatchJobExpired(job.createdMs, nowMs))
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "It is older than jobs are kept.");
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
  const message = `Stopped after ${job.processed} of ${job.total} identifiers: ${why} Everything that the job had cost was refunded.`;
  write(context.db, (tx) => {
    refund(tx, job);
    finishBatchJob(tx, job.id, context.clock.now(), message);
  });
}

/** To the billing periods in which it was charged. */
function refund(tx: WriteDb, job: StoredBatchJob): void {
  for (const { periodStartMs, credits } of batchChargesOf(tx, job.id))
    refundPeriod(tx, job.accountId, periodStartMs, credits);
  deleteBatchCharges(tx, job.id);
  deleteBatchResults(tx, job.id);
}

/** Forgets jobs that are older than they are kept (decision 24). */
export function purgeBatchJobs({ db, clock }: OperationContext): number {
  return write(db, (tx) => deleteBatchJobsBefore(tx, batchJobsExpireBefore(clock.now())));
}
