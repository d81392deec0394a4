import type { BatchJob } from "../../../shared/contract/batch.js";
import type { ContractRequest, ContractResult } from "../../../shared/contract/operations.js";
import { limits } from "../../../shared/contract/requests.js";
import {
  batchJobById,
  countWaitingIdentifiers,
  insertBatchJob,
  type StoredBatchJob,
} from "../db/batch-job.js";
import { batchResultsOf } from "../db/batch-result.js";
import type { ReadDb } from "../db/store.js";
import { estimateSeconds, isBatchJobExpired } from "../domain/batch-times.js";
import { newBatchId } from "../domain/random-text.js";
import { batchSpeed } from "./batch-speed.js";
import { ContractError } from "./contract-error.js";
import type { Priced, Running } from "./contract-operation.js";
import { costOfFindings, lookUpOne, summarise } from "./look-up-batch.js";

type Request = ContractRequest<"batch.create">;
type Result = ContractResult<"batch.create">;

/** Up to 20 identifiers are looked up immediately; more become a job (contract, section 4, Batch). */
export function createBatch(running: Running, request: Request): Priced<Result> {
  return request.identifiers.length <= limits.synchronousBatch
    ? lookUpAll(running.tx, request)
    : makeJob(running, request);
}

function lookUpAll(db: ReadDb, { identifiers, include }: Request): Priced<Result> {
  const findings = identifiers.map((identifier) => lookUpOne(db, identifier, include));
  const results = findings.map(({ result }) => result);
  return {
    result: { results, summary: summarise(results) },
    credits: costOfFindings(findings, new Set()),
  };
}

/** Accepted regardless of the balance: each step is charged as it runs (decisions 24 and 37). */
function makeJob(
  { tx, account, nowMs, randomBytes, effects }: Running,
  { identifiers, include }: Request,
): Priced<Result> {
  const id = newBatchId(randomBytes);
  insertBatchJob(tx, { id, accountId: account.id, identifiers, include, createdMs: nowMs });
  effects.nudge("batches");
  const estimate = estimateSeconds(countWaitingIdentifiers(tx), batchSpeed(tx));
  const job = batchJobById(tx, id);
  if (job === undefined) throw new Error("The job just created cannot be found.");
  return { result: { batch: { ...toBatchJob(job), estimated_seconds: estimate } }, credits: 0 };
}

function toBatchJob({ id, status, total, processed }: StoredBatchJob): BatchJob {
  return { id, status, total, processed, poll_url: `/v1/batch/${id}` };
}

export function getBatch(
  { tx, account, nowMs }: Running,
  { id }: ContractRequest<"batch.get">,
): Priced<ContractResult<"batch.get">> {
  const job = batchJobById(tx, id);
  if (job === undefined || job.accountId !== account.id || isBatchJobExpired(job.createdMs, nowMs))
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", `The account has no batch job '${id.slice(0, 80)}'.`, {
      action: "Use the batch.id that POST /products/batch returned; jobs are kept for 7 days.",
    });
  return { result: { batch: toBatchJob(job), ...endOf(tx, job) }, credits: 0 };
}

/** The error or the results of a finished job. */
function endOf(db: ReadDb, job: StoredBatchJob) {
  if (job.status === "failed") return { error: job.error ?? "The job failed." };
  if (job.status !== "completed") return {};
  const results = batchResultsOf(db, job.id);
  return { results, summary: summarise(results) };
}
