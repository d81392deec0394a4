import type { Migration } from "./migration.js";

/** Recipes for reading a shop's pages, and pages whose scripts must run first. */
export const recipes: Migration = {
  version: 7,
  name: "recipes",
  sql: `
CREATE TABLE recipe (
  -- With its port where that is not the usual one.
  host TEXT PRIMARY KEY,
  -- JSON: see Recipe in shared/recipe/recipe.ts.
  body TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;

-- 1 where the price is there only once the page's scripts have run.
ALTER TABLE tracked_page ADD COLUMN is_rendered INTEGER NOT NULL DEFAULT 0;
`,
};
