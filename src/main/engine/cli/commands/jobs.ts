import type { Command } from "commander";
import type { JobSummary } from "../../../../shared/app/jobs.js";
import { listJobs } from "../../operations/batch/batch.js";
import { withGlobals } from "../arguments.js";
import { type Columns, formatTime, jsonOption, type OutputOptions, printResults } from "../output.js";
import { withOwner, withReadableContext } from "../owner.js";

const columns: Columns<JobSummary> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  processed: ({ processed, total }) => `${processed} of ${total}`,
  created: ({ created_at: createdAt }) => formatTime(createdAt),
  note: ({ error }) => error ?? "",
};

function listCommand(options: OutputOptions): Promise<void> {
  return withReadableContext(options, (context) => printResults(listJobs(context).jobs, columns, options));
}

function cancelCommand(id: string, options: OutputOptions): Promise<void> {
  return withOwner(options, async ({ call }) =>
    printResults([await call("jobs.cancel", { id })], columns, options),
  );
}

export function addJobsCommands(program: Command): void {
  const jobs = program.command("jobs").description("List or cancel batch jobs.");
  jobs
    .command("list")
    .description("Show the batch jobs of the last 7 days, newest first.")
    .option(...jsonOption)
    .action(withGlobals(listCommand));
  jobs
    .command("cancel")
    .argument("<id>", "id of the job, from 'jobs list'")
    .description("Cancel an unfinished batch job, and refund what it has charged.")
    .option(...jsonOption)
    .action(withGlobals(cancelCommand));
}
