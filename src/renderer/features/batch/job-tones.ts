import type { BatchStatus } from "../../../shared/contract/batch.js";

/** The colour of a job's state. */
export const jobTones = {
  pending: "plain",
  processing: "accent",
  completed: "good",
  failed: "bad",
} as const satisfies Record<BatchStatus, string>;
