import type { Migration } from "./migration.js";

export const migrations25To26: readonly Migration[] = [
  /** Collecting channels. */
  {
    version: 25,
    sql: `
-- When the channel sends alerts; see shared/collection.ts.
ALTER TABLE channel ADD COLUMN collect TEXT NOT NULL DEFAULT 'at-once';
`,
  },
  /** Alerts are recorded with the price that causes them. */
  {
    version: 26,
    sql: `
-- A product whose prices are moving; its rules are evaluated once, at the end.
CREATE TABLE round (
  product_id INTEGER PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  -- The history before this time is past.
  from_at INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  -- Evaluated at its deadline while a run went on, and the inbox entry that this made.
  is_evaluated INTEGER NOT NULL DEFAULT 0,
  entry_id INTEGER,
  -- Opened by an import that goes on: its alerts come together at its end.
  is_bulk INTEGER NOT NULL DEFAULT 0
) STRICT;

-- An offer's state before the round; the price is null for an offer that was not known.
CREATE TABLE round_change (
  offer_id INTEGER PRIMARY KEY REFERENCES offer ON DELETE CASCADE,
  price_minor INTEGER,
  availability INTEGER NOT NULL,
  is_release INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Rules (0: the whole evaluation) that failed for a product, and were set aside.
CREATE TABLE alert_problem (
  service TEXT NOT NULL,
  rule_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (service, rule_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER alert_problem_of_product AFTER DELETE ON product BEGIN
  DELETE FROM alert_problem WHERE service = OLD.service;
END;

ALTER TABLE inbox ADD COLUMN announced_at INTEGER;
UPDATE inbox SET announced_at = received_at;
CREATE INDEX inbox_unannounced ON inbox (id) WHERE announced_at IS NULL;

-- The rule of a new folder, if nobody has changed it.
UPDATE alert_rule SET trigger = '{"kind":"price_drop","percent":5}'
  WHERE id = 1 AND product_id IS NULL AND trigger = '{"kind":"percent_below","base":"last","percent":0}'
    AND retailer IS NULL AND condition IS NULL AND channels IS NULL AND is_enabled = 1 AND removed_at IS NULL;

-- Changes that a snooze has deferred, of rules that no longer have a memory, become rounds.
INSERT OR IGNORE INTO round (product_id, from_at, opened_at)
  SELECT p.id, min(m.at), min(m.at) FROM alert_memory m JOIN product p ON p.service = m.service
    JOIN alert_snooze s ON s.product_id = p.id
    JOIN alert_rule r ON r.id = m.rule_id
  WHERE json_extract(r.trigger, '$.kind') IN ('price_drop', 'any_change', 'back_in_stock')
    OR json_extract(r.trigger, '$.base') = 'last' GROUP BY p.id;
INSERT OR IGNORE INTO round_change (offer_id, price_minor, availability, is_release)
  SELECT o.id, coalesce(m.price_minor, o.price_minor),
    CASE json_extract(r.trigger, '$.kind') WHEN 'back_in_stock' THEN 2 ELSE o.availability END, 0
  FROM alert_memory m JOIN product p ON p.service = m.service JOIN alert_snooze s ON s.product_id = p.id
    JOIN alert_rule r ON r.id = m.rule_id JOIN offer o ON o.product_id = p.id AND o.retailer = m.retailer
  WHERE json_extract(r.trigger, '$.kind') IN ('price_drop', 'back_in_stock')
    OR json_extract(r.trigger, '$.base') = 'last' ORDER BY m.at;
DELETE FROM alert_memory WHERE price_minor IS NULL OR rule_id IN (
  SELECT id FROM alert_rule WHERE json_extract(trigger, '$.kind') IN ('price_drop', 'any_change', 'back_in_stock')
    OR json_extract(trigger, '$.base') = 'last');

-- The default rule compares with a product's last alert.
INSERT OR IGNORE INTO alert_memory (service, rule_id, at, price_minor, retailer)
  SELECT json_extract(i.data, '$.product.service'), r.id, i.received_at,
    CAST(round(json_extract(i.data, '$.price.current') * 100) AS INTEGER), json_extract(i.data, '$.retailer')
  FROM inbox i JOIN alert_rule r ON r.id = 1 AND json_extract(r.trigger, '$.kind') = 'price_drop'
  WHERE i.id IN (SELECT max(id) FROM inbox WHERE is_test = 0 AND json_extract(data, '$.price.current') IS NOT NULL
    GROUP BY json_extract(data, '$.product.service'));

-- Events that were on their way to the inbox become rounds, with the prices before them.
CREATE TEMP TABLE waiting_event AS
  SELECT e.id, e.type, e.data, e.created_at, p.id AS product_id
  FROM event e JOIN product p ON p.service = json_extract(e.data, '$.product.service')
  WHERE e.id NOT IN (SELECT event_id FROM inbox) AND (
    e.id IN (SELECT d.event_id FROM delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_local = 1
             WHERE d.status = 'due' AND d.event_id NOT IN (SELECT id FROM received_event WHERE body IS NULL))
    OR e.id IN (SELECT id FROM received_event WHERE body IS NOT NULL));

INSERT OR IGNORE INTO round (product_id, from_at, opened_at)
  SELECT product_id, min(created_at), min(created_at) FROM waiting_event GROUP BY product_id;

INSERT OR IGNORE INTO round_change (offer_id, price_minor, availability, is_release)
  SELECT o.id,
    CAST(coalesce(round(json_extract(e.data, '$.price.previous') * 100), o.price_minor) AS INTEGER),
    CASE json_extract(e.data, '$.availability.previous') WHEN 'in' THEN 1 WHEN 'out' THEN 2 ELSE o.availability END,
    e.type = 'availability_change' AND json_extract(e.data, '$.availability.previous') IS NULL
  FROM waiting_event e JOIN offer o ON o.product_id = e.product_id
    AND o.retailer = json_extract(e.data, '$.retailer') AND o.url = json_extract(e.data, '$.product.url')
  WHERE e.type <> 'schedule_completion' ORDER BY e.created_at;

UPDATE delivery SET status = 'cancelled', ended_at = (SELECT created_at FROM event WHERE event.id = delivery.event_id)
  WHERE status = 'due' AND webhook_id IN (SELECT id FROM webhook WHERE is_local = 1)
    AND event_id NOT IN (SELECT event_id FROM inbox WHERE is_test = 1);
UPDATE received_event SET body = NULL WHERE id IN (SELECT id FROM event);
DROP TABLE waiting_event;
`,
  },
];
