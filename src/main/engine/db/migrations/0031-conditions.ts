import type { Migration } from "./migration.js";

/** Prices with conditions, beside the prices (decision 64). */
export const conditions: Migration = {
  version: 31,
  name: "conditions",
  sql: `
-- Change points of what an offer costs with a coupon, for members and so on, in the offer's currency.
CREATE TABLE condition_point (
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  -- See conditionKinds in shared/app/pages.ts.
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Null, with the words, from when on the page no longer states it.
  price_minor INTEGER,
  words TEXT,
  PRIMARY KEY (offer_id, kind, at)
) STRICT, WITHOUT ROWID;
`,
};
