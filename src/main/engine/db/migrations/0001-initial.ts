import type { Migration } from "./migration.js";

/** Times are integer milliseconds UTC, money integer minor units, throughout. */
export const initial: Migration = {
  version: 1,
  sql: `
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('active', 'trialing', 'past_due', 'canceled', 'none')),
  plan_credits INTEGER NOT NULL CHECK (plan_credits >= 0),
  bonus_credits INTEGER NOT NULL CHECK (bonus_credits >= 0),
  plan_started_at INTEGER NOT NULL,
  past_due_since INTEGER,
  created_at INTEGER NOT NULL,
  -- The rolling hour: see domain/rate-window.ts.
  rate_head INTEGER NOT NULL DEFAULT 0,
  rate_tail INTEGER NOT NULL DEFAULT 0,
  rate_last_at INTEGER NOT NULL DEFAULT 0,
  -- The billing period that is counted now, beside the rate so that a request writes one row; others are in
  -- usage_period.
  period_started_at INTEGER NOT NULL DEFAULT 0,
  period_credits INTEGER NOT NULL DEFAULT 0 CHECK (period_credits >= 0),
  period_requests INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE rate_slot (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  slot INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_period (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  credits_used INTEGER NOT NULL DEFAULT 0 CHECK (credits_used >= 0),
  requests_made INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, started_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  is_read_only INTEGER NOT NULL,
  -- Made for one run of the engine; removed when the next one starts.
  is_ephemeral INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  service TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  title_short TEXT,
  brand TEXT,
  category TEXT,
  barcode TEXT,
  marketplace TEXT,
  model TEXT,
  mpn TEXT,
  color TEXT,
  slug TEXT,
  description TEXT,
  -- Lists and nested objects of the contract's Product, as JSON.
  details TEXT NOT NULL,
  -- Evidence for choosing between products that share an identifier.
  offer_count INTEGER NOT NULL DEFAULT 0,
  rating_count INTEGER NOT NULL DEFAULT 0,
  is_sample INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX product_sample ON product (id) WHERE is_sample = 1;

CREATE TABLE identifier (
  kind INTEGER NOT NULL,
  value TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  PRIMARY KEY (kind, value, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifier_product ON identifier (product_id);

CREATE TABLE offer (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  retailer TEXT NOT NULL,
  currency TEXT NOT NULL,
  price_minor INTEGER NOT NULL CHECK (price_minor > 0),
  availability INTEGER NOT NULL,
  condition TEXT,
  condition_grade TEXT,
  url TEXT NOT NULL,
  seller TEXT,
  is_marketplace INTEGER,
  is_trusted INTEGER NOT NULL DEFAULT 1,
  is_valid INTEGER NOT NULL DEFAULT 1,
  is_auction INTEGER NOT NULL DEFAULT 0,
  seen_at INTEGER NOT NULL,
  -- Key of the newest block in price_block: an append finds it at once.
  last_block_at INTEGER,
  block_count INTEGER NOT NULL DEFAULT 0,
  -- An outlier that waits for a second check (decision 17).
  suspect_minor INTEGER,
  suspect_seen_at INTEGER
) STRICT;
CREATE INDEX offer_product ON offer (product_id);

-- Change points, packed: see domain/point-codec.ts.
CREATE TABLE price_block (
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  from_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  points BLOB NOT NULL,
  PRIMARY KEY (offer_id, from_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
  product_id INTEGER PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE deal (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  category TEXT,
  retailer TEXT NOT NULL,
  grade TEXT NOT NULL,
  price_minor INTEGER NOT NULL,
  score INTEGER NOT NULL,
  hot REAL NOT NULL,
  created_at INTEGER NOT NULL,
  -- The contract's Deal, as JSON.
  body TEXT NOT NULL,
  is_sample INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX deal_hot ON deal (hot DESC, id);
CREATE INDEX deal_new ON deal (created_at DESC, id);

CREATE VIRTUAL TABLE product_text USING fts5 (
  title, brand, model, category, keywords,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO product_text (product_text, rank) VALUES ('rank', 'bm25(8.0, 4.0, 6.0, 2.0, 1.0)');
`,
};
