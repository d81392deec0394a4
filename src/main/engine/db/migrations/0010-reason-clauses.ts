import type { Migration } from "./migration.js";

/** Inbox reasons as data, so that the window can word them in the user's language. */
export const reasonClauses: Migration = {
  version: 10,
  name: "reason-clauses",
  sql: `
-- JSON: see ReasonClauses in shared/app/reasons.ts; null in older entries, which have their sentence only.
ALTER TABLE inbox ADD COLUMN clauses TEXT;
`,
};
