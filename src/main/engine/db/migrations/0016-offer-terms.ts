import type { Migration } from "./migration.js";

/** What a shop says beside its price, and how much of a product is in the pack. */
export const offerTerms: Migration = {
  version: 16,
  name: "offer-terms",
  sql: `
-- List price, lowest price of 30 days, shipping and ordering as JSON.
ALTER TABLE tracked_page ADD COLUMN terms TEXT;

CREATE TABLE product_size (
  product_id INTEGER PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  -- Grams, millilitres or pieces.
  amount REAL NOT NULL CHECK (amount > 0),
  unit TEXT NOT NULL CHECK (unit IN ('g', 'ml', 'piece')),
  -- Entered by the shopper: pages do not change it.
  is_by_hand INTEGER NOT NULL
) STRICT;
`,
};
