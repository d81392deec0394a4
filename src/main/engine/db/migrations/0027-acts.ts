import type { Migration } from "./migration.js";

/** Tables whose ids acts refer to, so that no later row may get the id of a deleted one. */
const tablesWithLastId = ["product", "offer", "schedule", "alert_rule", "history_edit", "service"] as const;

const lastIdSql = tablesWithLastId
  .map(
    (table) => `
INSERT INTO last_id (name) VALUES ('${table}');
CREATE TRIGGER ${table}_last_id AFTER DELETE ON ${table} BEGIN
  UPDATE last_id SET id = max(id, OLD.id) WHERE name = '${table}';
END;`,
  )
  .join("");

/** Rows of removed products, which become acts. Their ids are shifted if other rows have taken one of them since. */
const removedSql = `
CREATE TEMP TABLE removed_row AS
  SELECT removed.id AS act_id, removed.removed_at AS at, part.key AS part, part.value ->> 'table' AS name, row.key AS place,
    row.value AS body
  FROM removed_product AS removed, json_each(removed.tables) AS part, json_each(part.value, '$.rows') AS row;
UPDATE removed_row SET body = json_set(body, '$.points', (
    SELECT coalesce(group_concat(printf('%02X', value), '' ORDER BY key), '') FROM json_each(body, '$.points.data')))
  WHERE name = 'price_block';

CREATE TEMP TABLE shifted_act AS
  SELECT act_id, act_id * (SELECT max(coalesce(max(body ->> 'id'), 0), (SELECT coalesce(max(id), 0) FROM product),
    (SELECT coalesce(max(id), 0) FROM offer), (SELECT coalesce(max(id), 0) FROM schedule),
    (SELECT coalesce(max(id), 0) FROM alert_rule), (SELECT coalesce(max(id), 0) FROM history_edit)) FROM removed_row) AS shift
  FROM removed_row AS removed
  WHERE act_id IN (SELECT act_id FROM removed_row WHERE name = 'product')
    AND (name = 'product' AND body ->> 'id' IN (SELECT id FROM product)
      OR name = 'offer' AND body ->> 'id' IN (SELECT id FROM offer)
      OR name = 'schedule' AND body ->> 'id' IN (SELECT id FROM schedule)
      OR name = 'alert_rule' AND body ->> 'id' IN (SELECT id FROM alert_rule)
      OR name = 'history_edit' AND body ->> 'id' IN (SELECT id FROM history_edit))
  GROUP BY act_id;
${["id", "product_id", "offer_id", "rule_id"]
  .map(
    (column) => `UPDATE removed_row SET body = json_set(body, '$.${column}', (body ->> '${column}') +
    (SELECT shift FROM shifted_act WHERE shifted_act.act_id = removed_row.act_id))
  WHERE act_id IN (SELECT act_id FROM shifted_act) AND json_type(body, '$.${column}') = 'integer';
`,
  )
  .join("")}
INSERT INTO act (id, account_id, kind, subject, client, at, turn, changes, size)
  SELECT act_id, (SELECT min(id) FROM account), 'products.remove',
    json_object('title', max(CASE name WHEN 'product' THEN body ->> 'title' END), 'count', 1),
    -- What undone imports have removed is restored with them.
    CASE WHEN act_id IN (SELECT removed_id FROM list_entry UNION SELECT removed_id FROM link_list) THEN '' ELSE 'window' END,
    at, act_id, json_group_array(json_array(name, json(body), NULL) ORDER BY part DESC, place DESC), sum(length(body))
  FROM removed_row GROUP BY act_id;
DROP TABLE removed_row;
DROP TABLE shifted_act;
DROP TABLE removed_product;
`;

/** What the owner does, with the rows that it changed, so that it can be undone. */
export const acts: Migration = {
  version: 27,
  sql: `
-- Ids are never reused, because views and links refer to them.
CREATE TABLE act (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  parent_id INTEGER REFERENCES act ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- JSON: see ActSubject in shared/app/acts.ts.
  subject TEXT NOT NULL,
  -- Who acted: 'window', 'command', or the id of an owner key.
  client TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- The order in which acts took effect: a redo comes after all others.
  turn INTEGER NOT NULL,
  undone_at INTEGER,
  -- undoing or redoing, while the parts of an act are worked on in several transactions.
  work TEXT,
  -- The rows before and after the act or its undo, as JSON: see db/acts/recording.ts.
  changes TEXT NOT NULL,
  size INTEGER NOT NULL
) STRICT;
CREATE INDEX act_turn ON act (account_id, client, turn) WHERE parent_id IS NULL;
CREATE INDEX act_parent ON act (parent_id, turn) WHERE parent_id IS NOT NULL;
CREATE INDEX act_work ON act (work) WHERE work IS NOT NULL;

-- The highest id that a deleted row of a table had.
CREATE TABLE last_id (
  name TEXT PRIMARY KEY,
  id INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
${lastIdSql}
${removedSql}
-- The window that could have restored them is closed.
DELETE FROM alert_rule WHERE removed_at IS NOT NULL;
DROP INDEX alert_rule_removed;
ALTER TABLE alert_rule DROP COLUMN removed_at;
`,
};
