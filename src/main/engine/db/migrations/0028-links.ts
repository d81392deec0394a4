import type { Migration } from "./migration.js";

/** A link to be added is a row, wherever it comes from. */
export const links: Migration = {
  version: 28,
  sql: `
CREATE TABLE link (
  -- Ids are never reused, because other programs wait for links.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Null for a link that was added by itself.
  list_id INTEGER REFERENCES link_list ON DELETE CASCADE,
  -- Who added it: see act.client.
  client TEXT NOT NULL,
  -- As it was entered; the address in it is null for a number or a name.
  text TEXT NOT NULL,
  url TEXT,
  -- The address in the form in which addresses are compared.
  key TEXT NOT NULL,
  -- Empty if no shop needs to be visited.
  host TEXT NOT NULL,
  -- Whether the shopper waits for it.
  is_urgent INTEGER NOT NULL DEFAULT 0,
  -- As the list says it.
  title TEXT,
  price REAL,
  currency TEXT,
  -- JSON: see LinkOptions in shared/app/links.ts.
  options TEXT NOT NULL,
  -- Price history to merge once the page is added, as JSON; null without any.
  history TEXT,
  -- The product of a watch list file, as JSON; null for a link.
  product TEXT,
  state TEXT NOT NULL,
  -- How often a visit has failed that is worth another one.
  failures INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  is_requested INTEGER NOT NULL DEFAULT 0,
  -- JSON: see LinkQuestion and LinkResult in shared/app/links.ts.
  question TEXT,
  result TEXT,
  product_key TEXT,
  reason TEXT,
  gone_at INTEGER,
  -- What it added, and the request of which it is a part.
  act_id INTEGER,
  request_id INTEGER,
  created_at INTEGER NOT NULL,
  -- When the window stopped showing it.
  dismissed_at INTEGER,
  UNIQUE (list_id, key)
) STRICT;

-- A page as the shopper's browser shows it, deflated, until its link is added.
CREATE TABLE link_page (
  link_id INTEGER PRIMARY KEY REFERENCES link ON DELETE CASCADE,
  html BLOB NOT NULL
) STRICT;

INSERT INTO link (id, account_id, list_id, client, text, url, key, host, title, price, currency, options, history,
    product, state, failures, due_at, product_key, reason, gone_at, act_id, created_at)
  SELECT e.id, l.account_id, e.list_id, 'window', e.url, e.url, e.key, e.host, e.title, e.price, e.currency,
    json_patch('{}', json_object('schedule', l.schedule, 'currency', e.currency,
      'tags', json((SELECT json_group_array(value)
        FROM (SELECT value FROM json_each(l.tags) UNION SELECT value FROM json_each(e.tags)))),
      'target', CASE WHEN e.target > 0 THEN json_object('price', e.target, 'currency', '') END)),
    e.history, e.product, CASE WHEN e.is_open THEN 'waiting' ELSE e.state END, 0,
    CASE WHEN e.is_open THEN 0 ELSE e.due_at END, e.product_key, CASE WHEN e.is_open THEN NULL ELSE e.reason END,
    e.gone_at, e.removed_id, l.created_at
  -- Until now, what could not be reached was given up within hours. What was given up recently waits again.
  FROM (SELECT *, state = 'failed' AND due_at > (unixepoch() - 30 * 86400) * 1000
      AND reason NOT LIKE 'It was left out:%' AND list_id IN (SELECT id FROM link_list WHERE cancelled_at IS NULL)
      AS is_open FROM list_entry) e
    JOIN link_list l ON l.id = e.list_id;

-- A target without a currency is in that of the page. A patch leaves out what is null.
UPDATE link SET options = json_set(options, '$.target.currency', NULL) WHERE options ->> '$.target.currency' = '';

ALTER TABLE link_list ADD COLUMN act_id INTEGER;
-- Imports that were undone, with what they set aside.
INSERT INTO act (account_id, kind, subject, client, at, turn, undone_at, changes, size)
  SELECT account_id, 'lists.import', json_object('title', name, 'count', id), 'window', created_at,
    (SELECT coalesce(max(turn), 0) FROM act) + row_number() OVER (ORDER BY undone_at), undone_at, '[]', 2
  FROM link_list WHERE undone_at IS NOT NULL;
UPDATE link_list SET act_id = (SELECT id FROM act WHERE kind = 'lists.import' AND subject ->> 'count' = link_list.id)
  WHERE undone_at IS NOT NULL;
UPDATE act SET parent_id = list.act_id, undone_at = list.undone_at
  FROM link JOIN link_list AS list ON list.id = link.list_id WHERE act.id = link.act_id AND list.act_id IS NOT NULL;

-- The other imports, each of whose entries is a part with the rows that it added. Of a row, its key is enough.
INSERT INTO act (account_id, kind, subject, client, at, turn, changes, size)
  SELECT account_id, 'lists.import', json_object('title', name, 'count', id), 'window', created_at,
    (SELECT coalesce(max(turn), 0) FROM act) + row_number() OVER (ORDER BY id),
    (SELECT json_group_array(json_array('alert_rule', NULL, json_object('id', rule.id)))
      FROM alert_rule AS rule JOIN json_each(link_list.added, '$.rules') AS added
        ON rule.product_id IS NULL AND rule.created_at = added.value ->> 'createdMs'), 2
  FROM link_list WHERE url IS NULL AND act_id IS NULL;
UPDATE link_list SET act_id = (SELECT id FROM act WHERE kind = 'lists.import' AND subject ->> 'count' = link_list.id)
  WHERE url IS NULL;
CREATE TEMP TABLE added_row AS
  WITH entry AS (
    SELECT e.id, e.added, e.added ->> 'isNewProduct' AS is_new, l.account_id, p.id AS product_id
    FROM list_entry e JOIN link_list l ON l.id = e.list_id JOIN product p ON p.service = e.product_key
    WHERE e.added IS NOT NULL AND e.removed_id IS NULL AND l.url IS NULL)
  SELECT id AS entry_id, product_id, 'product' AS name, json_object('id', product_id) AS body FROM entry WHERE is_new
  UNION ALL SELECT entry.id, entry.product_id, 'offer', json_object('id', o.id, 'product_id', entry.product_id)
    FROM entry, json_each(added, '$.offers') AS own JOIN offer o ON o.public_id = own.value
  UNION ALL SELECT entry.id, entry.product_id, 'tracked_page', json_object('offer_id', t.offer_id)
    FROM entry, json_each(added, '$.pages') AS own JOIN tracked_page t ON t.url = own.value
  UNION ALL SELECT entry.id, entry.product_id, 'schedule',
    json_object('id', s.id, 'product_id', s.product_id, 'cadence', added ->> '$.schedule.cadence')
    FROM entry JOIN schedule s USING (account_id, product_id) WHERE added ->> '$.schedule.cadence' IS NOT NULL
  UNION ALL SELECT entry.id, entry.product_id, 'alert_rule',
    json_object('id', r.id, 'product_id', r.product_id, 'trigger', own.value ->> 'trigger')
    FROM entry, json_each(added, '$.rules') AS own
      JOIN alert_rule r ON r.product_id = entry.product_id AND r.created_at = own.value ->> 'createdMs'
  UNION ALL SELECT entry.id, entry.product_id, 'tag',
    json_object('product_id', t.product_id, 'account_id', t.account_id, 'key', t.key)
    FROM entry, json_each(added, '$.tags') AS own JOIN tag t USING (account_id, product_id) WHERE t.name = own.value;
INSERT INTO act (account_id, parent_id, kind, subject, client, at, turn, changes, size)
  SELECT l.account_id, l.act_id, 'links.add', json_object('title', p.title, 'count', 1), 'window', l.created_at,
    -- For the link, until it is known.
    -row.entry_id, json_group_array(json_array(row.name, NULL, json(row.body))), sum(length(row.body))
  FROM added_row AS row JOIN product p ON p.id = row.product_id JOIN list_entry e ON e.id = row.entry_id
    JOIN link_list l ON l.id = e.list_id GROUP BY row.entry_id;
UPDATE link SET act_id = act.id FROM act WHERE act.turn = -link.id;
UPDATE act SET turn = by_time.turn FROM (SELECT id, row_number() OVER (ORDER BY at, id) AS turn FROM act) AS by_time
  WHERE act.id = by_time.id;
DROP TABLE added_row;

UPDATE act SET subject = json_set(subject, '$.count', (SELECT count(*) FROM link WHERE list_id = subject ->> 'count'))
  WHERE id IN (SELECT act_id FROM link_list);

DROP TABLE list_entry;
UPDATE link_list SET work = NULL WHERE work IN ('undoing', 'redoing');
ALTER TABLE link_list DROP COLUMN schedule;
ALTER TABLE link_list DROP COLUMN tags;
ALTER TABLE link_list DROP COLUMN undone_at;
ALTER TABLE link_list DROP COLUMN added;
ALTER TABLE link_list DROP COLUMN removed_id;

CREATE INDEX link_of_list ON link (list_id, state);
CREATE INDEX link_waiting ON link (host, is_urgent DESC, due_at, list_id, request_id, dismissed_at)
  WHERE state = 'waiting' AND dismissed_at IS NULL;
CREATE INDEX link_shown ON link (account_id, created_at) WHERE dismissed_at IS NULL AND (list_id IS NULL OR is_urgent = 1);
CREATE INDEX link_key ON link (key) WHERE state IN ('waiting', 'question', 'failed');
CREATE INDEX link_request ON link (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX link_gone ON link (list_id) WHERE gone_at IS NOT NULL;
CREATE INDEX link_list_act ON link_list (act_id) WHERE act_id IS NOT NULL;
CREATE INDEX act_undone ON act (undone_at) WHERE undone_at IS NOT NULL;

-- An undone act that can no longer be redone takes its links with it.
CREATE TRIGGER link_of_act AFTER DELETE ON act WHEN OLD.undone_at IS NOT NULL BEGIN
  DELETE FROM link WHERE act_id = OLD.id OR request_id = OLD.id;
  DELETE FROM link_list WHERE act_id = OLD.id;
END;
`,
};
