import type { Migration } from "./migration.js";

export const migrations12To24: readonly Migration[] = [
  /** The shopper's votes on deals. */
  {
    version: 12,
    sql: `
-- By the deal's path: a deal that a service tells anew keeps the vote.
CREATE TABLE deal_vote (
  deal_path TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  vote INTEGER NOT NULL CHECK (vote IN (-1, 1)),
  voted_at INTEGER NOT NULL,
  PRIMARY KEY (deal_path, account_id)
) STRICT, WITHOUT ROWID;
`,
  },
  /** Which way of fetching a shop's pages shows their prices. */
  {
    version: 13,
    sql: `
CREATE TABLE shop_way (
  -- With its port unless that is the default one.
  host TEXT PRIMARY KEY,
  -- 1 if a hidden browser found a price that the plain page lacks, 0 if neither found one.
  is_rendered INTEGER NOT NULL,
  tried_at INTEGER NOT NULL
) STRICT;
`,
  },
  /** Batch jobs of the owner, which are not charged. Older jobs stay as they were. */
  {
    version: 14,
    sql: `
-- 1 if the job came with an API key.
ALTER TABLE batch_job ADD COLUMN is_metered INTEGER NOT NULL DEFAULT 1;
`,
  },
  /** Removed products, for as long as the removal can be undone. */
  {
    version: 15,
    sql: `
CREATE TABLE removed_product (
  id INTEGER PRIMARY KEY,
  removed_at INTEGER NOT NULL,
  -- Every row that belonged to the product, by table, as JSON.
  tables TEXT NOT NULL
) STRICT;
`,
  },
  /** What a shop says beside its price, and how much of a product is in the pack. */
  {
    version: 16,
    sql: `
-- List price, lowest price of 30 days, shipping and ordering as JSON.
ALTER TABLE tracked_page ADD COLUMN terms TEXT;

CREATE TABLE product_size (
  product_id INTEGER PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  -- Grams, millilitres or pieces.
  amount REAL NOT NULL CHECK (amount > 0),
  unit TEXT NOT NULL CHECK (unit IN ('g', 'ml', 'piece')),
  -- Entered by the shopper: pages do not change it.
  is_by_hand INTEGER NOT NULL
) STRICT;
`,
  },
  /** Votes counted on this computer only, so they are gone from the window. */
  {
    version: 17,
    sql: "DROP TABLE deal_vote;",
  },
  /** A clicked price counts for its page first; recipes from before, and from files, for all pages of their host. */
  {
    version: 18,
    sql: `
ALTER TABLE recipe RENAME TO recipe_of_host;

CREATE TABLE recipe (
  -- With its port where that is not the usual one.
  host TEXT NOT NULL,
  -- Path and search of the page; '' for all pages of the host.
  page TEXT NOT NULL,
  -- JSON: see Recipe in shared/recipe/recipe.ts.
  body TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (host, page)
) STRICT;

INSERT INTO recipe (host, page, body, made_at) SELECT host, '', body, made_at FROM recipe_of_host;
DROP TABLE recipe_of_host;
`,
  },
  /** Keys of the owner API, which act as the window does; those from before are for the contract's API only. */
  {
    version: 19,
    sql: "ALTER TABLE api_key ADD COLUMN is_owner INTEGER NOT NULL DEFAULT 0;",
  },
  /** Services to which alerts are sent, and the messages to them. */
  {
    version: 20,
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
  },
  /** Keys of paired browser extensions, extensions that wait for the user's consent, and pages seen in the browser. */
  {
    version: 21,
    sql: `
-- The extension that the key belongs to; null for a key of a program.
ALTER TABLE api_key ADD COLUMN origin TEXT;

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

-- When the shopper's browser last showed the page with a price.
ALTER TABLE offer_check ADD COLUMN visited_at INTEGER;
`,
  },
  /** Lists of links: imported files, and pages that are followed. */
  {
    version: 22,
    sql: `
CREATE TABLE link_list (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The address of a followed page; null for an import.
  url TEXT,
  format TEXT NOT NULL,
  schedule TEXT NOT NULL,
  -- Tags for all of its products, as a JSON array.
  tags TEXT NOT NULL,
  -- filling, undoing or redoing; null in between.
  work TEXT,
  created_at INTEGER NOT NULL,
  cancelled_at INTEGER,
  undone_at INTEGER,
  -- What a watch list file added to no product in particular: see AddedByList in db/list-entry.ts.
  added TEXT,
  -- What an undo set aside, in removed_product.
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
  -- The address in the form in which addresses are compared.
  key TEXT NOT NULL,
  host TEXT NOT NULL,
  title TEXT,
  price REAL,
  currency TEXT,
  target REAL,
  tags TEXT NOT NULL,
  -- Price history to merge once the page is added, as JSON; null without any.
  history TEXT,
  -- The product of a watch list file, as JSON; null for a link.
  product TEXT,
  state TEXT NOT NULL,
  -- How often a visit has failed that is worth another one.
  failures INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  product_key TEXT,
  reason TEXT,
  gone_at INTEGER,
  -- What the entry added, as JSON: see AddedByList in db/list-entry.ts.
  added TEXT,
  -- What an undo set aside, in removed_product.
  removed_id INTEGER,
  UNIQUE (list_id, key)
) STRICT;
CREATE INDEX list_entry_list ON list_entry (list_id, id);
CREATE INDEX list_entry_state ON list_entry (list_id, state);
CREATE INDEX list_entry_waiting ON list_entry (host, due_at, list_id) WHERE state = 'waiting';
CREATE INDEX list_entry_gone ON list_entry (list_id) WHERE gone_at IS NOT NULL;
CREATE INDEX list_entry_added ON list_entry (list_id, id) WHERE added IS NOT NULL;
`,
  },
  /** Pages of several products that are watched by their cheapest one. */
  {
    version: 23,
    sql: `
-- Which of the page's products count, as JSON; null for a page of one product.
ALTER TABLE tracked_page ADD COLUMN listing TEXT;
`,
  },
  /** Secrets of webhooks before their rotation. */
  {
    version: 24,
    sql: `
-- The secret before the last rotation, which stays valid until a time. Sealed like the secret.
ALTER TABLE webhook ADD COLUMN old_secret BLOB;
ALTER TABLE webhook ADD COLUMN old_secret_until INTEGER;
`,
  },
];
