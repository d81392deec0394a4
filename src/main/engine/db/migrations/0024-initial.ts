import type { Migration } from "./migration.js";

/**
 * The first schema that can be opened. Times are integer milliseconds UTC, money integer minor units, throughout.
 * Columns after a leading comma were added later: a restored backup must have the same text.
 */
export const initial: Migration = {
  version: 24,
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
  -- The latest billing period, in this row because a request then writes only one; usage_period has earlier ones.
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
  -- Valid for one run of the engine; the next start deletes it.
  is_ephemeral INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
  , is_owner INTEGER NOT NULL DEFAULT 0,
  -- The extension that the key belongs to; null for a key of a program.
  origin TEXT) STRICT;

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
  -- These choose between products that share an identifier.
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
  -- The key of the newest block in price_block, for appending without a search.
  last_block_at INTEGER,
  block_count INTEGER NOT NULL DEFAULT 0,
  -- An outlier that awaits a second check (decision 17).
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

CREATE TABLE batch_job (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  -- JSON arrays, as sent.
  identifiers TEXT NOT NULL,
  include TEXT NOT NULL,
  total INTEGER NOT NULL,
  processed INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
  -- 1 if the job came with an API key.
  , is_metered INTEGER NOT NULL DEFAULT 1) STRICT;
CREATE INDEX batch_job_unfinished ON batch_job (created_at) WHERE finished_at IS NULL;
CREATE INDEX batch_job_account ON batch_job (account_id, created_at);

CREATE TABLE batch_result (
  job_id TEXT NOT NULL REFERENCES batch_job ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- A job charges each product once. Null if no product matches.
  product_id INTEGER,
  -- The contract's BatchResult, as JSON.
  body TEXT NOT NULL,
  PRIMARY KEY (job_id, position)
) STRICT, WITHOUT ROWID;

