import type { Migration } from "./migration.js";

/** Batch jobs of the owner, which are not charged. Older jobs stay as they were. */
export const meteredBatches: Migration = {
  version: 14,
  name: "metered-batches",
  sql: `
-- 1 if the job came with an API key.
ALTER TABLE batch_job ADD COLUMN is_metered INTEGER NOT NULL DEFAULT 1;
`,
};
