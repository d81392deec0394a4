import type { JobSummary } from "../../../../shared/app/jobs.js";
import type { AppOutput } from "../../../../shared/app/operations.js";
import type { BatchJob } from "../../../../shared/contract/batch.js";
import { limits } from "../../../../shared/contract/limits.js";
import type { ContractRequest, ContractResult } from "../../../../shared/contract/operations.js";
import {
  type BatchJobState,
  batchJobById,
  countOpenBatchJobs,
  countPendingIdentifiers,
  decisiveJobMs,
  insertBatchJob,
  newestBatchJobs,
  type StoredBatchJob,
  storedBatchBytes,
} from "../../db/batch/batch-job.js";
import { batchResultBytes, batchResults } from "../../db/batch/batch-result.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, write, writeDurably } from "../../db/store.js";
import {
  batchRetentionMs,
  estimateBatchSeconds,
  isBatchJobExpired,
  movingAverageMs,
} from "../../domain/batch-times.js";
import { newBatchId } from "../../domain/random-text.js";
import { readsManyOffers } from "../products/heavy-requests.js";
import { isMetered } from "../request/caller.js";
import type { AccountContext, Operation } from "../request/context.js";
import { ContractError, invalidParams, notFound } from "../request/contract-error.js";
import {
  type ContractContext,
  type ContractRead,
  type PricedResult,
  withoutCharge,
} from "../request/contract-operation.js";
import { endJob } from "./batch-step.js";
import { findingsCost, lookUpIdentifiers, summarizeResults } from "./look-up-batch.js";

type Request = ContractRequest<"batch.create">;
type Result = ContractResult<"batch.create">;

/** Up to 20 identifiers are looked up immediately; more become a job (contract, section 4, Batch). */
export function createBatch(context: ContractContext, request: Request): PricedResult<Result> {
  return request.identifiers.length <= limits.synchronousBatch
    ? lookUpAll(context.tx, request)
    : createJob(context, request);
}

/** Whether a batch is looked up immediately, and that can take long. */
export function isHeavyBatch(db: ReadDb, { identifiers }: Request): boolean {
  return identifiers.length <= limits.synchronousBatch && readsManyOffers(db, identifiers);
}

export function lookUpAll(db: ReadDb, request: Request): PricedResult<Result> {
  const findings = lookUpIdentifiers(db, request);
  const results = findings.map(({ result }) => result);
  return {
    result: { results, summary: summarizeResults(results) },
    credits: findingsCost(findings, new Set()),
  };
}

/** Decision 50. */
const maxOpenJobs = 20;

function checkOpenJobs(db: ReadDb, accountId: number): void {
  const open = countOpenBatchJobs(db, accountId);
  if (open < maxOpenJobs) return;
  const pending = Math.ceil(countPendingIdentifiers(db) / open);
  throw new ContractError("ERR_RATE_LIMIT", `The account has ${open} unfinished batch jobs, the maximum.`, {
    retryAfterSeconds: estimateBatchSeconds(pending, readMsPerIdentifier(db)),
    action: "Wait until one is finished, or cancel one with 'tidemark jobs cancel'.",
  });
}

/** Identifiers that match nothing are free, so what finished jobs store needs a limit. */
const maxStoredBytes = 500_000_000;

function checkStoredJobs(db: ReadDb, accountId: number, nowMs: number): void {
  if (storedBatchBytes(db, accountId, nowMs - batchRetentionMs) < maxStoredBytes) return;
  const decisiveMs = decisiveJobMs(db, accountId, maxStoredBytes) ?? nowMs;
  throw new ContractError(
    "ERR_RATE_LIMIT",
    `The account's batch jobs of the last 7 days take ${maxStoredBytes / 1_000_000} MB, the maximum.`,
    {
      retryAfterSeconds: Math.ceil((decisiveMs + batchRetentionMs - nowMs) / 1_000),
      action: `Wait until the oldest jobs expire, or send at most ${limits.synchronousBatch} identifiers at once.`,
    },
  );
}

