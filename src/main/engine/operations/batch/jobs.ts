import type { JobSummary } from "../../../../shared/app/jobs.js";
import type { AppOutput } from "../../../../shared/app/operations.js";
import { batchJobById, batchJobsOfAccount, type StoredBatchJob } from "../../db/batch/batch-job.js";
import { writeDurably } from "../../db/store.js";
import { isBatchJobExpired } from "../../domain/batch-times.js";
import type { AccountContext } from "../request/context.js";
import { invalidParams, notFound } from "../request/contract-error.js";
import type { Operation } from "../request/operation.js";
import { endJob } from "./batch-step.js";

function toSummary({ id, status, total, processed, createdMs, error }: StoredBatchJob): JobSummary {
  return { id, status, total, processed, created_at: new Date(createdMs).toISOString(), error };
}

export function listJobs({ db, clock, accountId }: AccountContext): AppOutput<"jobs.list"> {
  const jobs = batchJobsOfAccount(db, accountId).filter(
    ({ createdMs }) => !isBatchJobExpired(createdMs, clock.now()),
  );
  return { jobs: jobs.map(toSummary) };
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