-- What a job has charged, by billing period: a refund goes to the period that was charged.
CREATE TABLE batch_charge (
  job_id TEXT NOT NULL REFERENCES batch_job ON DELETE CASCADE,
  period_started_at INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (job_id, period_started_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE schedule (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  cadence TEXT NOT NULL CHECK (cadence IN ('hourly', 'daily', 'weekly')),
  retailer TEXT,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  -- An unfinished run, and the best price when it began. The next engine resumes one that was killed.
  run_started_at INTEGER,
  run_price_minor INTEGER,
  last_run_at INTEGER,
  UNIQUE (account_id, product_id)
) STRICT;
CREATE INDEX schedule_due ON schedule (due_at);
CREATE INDEX schedule_product ON schedule (product_id);

-- The last check of an offer.
CREATE TABLE offer_check (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  detail TEXT,
  checked_at INTEGER NOT NULL,
  last_good_at INTEGER,
  -- Failed checks since the last good one.
  failures INTEGER NOT NULL DEFAULT 0
  -- When the shopper was notified of failing checks; null once they succeed.
  , trouble_told_at INTEGER,
  -- When the shopper's browser last showed the page with a price.
  visited_at INTEGER) STRICT;

CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- JSON array.
  events TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1,
  -- Sealed: see operations/request/secret-box.ts.
  secret BLOB NOT NULL,
  -- The app's own listener.
  is_local INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_triggered_at INTEGER,
  failure_count INTEGER NOT NULL DEFAULT 0,
  consecutive_failures INTEGER NOT NULL DEFAULT 0
  -- The sealed secret before the last rotation, and until when it stays valid.
  , old_secret BLOB,
  old_secret_until INTEGER) STRICT;
CREATE INDEX webhook_account ON webhook (account_id, created_at);

CREATE TABLE event (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  type TEXT NOT NULL,
  -- The contract's data object, as JSON.
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The outbox: a row for each event and webhook, written in the transaction that causes the event.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES event ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('due', 'delivered', 'failed', 'cancelled')),
  -- Finished attempts.
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX delivery_due ON delivery (webhook_id, due_at, id) WHERE status = 'due';
CREATE INDEX delivery_webhook ON delivery (webhook_id, id);
CREATE INDEX delivery_event ON delivery (event_id);
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE delivery_attempt (
  delivery_id INTEGER NOT NULL REFERENCES delivery ON DELETE CASCADE,
  attempt INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  response_code INTEGER,
  error TEXT,
  PRIMARY KEY (delivery_id, attempt)
) STRICT, WITHOUT ROWID;

-- Events that the app's own listener has accepted. The id identifies repeats, after restarts too.
CREATE TABLE received_event (
  id TEXT PRIMARY KEY,
  -- The delivery's body; null once it is processed.
  body TEXT,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX received_event_waiting ON received_event (received_at) WHERE body IS NOT NULL;

CREATE TABLE inbox (
  id INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  is_test INTEGER NOT NULL,
  -- The contract's data object, as JSON.
  data TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  read_at INTEGER,
  removed_at INTEGER
  -- The reason in one sentence, and the ids of the rules that fired as a JSON array; null in older entries.
  , reason TEXT,
  rule_ids TEXT,
  -- JSON: see ReasonClauses in shared/app/reasons.ts; null in older entries, which have only the sentence.
  clauses TEXT) STRICT;
CREATE INDEX inbox_received ON inbox (received_at, id) WHERE removed_at IS NULL;
CREATE INDEX inbox_unread ON inbox (id) WHERE read_at IS NULL AND removed_at IS NULL;

CREATE TABLE tracked_page (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE,
  url TEXT NOT NULL UNIQUE,
  -- The validators of the shop's last response (RFC 9110 §8.8).
  etag TEXT,
  last_modified TEXT,
  added_at INTEGER NOT NULL
  -- JSON: see PagePick in shared/app/pages.ts.
  , pick TEXT,
  -- 1 if the price appears only after the page's scripts have run.
  is_rendered INTEGER NOT NULL DEFAULT 0,
  -- List price, lowest price of 30 days, shipping and ordering as JSON.
  terms TEXT,
  -- Which of the page's products count, as JSON; null for a page of one product.
  listing TEXT) STRICT;

CREATE TABLE alert_rule (
  id INTEGER PRIMARY KEY,
  -- Null for a rule for all products.
  product_id INTEGER REFERENCES product ON DELETE CASCADE,
  -- JSON: see Trigger in domain/alerts/rule.ts.
  trigger TEXT NOT NULL,
  retailer TEXT,
  condition TEXT CHECK (condition IN ('new', 'used', 'refurbished')),
  is_enabled INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
  -- The channels of a rule's alerts as a JSON list of ids; null for all channels.
  , channels TEXT) STRICT;
CREATE INDEX alert_rule_product ON alert_rule (product_id);
CREATE INDEX alert_rule_removed ON alert_rule (removed_at) WHERE removed_at IS NOT NULL;

-- What a rule remembers of a product: see RuleMemory in domain/alerts/rule.ts. By the
-- product's key, because events of another engine may be about products that are unknown here.
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
INSERT INTO alert_rule (trigger, created_at) VALUES
  ('{"kind":"percent_below","base":"last","percent":0}', unixepoch() * 1000),
  ('{"kind":"back_in_stock"}', unixepoch() * 1000);

CREATE TABLE service (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  base_url TEXT NOT NULL UNIQUE,
  -- Sealed: see operations/request/secret-box.ts.
  key BLOB NOT NULL,
  is_enabled INTEGER NOT NULL DEFAULT 1,
  added_at INTEGER NOT NULL,
  -- No request is sent before.
  paused_until INTEGER,
  -- The error of the last request, as a short word and a sentence; null after a success.
  problem TEXT,
  problem_detail TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  last_ok_at INTEGER,
  -- From the service's last response.
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
  -- Whether the product was imported from there, so that its fields follow the service's.
  is_origin INTEGER NOT NULL,
  -- When each kind of data was last fetched; null if never.
  product_at INTEGER,
  offers_at INTEGER,
  review_at INTEGER,
  -- The fetched part of the history.
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

-- Identifiers that a service resolved to a product which does not state them: they find it offline, too.
CREATE TABLE service_identifier (
  kind INTEGER NOT NULL,
  value TEXT NOT NULL,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  PRIMARY KEY (product_id, kind, value)
) STRICT, WITHOUT ROWID;

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

-- Products that were merged into another one: their keys still find it, and the merge can be taken apart.
CREATE TABLE merged_product (
  service TEXT PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  -- The contract's Product, as JSON.
  body TEXT NOT NULL,
  -- Public ids of the offers that came with it, as a JSON array.
  offers TEXT NOT NULL,
  -- JSON: see Belongings in db/products/product-belongings.ts.
  belongings TEXT NOT NULL,
  merged_at INTEGER NOT NULL
) STRICT;
CREATE INDEX merged_product_into ON merged_product (product_id);

-- Offers that the shopper has moved to another product than the one that a file or page assigns.
CREATE TABLE moved_offer (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE
) STRICT;

-- Tags belong to the product, not to its schedule, so that they outlive it.
CREATE TABLE tag (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  product_id INTEGER NOT NULL REFERENCES product ON DELETE CASCADE,
  -- The name in lower case.
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (product_id, account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_key ON tag (account_id, key);
CREATE INDEX alert_snooze_until ON alert_snooze (until);

CREATE TABLE shop_way (
  -- With its port unless it is the default one.
  host TEXT PRIMARY KEY,
  -- 1 if a hidden browser found a price that the plain page lacks, 0 if neither found one.
  is_rendered INTEGER NOT NULL,
  tried_at INTEGER NOT NULL
) STRICT;

CREATE TABLE removed_product (
  id INTEGER PRIMARY KEY,
  removed_at INTEGER NOT NULL,
  tables TEXT NOT NULL
) STRICT;

CREATE TABLE product_size (
  product_id INTEGER PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  -- Grams, millilitres or pieces.
  amount REAL NOT NULL CHECK (amount > 0),
  unit TEXT NOT NULL CHECK (unit IN ('g', 'ml', 'piece')),
  -- Entered by the shopper; pages do not change it.
  is_by_hand INTEGER NOT NULL
) STRICT;

CREATE TABLE recipe (
  -- With its port unless it is the default one.
  host TEXT NOT NULL,
  -- Path and search of the page; '' for all pages of the host.
  page TEXT NOT NULL,
  -- JSON: see Recipe in shared/recipe/recipe.ts.
  body TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (host, page)
) STRICT;

-- Ids are never reused, because rules refer to them.
CREATE TABLE channel (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The target with its secrets as JSON, sealed by the secret box.
  target BLOB NOT NULL,
  -- The target without its secrets, for lists.
  description TEXT NOT NULL,
  -- Local times such as 22:00; null without quiet hours.
  quiet_from TEXT,
  quiet_to TEXT,
  language TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE channel_message (
  id INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  -- The id that receivers see, the same in every attempt.
  public_id TEXT NOT NULL UNIQUE,
  -- due, sending, delivered, failed or unconfirmed. A commit of its own claims a message before it is sent.
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- The last error and its next step, in sentences.
  error TEXT,
  action TEXT
) STRICT;
CREATE INDEX channel_message_channel ON channel_message (channel_id, id);
CREATE INDEX channel_message_open ON channel_message (channel_id, id) WHERE ended_at IS NULL;

-- An alert for a channel: written with the inbox entry, and assigned to a message before it is sent.
CREATE TABLE channel_alert (
  channel_id INTEGER NOT NULL REFERENCES channel ON DELETE CASCADE,
  entry_id INTEGER NOT NULL REFERENCES inbox ON DELETE CASCADE,
  queued_at INTEGER NOT NULL,
  message_id INTEGER REFERENCES channel_message ON DELETE CASCADE,
  PRIMARY KEY (channel_id, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_alert_entry ON channel_alert (entry_id);
CREATE INDEX channel_alert_message ON channel_alert (message_id);

CREATE TABLE pairing (
  id TEXT PRIMARY KEY,
  -- An extension that asks again replaces its earlier request.
  origin TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- SHA-256 of a key that only the extension knows.
  key_hash BLOB NOT NULL UNIQUE,
  code TEXT NOT NULL,
  is_refused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE link_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The address of a followed page; null for an import.
  url TEXT,
  format TEXT NOT NULL,
  schedule TEXT NOT NULL,
  tags TEXT NOT NULL,
  -- filling, undoing or redoing; null in between.
  work TEXT,
  created_at INTEGER NOT NULL,
  cancelled_at INTEGER,
  undone_at INTEGER,
  added TEXT,
  removed_id INTEGER,
  -- The last reading of a followed page, and when it is due again.
  checked_at INTEGER,
  outcome TEXT,
  reason TEXT,
  due_at INTEGER
) STRICT;
CREATE INDEX link_list_work ON link_list (work) WHERE work IS NOT NULL;
CREATE INDEX link_list_due ON link_list (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE list_entry (
  id INTEGER PRIMARY KEY,
  list_id INTEGER NOT NULL REFERENCES link_list ON DELETE CASCADE,
  url TEXT NOT NULL,
  key TEXT NOT NULL,
  host TEXT NOT NULL,
  title TEXT,
  price REAL,
  currency TEXT,
  target REAL,
  tags TEXT NOT NULL,
  history TEXT,
  product TEXT,
  state TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  product_key TEXT,
  reason TEXT,
  gone_at INTEGER,
  added TEXT,
  removed_id INTEGER,
  UNIQUE (list_id, key)
) STRICT;
CREATE INDEX list_entry_list ON list_entry (list_id, id);
CREATE INDEX list_entry_state ON list_entry (list_id, state);
CREATE INDEX list_entry_waiting ON list_entry (host, due_at, list_id) WHERE state = 'waiting';
CREATE INDEX list_entry_gone ON list_entry (list_id) WHERE gone_at IS NOT NULL;
CREATE INDEX list_entry_added ON list_entry (list_id, id) WHERE added IS NOT NULL;
`,
};
