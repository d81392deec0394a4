import type { BatchQuote } from "../../../../shared/app/alerts.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { batchJobsOfAccount } from "../../db/batch-job.js";
import type { ReadDb } from "../../db/store.js";
import { creditsRemaining } from "../account/accounts.js";
import { findingsCost, lookUpIdentifier, summarizeResults } from "./look-up-batch.js";

/** Estimates the matches and the cost of a batch. Charges nothing and reveals no results. */
export function quoteBatch(
  db: ReadDb,
  accountId: number,
  nowMs: number,
  { identifiers, include }: AppRequest<"batch.quote">,
): BatchQuote {
  const findings = identifiers
    .filter((each) => each.trim() !== "")
    .map((identifier) => lookUpIdentifier(db, identifier, include));
  return {
    ...summarizeResults(findings.map(({ result }) => result)),
    credits: findingsCost(findings, new Set()),
    credits_remaining: creditsRemaining(db, accountId, nowMs),
  };
}

const maxJobs = 20;

/** The account's latest jobs, newest first. */
export function recentBatchJobs(db: ReadDb, accountId: number): AppOutput<"batch.jobs"> {
  return {
    jobs: batchJobsOfAccount(db, accountId, maxJobs).map((job) => ({
      id: job.id,
      status: job.status,
      total: job.total,
      processed: job.processed,
      created_at: new Date(job.createdMs).toISOString(),
      error: job.error,
    })),
  };
}
