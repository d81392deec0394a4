import type { Migration } from "./migration.js";

/** The end of a snooze is looked for by its time: what holds then is told at once. */
export const snoozeEnds: Migration = {
  version: 11,
  name: "snooze-ends",
  sql: `
CREATE INDEX alert_snooze_until ON alert_snooze (until);
`,
};
