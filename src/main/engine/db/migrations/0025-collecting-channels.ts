import type { Migration } from "./migration.js";

export const collectingChannels: Migration = {
  version: 25,
  name: "collecting-channels",
  sql: `
-- When the channel sends alerts; see shared/collection.ts.
ALTER TABLE channel ADD COLUMN collect TEXT NOT NULL DEFAULT 'at-once';
`,
};
