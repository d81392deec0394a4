import type { Migration } from "./migration.js";

export const dealVotes: Migration = {
  version: 12,
  name: "deal-votes",
  sql: `
-- By the deal's path: a deal that a service tells anew keeps the vote.
CREATE TABLE deal_vote (
  deal_path TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  vote INTEGER NOT NULL CHECK (vote IN (-1, 1)),
  voted_at INTEGER NOT NULL,
  PRIMARY KEY (deal_path, account_id)
) STRICT, WITHOUT ROWID;
`,
};
