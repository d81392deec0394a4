import type { Migration } from "./migration.js";

/** Selected prices of tracked pages, and notifications about failing checks. */
export const pagePicks: Migration = {
  version: 6,
  name: "page-picks",
  sql: `
-- JSON: see PagePick in shared/app/pages.ts.
ALTER TABLE tracked_page ADD COLUMN pick TEXT;
-- When the shopper was told that the checks fail, until they go well again.
ALTER TABLE offer_check ADD COLUMN trouble_told_at INTEGER;
`,
};
