import type { Migration } from "./migration.js";

/** Alert rules, their memories by product, and snoozes. */
export const alertRules: Migration = {
  version: 4,
  name: "alert-rules",
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
};
