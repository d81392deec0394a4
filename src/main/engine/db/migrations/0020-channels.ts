import type { Migration } from "./migration.js";

/** Services to which alerts are sent, and the messages to them. */
export const channels: Migration = {
  version: 20,
  name: "channels",
  sql: `
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
  -- due, sending, delivered, failed or unconfirmed. A message that is being sent was claimed in a commit of its own.
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

-- The channels of a rule's alerts as a JSON list of ids; null for all channels.
ALTER TABLE alert_rule ADD COLUMN channels TEXT;
`,
};
