import type { Migration } from "./migration.js";

/** Index for finding snoozes that have ended. */
export const snoozeEnds: Migration = {
  version: 11,
  name: "snooze-ends",
  sql: `
CREATE INDEX alert_snooze_until ON alert_snooze (until);
`,
};
