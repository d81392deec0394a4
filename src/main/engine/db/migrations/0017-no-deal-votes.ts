import type { Migration } from "./migration.js";

/** Votes counted on this computer only, so they are gone from the window. */
export const noDealVotes: Migration = {
  version: 17,
  name: "no-deal-votes",
  sql: "DROP TABLE deal_vote;",
};
