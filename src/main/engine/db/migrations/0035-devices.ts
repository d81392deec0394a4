import type { Migration } from "./migration.js";

/** Phones and other computers that the owner has paired with the window's page (decision 68). */
export const devices: Migration = {
  version: 35,
  name: "devices",
  sql: `
CREATE TABLE device (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- See web.ts in shared/app.
  kind TEXT NOT NULL,
  -- SHA-256 of the secret in its cookie.
  hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  -- The row stays, so that a restored backup revives no device.
  revoked_at INTEGER
) STRICT;
`,
};