/** Accepted regardless of the balance: each step of a metered job is charged as it runs (decisions 24 and 37). */
function createJob(
  { tx, caller, nowMs, randomBytes, effects }: ContractContext,
  { identifiers, include }: Request,
): PricedResult<Result> {
  checkOpenJobs(tx, caller.accountId);
  checkStoredJobs(tx, caller.accountId, nowMs);
  const id = newBatchId(randomBytes);
  const owner = { accountId: caller.accountId, isMetered: isMetered(caller) };
  insertBatchJob(tx, { id, ...owner, identifiers, include, createdMs: nowMs });
  effects.wakeWorker("batches");
  const estimate = estimateBatchSeconds(countPendingIdentifiers(tx), readMsPerIdentifier(tx));
  const job = batchJobById(tx, id);
  if (job === undefined) throw new Error("The job just created cannot be found.");
  return withoutCharge({ batch: { ...toBatchJob(job), estimated_seconds: estimate } });
}

function toBatchJob({ id, status, total, processed }: StoredBatchJob): BatchJob {
  return { id, status, total, processed, poll_url: `/v1/batch/${id}` };
}

/** Results that take about ten milliseconds to read and to send. */
const manyResultBytes = 256 * 1024;

export function hasManyResults(db: ReadDb, { id }: ContractRequest<"batch.get">): boolean {
  return batchResultBytes(db, id) > manyResultBytes;
}

export const getBatch: ContractRead<"batch.get"> = ({ tx, account, nowMs }, { id }) => {
  const job = batchJobById(tx, id);
  if (job === undefined || job.accountId !== account.id || isBatchJobExpired(job.createdMs, nowMs))
    throw notFound(
      `The account has no batch job '${id.slice(0, 80)}'.`,
      "Use the batch.id that POST /products/batch returned; jobs are kept for 7 days.",
    );
  return withoutCharge({ batch: toBatchJob(job), ...finalFields(tx, job) });
};

/** The error or the results of a finished job. */
function finalFields(db: ReadDb, job: StoredBatchJob) {
  if (job.status === "failed") return { error: job.error ?? "The job failed." };
  if (job.status !== "completed") return {};
  const results = batchResults(db, job);
  return { results, summary: summarizeResults(results) };
}

/** Smoothed milliseconds per identifier of recent jobs; `null` before the first measurement. */
export function readMsPerIdentifier(db: ReadDb): number | null {
  const measured = readSetting(db, "batch.ms_per_identifier");
  return measured === null ? null : Number(measured);
}

/** Records a measurement, used to estimate the duration of later jobs. */
export function recordMsPerIdentifier(db: ReadDb, msPerIdentifier: number): void {
  const speed = movingAverageMs(readMsPerIdentifier(db), msPerIdentifier);
  write(db, (tx) => saveSetting(tx, "batch.ms_per_identifier", String(speed)));
}

function toSummary({ id, status, total, processed, createdMs, error }: BatchJobState): JobSummary {
  return { id, status, total, processed, created_at: new Date(createdMs).toISOString(), error };
}

/** Has all unfinished jobs, because jobs run oldest first and few may wait. */
const maxListedJobs = 200;

export function listJobs({ db, clock, accountId }: AccountContext): AppOutput<"jobs.list"> {
  const sinceMs = clock.now() - batchRetentionMs;
  return { jobs: newestBatchJobs(db, accountId, { sinceMs, limit: maxListedJobs }).map(toSummary) };
}

/** Ends an unfinished job and refunds what it has charged (decision 50). Throws `ContractError`. */
export const cancelJob: Operation<"jobs.cancel", AccountContext> = ({ db, clock, accountId }, { id }) => {
  return writeDurably(db, (tx) => {
    const job = batchJobById(tx, id);
    if (job === undefined || job.accountId !== accountId)
      throw notFound(`The account has no batch job '${id}'.`, "Use the id of a job in the list.");
    if (job.status === "completed" || job.status === "failed")
      throw invalidParams(`The job '${id}' has already ended.`, "Only unfinished jobs can be cancelled.");
    endJob(tx, job, clock.now(), "It was cancelled.");
    return toSummary(batchJobById(tx, id) ?? job);
  });
};
