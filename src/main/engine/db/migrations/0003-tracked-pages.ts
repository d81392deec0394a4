import type { Migration } from "./migration.js";

/** Shop pages that the user has added by link. */
export const trackedPages: Migration = {
  version: 3,
  name: "tracked-pages",
  sql: `
CREATE TABLE tracked_page (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE,
  url TEXT NOT NULL UNIQUE,
  -- What the shop told with the page the last time, so that an unchanged page need not be sent again.
  etag TEXT,
  last_modified TEXT,
  added_at INTEGER NOT NULL
) STRICT;
`,
};
