import type { Migration } from "./migration.js";

/** Which way of fetching a shop's pages shows their prices. */
export const shopWays: Migration = {
  version: 13,
  name: "shop-ways",
  sql: `
CREATE TABLE shop_way (
  -- With its port unless that is the default one.
  host TEXT PRIMARY KEY,
  -- 1 if a hidden browser found a price that the plain page lacks, 0 if neither found one.
  is_rendered INTEGER NOT NULL,
  tried_at INTEGER NOT NULL
) STRICT;
`,
};
