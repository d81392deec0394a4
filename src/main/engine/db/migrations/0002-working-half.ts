import type { Migration } from "./migration.js";

/** Batch jobs, schedules, events with their deliveries, and the inbox of the app's own listener. */
export const workingHalf: Migration = {
  version: 2,
  sql: `
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
) STRICT;
CREATE INDEX batch_job_unfinished ON batch_job (created_at) WHERE finished_at IS NULL;
CREATE INDEX batch_job_account ON batch_job (account_id, created_at);

CREATE TABLE batch_result (
  job_id TEXT NOT NULL REFERENCES batch_job ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- What was charged for: a product is charged once a job. Null where nothing was found.
  product_id INTEGER,
  -- The contract's BatchResult, as JSON.
  body TEXT NOT NULL,
  PRIMARY KEY (job_id, position)
) STRICT, WITHOUT ROWID;

-- What a job has cost so far, by billing period: a failed one is refunded to where it was charged.
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
  -- A run that has begun and not ended, with the best price that it found: a killed one is taken up again.
  run_started_at INTEGER,
  run_price_minor INTEGER,
  last_run_at INTEGER,
  UNIQUE (account_id, product_id)
) STRICT;
CREATE INDEX schedule_due ON schedule (due_at);
CREATE INDEX schedule_product ON schedule (product_id);

-- How the last check of an offer went.
CREATE TABLE offer_check (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  detail TEXT,
  checked_at INTEGER NOT NULL,
  last_good_at INTEGER,
  -- Failed checks since the last good one.
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- JSON array.
  events TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1,
  -- Sealed with the key of this installation where there is one: see crypto/secret-box.ts.
  secret BLOB NOT NULL,
  -- The app's own listener.
  is_local INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_triggered_at INTEGER,
  failure_count INTEGER NOT NULL DEFAULT 0,
  consecutive_failures INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX webhook_account ON webhook (account_id, created_at);

CREATE TABLE event (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  type TEXT NOT NULL,
  -- The contract's data object, as JSON.
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The outbox: one row for each event and webhook, written with the observation that causes the event.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES event ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('due', 'delivered', 'failed', 'cancelled')),
  -- Attempts that have ended.
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

-- What the app's own listener has accepted; the id drops repeats, over restarts too.
CREATE TABLE received_event (
  id TEXT PRIMARY KEY,
  -- The delivery's body; null once it has been worked on.
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
) STRICT;
CREATE INDEX inbox_received ON inbox (received_at, id) WHERE removed_at IS NULL;
CREATE INDEX inbox_unread ON inbox (id) WHERE read_at IS NULL AND removed_at IS NULL;
`,
};
