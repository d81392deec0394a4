import type { Migration } from "./migration.js";

/** Names and icons of shops, by the host of their offers. */
export const shops: Migration = {
  version: 34,
  name: "shops",
  sql: `
-- What the pages of a shop say of it.
CREATE TABLE shop (
  host TEXT PRIMARY KEY,
  -- What most of its last pages call it, and how many more of them than by another name.
  name TEXT,
  votes INTEGER NOT NULL,
  -- The address of a picture.
  icon TEXT
) STRICT, WITHOUT ROWID;
-- What the user calls a shop.
CREATE TABLE shop_name (
  host TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
