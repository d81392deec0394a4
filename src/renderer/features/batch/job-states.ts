import type { BatchStatus } from "../../../shared/contract/batch.js";

export const jobStates = {
  pending: { tone: "plain", label: "Waiting" },
  processing: { tone: "accent", label: "Running" },
  completed: { tone: "good", label: "Done" },
  failed: { tone: "bad", label: "Failed" },
} as const satisfies Record<BatchStatus, { tone: string; label: string }>;
