import type { Migration } from "./migration.js";

/** A clicked price counts for its page first; recipes from before, and from files, for all pages of their host. */
export const recipesOfPages: Migration = {
  version: 18,
  name: "recipes-of-pages",
  sql: `
ALTER TABLE recipe RENAME TO recipe_of_host;

CREATE TABLE recipe (
  -- With its port where that is not the usual one.
  host TEXT NOT NULL,
  -- Path and search of the page; '' for all pages of the host.
  page TEXT NOT NULL,
  -- JSON: see Recipe in shared/recipe/recipe.ts.
  body TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (host, page)
) STRICT;

INSERT INTO recipe (host, page, body, made_at) SELECT host, '', body, made_at FROM recipe_of_host;
DROP TABLE recipe_of_host;
`,
};
