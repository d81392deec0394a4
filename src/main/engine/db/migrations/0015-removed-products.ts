import type { Migration } from "./migration.js";

/** Removed products, for as long as the removal can be undone. */
export const removedProducts: Migration = {
  version: 15,
  name: "removed-products",
  sql: `
CREATE TABLE removed_product (
  id INTEGER PRIMARY KEY,
  removed_at INTEGER NOT NULL,
  -- Every row that belonged to the product, by table, as JSON.
  tables TEXT NOT NULL
) STRICT;
`,
};
