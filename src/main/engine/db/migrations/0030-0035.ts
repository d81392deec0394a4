import type { Migration } from "./migration.js";

export const migrations30To35: readonly Migration[] = [
  /** Older prices from archived pages: what is asked of an archive, and what its copies say. */
  {
    version: 30,
    sql: `
CREATE TABLE archive_page (
  -- Ids are never reused, because acts refer to them.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  archive TEXT NOT NULL,
  -- The address to name to the archive.
  url TEXT NOT NULL,
  -- Older copies are left out.
  since INTEGER,
  -- Whether the shopper waits for it.
  is_urgent INTEGER NOT NULL,
  -- Whether it is asked because the shopper has agreed to ask always.
  is_automatic INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- JSON: the copies to read, in this order, with what became of each; null before the index was read.
  copies TEXT,
  is_open INTEGER NOT NULL DEFAULT 1,
  requests INTEGER NOT NULL DEFAULT 0,
  -- Failed requests for the same copy.
  failures INTEGER NOT NULL DEFAULT 0,
  -- Why there are no copies.
  reason TEXT
) STRICT;
CREATE INDEX archive_page_of_offer ON archive_page (offer_id);
CREATE INDEX archive_page_open ON archive_page (is_urgent, asked_at) WHERE is_open = 1;

-- What an offer cost on some days, apart from its history of change points.
CREATE TABLE price_sample (
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  at INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  availability INTEGER NOT NULL,
  -- The address of the copy.
  url TEXT NOT NULL,
  source TEXT NOT NULL,
  evidence TEXT NOT NULL,
  -- Null if it was imported.
  page_id INTEGER REFERENCES archive_page ON DELETE CASCADE,
  PRIMARY KEY (offer_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX price_sample_of_page ON price_sample (page_id) WHERE page_id IS NOT NULL;
`,
  },
  /** Prices with conditions, beside the prices. */
  {
    version: 31,
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
  },
  /** What the shopper has bought. */
  {
    version: 32,
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
  },
  /** What counts for the owner beside a shop's prices: prices with conditions that they meet, and shipping. */
  {
    version: 33,
    sql: `
CREATE TABLE counted_term (
  -- Empty for every shop.
  retailer TEXT NOT NULL,
  -- See termKinds in shared/app/paying.ts.
  kind TEXT NOT NULL,
  -- Prices from before stay as they were.
  since INTEGER NOT NULL,
  PRIMARY KEY (retailer, kind)
) STRICT, WITHOUT ROWID;

-- What delivery costs is a series, too: of the kind 'shipping', without words. What pages have said so far begins it.
INSERT OR IGNORE INTO condition_point (offer_id, kind, at, price_minor)
  SELECT offer_id, 'shipping', seen_at, CAST(round((terms ->> 'shipping') * 100) AS INTEGER)
  FROM tracked_page JOIN offer ON offer.id = offer_id WHERE terms ->> 'shipping' IS NOT NULL;
`,
  },
  /** Names and icons of shops, by the host of their offers. */
  {
    version: 34,
    sql: `
-- What the pages of a shop say of it.
CREATE TABLE shop (
  host TEXT PRIMARY KEY,
  -- What most of its last pages call it, and how many more of them than by another name.
  name TEXT,
  votes INTEGER NOT NULL,
  -- The address of a picture.
  icon TEXT
) STRICT, WITHOUT ROWID;
-- What the user calls a shop.
CREATE TABLE shop_name (
  host TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
  },
  /** Phones and other computers that the owner has paired with the window's page. */
  {
    version: 35,
    sql: `
CREATE TABLE device (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- See web.ts in shared/app.
  kind TEXT NOT NULL,
  -- SHA-256 of the secret in its cookie.
  hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  -- The row stays, so that a restored backup revives no device.
  revoked_at INTEGER
) STRICT;
`,
  },
];
