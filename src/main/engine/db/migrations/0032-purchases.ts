import type { Migration } from "./migration.js";

/** What the shopper has bought. */
export const purchases: Migration = {
  version: 32,
  name: "purchases",
  sql: `
CREATE TABLE purchase (
  -- Ids are never reused, because acts refer to them.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  price_minor INTEGER NOT NULL CHECK (price_minor > 0),
  currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  -- Days of this computer's calendar, such as 2026-11-28.
  bought_on TEXT NOT NULL CHECK (date(bought_on) = bought_on),
  -- The last day to return it; null if it cannot be returned.
  return_until TEXT CHECK (date(return_until) = return_until),
  -- The shop in the shopper's words.
  retailer TEXT,
  -- What to compare the price with, as known when it was bought: null where it was not.
  list_minor INTEGER,
  usual_minor INTEGER,
  first_minor INTEGER,
  -- How the product was watched before; null if it was not.
  cadence TEXT,
  watched_retailer TEXT,
  -- The price of the last notice.
  notified_minor INTEGER,
  -- Whether its alerts are off since. Not any more once the product is watched again.
  is_open INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX purchase_of_product ON purchase (product_id);
`,
};
