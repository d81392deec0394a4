import type { Migration } from "./migration.js";

/** Lists of links: imported files, and pages that are followed. */
export const linkLists: Migration = {
  version: 22,
  name: "link-lists",
  sql: `
CREATE TABLE link_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The address of a followed page; null for an import.
  url TEXT,
  format TEXT NOT NULL,
  schedule TEXT NOT NULL,
  -- Tags for all of its products, as a JSON array.
  tags TEXT NOT NULL,
  -- filling, undoing or redoing; null in between.
  work TEXT,
  created_at INTEGER NOT NULL,
  cancelled_at INTEGER,
  undone_at INTEGER,
  -- What a watch list file added to no product in particular: see AddedByList in db/list-entry.ts.
  added TEXT,
  -- What an undo set aside, in removed_product.
  removed_id INTEGER,
  -- The last reading of a followed page, and when it is due again.
  checked_at INTEGER,
  outcome TEXT,
  reason TEXT,
  due_at INTEGER
) STRICT;
CREATE INDEX link_list_work ON link_list (work) WHERE work IS NOT NULL;
CREATE INDEX link_list_due ON link_list (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE list_entry (
  id INTEGER PRIMARY KEY,
  list_id INTEGER NOT NULL REFERENCES link_list ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- The address in the form in which addresses are compared.
  key TEXT NOT NULL,
  host TEXT NOT NULL,
  title TEXT,
  price REAL,
  currency TEXT,
  target REAL,
  tags TEXT NOT NULL,
  -- Price history to merge once the page is added, as JSON; null without any.
  history TEXT,
  -- The product of a watch list file, as JSON; null for a link.
  product TEXT,
  state TEXT NOT NULL,
  -- How often a visit has failed that is worth another one.
  failures INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  product_key TEXT,
  reason TEXT,
  gone_at INTEGER,
  -- What the entry added, as JSON: see AddedByList in db/list-entry.ts.
  added TEXT,
  -- What an undo set aside, in removed_product.
  removed_id INTEGER,
  UNIQUE (list_id, key)
) STRICT;
CREATE INDEX list_entry_list ON list_entry (list_id, id);
CREATE INDEX list_entry_state ON list_entry (list_id, state);
CREATE INDEX list_entry_waiting ON list_entry (host, due_at, list_id) WHERE state = 'waiting';
CREATE INDEX list_entry_gone ON list_entry (list_id) WHERE gone_at IS NOT NULL;
CREATE INDEX list_entry_added ON list_entry (list_id, id) WHERE added IS NOT NULL;
`,
};
