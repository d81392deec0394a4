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

/** What the owner does, with the rows that it changed, so that it can be undone. */
export const acts: Migration = {
  version: 27,
  name: "acts",
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
`,
};
