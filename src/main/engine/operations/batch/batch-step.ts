import { refundCredits, saveUsage } from "../../db/accounts/account.js";
import {
  type BatchInclude,
  finishBatchJob,
  nextBatchJob,
  type StoredBatchJob,
  saveBatchProgress,
} from "../../db/batch/batch-job.js";
import {
  addBatchCharge,
  batchCharges,
  chargedProductIds,
  deleteBatchCharges,
  deleteBatchResults,
  saveBatchResult,
} from "../../db/batch/batch-result.js";
import { describeDiskError } from "../../db/storage-error.js";
import { type ReadDb, type WriteDb, write } from "../../db/store.js";
import { isBatchJobExpired } from "../../domain/batch-times.js";
import { readsManyOffers } from "../products/heavy-requests.js";
import {
  type AccountState,
  checkCredits,
  checkSubscription,
  readAccountState,
} from "../request/account-state.js";
import type { OperationContext } from "../request/context.js";
import { ContractError } from "../request/contract-error.js";
import { type BatchFinding, findingsCost, lookUpIdentifier } from "./look-up-batch.js";

/** Decision 24. */
const identifiersPerStep = 20;
const identifiersPerHeavyStep = 5;
/** Requests wait for a step, so that a slow one ends early. */
const stepMs = 10;

/** The next identifiers of a job, as plain data that a thread can receive. */
export interface BatchLookup {
  readonly jobId: string;
  readonly accountId: number;
  readonly processed: number;
  readonly identifiers: readonly string[];
  readonly include: readonly BatchInclude[];
}

/** The next identifiers of the oldest job, if it can take long to find them. */
export function nextHeavyLookup(db: ReadDb): BatchLookup | null {
  const job = nextBatchJob(db);
  if (job === undefined) return null;
  const { id: jobId, accountId, processed, include } = job;
  const identifiers = job.identifiers.slice(processed, processed + identifiersPerHeavyStep);
  return readsManyOffers(db, identifiers) ? { jobId, accountId, processed, identifiers, include } : null;
}

/** What was found before the step. */
export interface FoundBatch {
  readonly lookup: BatchLookup;
  readonly findings: readonly BatchFinding[];
}

/**
 * Advances the next job by one step. Results, progress and charge share a transaction, so an interrupted job
 * resumes after its last step and is never charged twice. `found` is ignored if the job has moved on or ended since.
 * Returns how many identifiers were looked up, 0 if the job failed; `null` if no job is waiting.
 */
export function runBatchStep(
  context: OperationContext,
  found: FoundBatch | null = null,
  maxMs = stepMs,
): number | null {
  const job = nextBatchJob(context.db);
  if (job === undefined) return null;
  try {
    const isNext = found?.lookup.jobId === job.id && found.lookup.processed === job.processed;
    const lookUp = (db: ReadDb) => (isNext ? found.findings : lookUpSome(db, job, maxMs));
    return write(context.db, (tx) => advanceJob(tx, job, context.clock.now(), lookUp));
  } catch (error) {
    // A disk error is not the job's fault, so the job stays pending.
    if (describeDiskError(error, "its data folder") !== null) throw error;
    failJob(context, job, error);
    return 0;
  }
}

function advanceJob(
  tx: WriteDb,
  job: StoredBatchJob,
  nowMs: number,
  lookUp: (db: ReadDb) => readonly BatchFinding[],
): number {
  // Its results can no longer be fetched, so they must not be charged.
  if (isBatchJobExpired(job.createdMs, nowMs))
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "The job has expired.");
  const findings = lookUp(tx);
  if (job.isMetered) chargeStep(tx, job.id, readPaidState(tx, job.accountId, nowMs), findings);
  findings.forEach(({ productId, result }, i) => {
    saveBatchResult(tx, job.id, { position: job.processed + i, productId, result });
  });
  const processed = job.processed + findings.length;
  saveBatchProgress(tx, job.id, processed);
  if (processed >= job.total) finishBatchJob(tx, job.id, nowMs, null);
  return findings.length;
}

/** Looks up the next identifiers, at least one. */
function lookUpSome(
  db: ReadDb,
  { identifiers, processed, include }: StoredBatchJob,
  maxMs: number,
): BatchFinding[] {
  const endMs = performance.now() + maxMs;
  const findings: BatchFinding[] = [];
  for (const identifier of identifiers.slice(processed, processed + identifiersPerStep)) {
    findings.push(lookUpIdentifier(db, identifier, include));
    if (performance.now() > endMs) break;
  }
  return findings;
}

/** The account's state. Throws if its plan has ended since the job was sent. */
function readPaidState(tx: ReadDb, accountId: number, nowMs: number): AccountState {
  const state = readAccountState(tx, accountId, nowMs);
  checkSubscription(state, nowMs);
  return state;
}

function chargeStep(
  tx: WriteDb,
  jobId: string,
  state: AccountState,
  findings: readonly BatchFinding[],
): void {
  const credits = findingsCost(findings, chargedProductIds(tx, jobId));
  checkCredits(state, credits);
  if (credits === 0) return;
  saveUsage(tx, state.account, { ...state.usage, creditsUsed: state.usage.creditsUsed + credits });
  addBatchCharge(tx, jobId, { periodStartMs: state.period.startMs, credits });
}

function failJob(context: OperationContext, job: StoredBatchJob, error: unknown): void {
  const isExpected = error instanceof ContractError;
  if (!isExpected) context.log.error("A batch job failed.", error, { job: job.id });
  const reason = isExpected ? error.message : "Something unexpected went wrong.";
  write(context.db, (tx) => endJob(tx, job, context.clock.now(), reason));
}

/** Ends an unfinished job as failed, with a refund. `reason` is a sentence. */
export function endJob(tx: WriteDb, job: StoredBatchJob, nowMs: number, reason: string): void {
  const refund = job.isMetered ? " All credits charged for the job were refunded." : "";
  const message = `Stopped after ${job.processed} of ${job.total} identifiers: ${reason}${refund}`;
  refundJob(tx, job);
  finishBatchJob(tx, job.id, nowMs, message);
}

/** Refunds each billing period what the job charged to it. */
function refundJob(tx: WriteDb, job: StoredBatchJob): void {
  for (const { periodStartMs, credits } of batchCharges(tx, job.id))
    refundCredits(tx, job.accountId, periodStartMs, credits);
  deleteBatchCharges(tx, job.id);
  deleteBatchResults(tx, job.id);
}
