import type { Migration } from "./migration.js";

/** Why an entry is in the inbox, as data: the window says it in the reader's language. */
export const reasonClauses: Migration = {
  version: 10,
  name: "reason-clauses",
  sql: `
-- JSON: see ReasonClauses in shared/app/reasons.ts; null in older entries, which have their sentence only.
ALTER TABLE inbox ADD COLUMN clauses TEXT;
`,
};
