import type { Migration } from "./migration.js";

export const migrations3To11: readonly Migration[] = [
  /** Shop pages that the user has added by link. */
  {
    version: 3,
    sql: `
CREATE TABLE tracked_page (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE,
  url TEXT NOT NULL UNIQUE,
  -- What the shop told with the page the last time, so that an unchanged page need not be sent again.
  etag TEXT,
  last_modified TEXT,
  added_at INTEGER NOT NULL
) STRICT;
`,
  },
  /** Alert rules, their memories by product, and snoozes. */
  {
    version: 4,
    sql: `
CREATE TABLE alert_rule (
  id INTEGER PRIMARY KEY,
  -- Null: for all products without rules of their own.
  product_id INTEGER REFERENCES product ON DELETE CASCADE,
  -- What sets it off, as JSON: see domain/alerts/rule.ts.
  trigger TEXT NOT NULL,
  retailer TEXT,
  condition TEXT CHECK (condition IN ('new', 'used', 'refurbished')),
  is_enabled INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  -- Kept for a while, so that it can be undone.
  removed_at INTEGER
) STRICT;
CREATE INDEX alert_rule_product ON alert_rule (product_id);
CREATE INDEX alert_rule_removed ON alert_rule (removed_at) WHERE removed_at IS NOT NULL;

-- What a rule remembers of a product: see RuleMemory in domain/alerts/rule.ts. By the service id, because events of
-- another engine may speak of products that are not known here.
CREATE TABLE alert_memory (
  service TEXT NOT NULL,
  rule_id INTEGER NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
  at INTEGER NOT NULL,
  price_minor INTEGER,
  retailer TEXT,
  PRIMARY KEY (service, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_memory_rule ON alert_memory (rule_id);
CREATE TRIGGER alert_memory_of_product AFTER DELETE ON product BEGIN
  DELETE FROM alert_memory WHERE service = OLD.service;
END;

CREATE TABLE alert_snooze (
  product_id INTEGER PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  until INTEGER NOT NULL
) STRICT;

-- Why the entry is there, in one sentence, and the rules that wanted it, as a JSON array; null in older ones.
ALTER TABLE inbox ADD COLUMN reason TEXT;
ALTER TABLE inbox ADD COLUMN rule_ids TEXT;

INSERT INTO alert_rule (trigger, created_at) VALUES
  ('{"kind":"percent_below","base":"last","percent":0}', unixepoch() * 1000),
  ('{"kind":"back_in_stock"}', unixepoch() * 1000);

-- The app's own webhook is told of finished checks, too, now that rules decide what becomes an entry: only there can
-- be seen what no other event tells. Once, and only where nobody has chosen otherwise.
UPDATE webhook SET events = '["price_drop","availability_change","schedule_completion"]'
  WHERE is_local = 1 AND events = '["price_drop","availability_change"]';
`,
  },
  /** Other servers with this contract, and when their data was fetched. */
  {
    version: 5,
    sql: `
CREATE TABLE service (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  base_url TEXT NOT NULL UNIQUE,
  -- Sealed with the key of this installation where there is one: see crypto/secret-box.ts.
  key BLOB NOT NULL,
  is_enabled INTEGER NOT NULL DEFAULT 1,
  added_at INTEGER NOT NULL,
  -- Nothing is asked before.
  paused_until INTEGER,
  -- What went wrong with the last request: a short word and a sentence. Null after a good one.
  problem TEXT,
  problem_detail TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  last_ok_at INTEGER,
  -- As the service told with its last answer.
  credits_remaining INTEGER,
  credits_limit INTEGER,
  period_end_at INTEGER,
  rate_limit INTEGER,
  rate_remaining INTEGER,
  rate_reset_at INTEGER,
  deals_at INTEGER
) STRICT;

CREATE TABLE service_product (
  service_id INTEGER NOT NULL REFERENCES service ON DELETE CASCADE,
  -- The product's id at the service.
  upstream_id TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  -- Whether the product came from there: then the service's word on its fields holds.
  is_origin INTEGER NOT NULL,
  -- When each kind of data was last fetched; null where it never was.
  product_at INTEGER,
  offers_at INTEGER,
  review_at INTEGER,
  -- The span of the history that has been fetched.
  history_from INTEGER,
  history_until INTEGER,
  PRIMARY KEY (service_id, upstream_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_product_product ON service_product (product_id);

CREATE TABLE service_offer (
  service_id INTEGER NOT NULL REFERENCES service ON DELETE CASCADE,
  -- The offer's id at the service.
  upstream_id TEXT NOT NULL,
  offer_id INTEGER NOT NULL REFERENCES offer ON DELETE CASCADE,
  PRIMARY KEY (service_id, upstream_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_offer_offer ON service_offer (offer_id);

-- Identifiers by which a service knew a product and the product itself does not tell: they lead to it offline, too.
CREATE TABLE service_identifier (
  kind INTEGER NOT NULL,
  value TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  PRIMARY KEY (product_id, kind, value)
) STRICT, WITHOUT ROWID;
`,
  },
  /** Selected prices of tracked pages, and notifications about failing checks. */
  {
    version: 6,
    sql: `
-- JSON: see PagePick in shared/app/pages.ts.
ALTER TABLE tracked_page ADD COLUMN pick TEXT;
-- When the shopper was told that the checks fail, until they go well again.
ALTER TABLE offer_check ADD COLUMN trouble_told_at INTEGER;
`,
  },
  /** Recipes for reading a shop's pages, and pages whose scripts must run first. */
  {
    version: 7,
    sql: `
CREATE TABLE recipe (
  -- With its port where that is not the usual one.
  host TEXT PRIMARY KEY,
  -- JSON: see Recipe in shared/recipe/recipe.ts.
  body TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;

-- 1 where the price is there only once the page's scripts have run.
ALTER TABLE tracked_page ADD COLUMN is_rendered INTEGER NOT NULL DEFAULT 0;
`,
  },
  /** Manual edits: points of the history, merged products and moved offers. */
  {
    version: 8,
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
  },
  /** Tags of products. */
  {
    version: 9,
    sql: `
-- Of the account's product, and not of its schedule: whoever watches it again finds them as they were.
CREATE TABLE tag (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  -- The name in small letters: one tag, however it is written.
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (product_id, account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_key ON tag (account_id, key);
`,
  },
  /** Inbox reasons as data, so that the window can word them in the user's language. */
  {
    version: 10,
    sql: `
-- JSON: see ReasonClauses in shared/app/reasons.ts; null in older entries, which have their sentence only.
ALTER TABLE inbox ADD COLUMN clauses TEXT;
`,
  },
  /** Index for finding snoozes that have ended. */
  {
    version: 11,
    sql: `
CREATE INDEX alert_snooze_until ON alert_snooze (until);
`,
  },
];
