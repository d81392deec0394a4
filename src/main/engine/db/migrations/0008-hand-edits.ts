import type { Migration } from "./migration.js";

/** Manual edits: points of the history, merged products and moved offers. */
export const handEdits: Migration = {
  version: 8,
  name: "hand-edits",
  sql: `
CREATE TABLE history_edit (
  id INTEGER PRIMARY KEY,
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- The point at that time before and after the edit, as JSON; null where there is none.
  before TEXT,
  after TEXT,
  made_at INTEGER NOT NULL,
  UNIQUE (offer_id, at)
) STRICT;

-- Products that became part of another one, so that they can be found by their old id, and taken apart again.
CREATE TABLE merged_product (
  service TEXT PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  -- The contract's Product, as JSON.
  body TEXT NOT NULL,
  -- Public ids of the offers that came with it, as a JSON array.
  offers TEXT NOT NULL,
  -- What else came with it, as JSON: see Belongings in db/product-belongings.ts.
  belongings TEXT NOT NULL,
  merged_at INTEGER NOT NULL
) STRICT;
CREATE INDEX merged_product_into ON merged_product (product_id);

-- Offers that the shopper has put to another product than the one that a file or a page would.
CREATE TABLE moved_offer (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE
) STRICT;
`,
};
