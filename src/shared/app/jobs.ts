import { z } from "zod";
import { batchJob } from "../contract/batch.js";

export const jobSummary = batchJob.pick({ id: true, status: true, total: true, processed: true }).extend({
  created_at: z.iso.datetime(),
  /** Why it failed; null unless it did. */
  error: z.string().nullable(),
});
export type JobSummary = z.infer<typeof jobSummary>;

/** App operations for batch jobs, which are stored for 7 days. */
export const jobOperations = {
  /** The account's jobs, newest first. */
  "jobs.list": { input: z.object({}), output: z.object({ jobs: z.array(jobSummary) }) },
  /** Ends an unfinished job as failed, and refunds what it has charged. */
  "jobs.cancel": { input: z.object({ id: z.string().min(1).max(100) }), output: jobSummary },
} as const;
