import type { Migration } from "./migration.js";

export const tags: Migration = {
  version: 9,
  name: "tags",
  sql: `
-- Of the account's product, and not of its schedule: whoever watches it again finds them as they were.
CREATE TABLE tag (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  -- The name in small letters: one tag, however it is written.
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (product_id, account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_key ON tag (account_id, key);
`,
};
