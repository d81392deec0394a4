import type { Migration } from "./migration.js";

/** Keys of paired browser extensions, extensions that wait for the user's consent, and pages seen in the browser. */
export const browserExtension: Migration = {
  version: 21,
  name: "browser-extension",
  sql: `
-- The extension that the key belongs to; null for a key of a program.
ALTER TABLE api_key ADD COLUMN origin TEXT;

CREATE TABLE pairing (
  id TEXT PRIMARY KEY,
  -- An extension that asks again replaces its earlier request.
  origin TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- SHA-256 of a key that only the extension knows.
  key_hash BLOB NOT NULL UNIQUE,
  code TEXT NOT NULL,
  is_refused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

-- When the shopper's browser last showed the page with a price.
ALTER TABLE offer_check ADD COLUMN visited_at INTEGER;
`,
};
