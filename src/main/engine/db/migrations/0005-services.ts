import type { Migration } from "./migration.js";

/** Other servers with this contract, and when their data was fetched. */
export const services: Migration = {
  version: 5,
  name: "services",
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
};
