import type { Migration } from "./migration.js";

/** Pages of several products that are watched by their cheapest one. */
export const listings: Migration = {
  version: 23,
  name: "listings",
  sql: `
-- Which of the page's products count, as JSON; null for a page of one product.
ALTER TABLE tracked_page ADD COLUMN listing TEXT;
`,
};
