import type { Migration } from "./migration.js";

export const collectingChannels: Migration = {
  version: 25,
  name: "collecting-channels",
  sql: `
-- When the channel sends the alerts that it has collected, as JSON; null if it sends them at once.
ALTER TABLE channel ADD COLUMN collect TEXT;
`,
};
