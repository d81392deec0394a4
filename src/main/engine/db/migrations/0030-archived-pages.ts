import type { Migration } from "./migration.js";

/** Older prices from archived pages: what is asked of an archive, and what its copies say. */
export const archivedPages: Migration = {
  version: 30,
  name: "archived-pages",
  sql: `
CREATE TABLE archive_page (
  -- Ids are never reused, because acts refer to them.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  archive TEXT NOT NULL,
  -- The address to name to the archive.
  url TEXT NOT NULL,
  -- Older copies are left out.
  since INTEGER,
  -- Whether the shopper waits for it.
  is_urgent INTEGER NOT NULL,
  -- Whether it is asked because the shopper has agreed to ask always.
  is_automatic INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- JSON: the copies to read, in this order, with what became of each; null before the index was read.
  copies TEXT,
  is_open INTEGER NOT NULL DEFAULT 1,
  requests INTEGER NOT NULL DEFAULT 0,
  -- Failed requests for the same copy.
  failures INTEGER NOT NULL DEFAULT 0,
  -- Why there are no copies.
  reason TEXT
) STRICT;
CREATE INDEX archive_page_of_offer ON archive_page (offer_id);
CREATE INDEX archive_page_open ON archive_page (is_urgent, asked_at) WHERE is_open = 1;

-- What an offer cost on some days, apart from its history of change points (decision 63).
CREATE TABLE price_sample (
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  at INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  availability INTEGER NOT NULL,
  -- The address of the copy.
  url TEXT NOT NULL,
  source TEXT NOT NULL,
  evidence TEXT NOT NULL,
  -- Null if it was imported.
  page_id INTEGER REFERENCES archive_page ON DELETE CASCADE,
  PRIMARY KEY (offer_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX price_sample_of_page ON price_sample (page_id) WHERE page_id IS NOT NULL;
`,
};
