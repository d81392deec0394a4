import { expect, it } from "vitest";
import { deleteExpired } from "../../../../src/main/engine/db/expired.js";
import { allValues } from "../../../../src/main/engine/db/store.js";
import { DAY_MS, HOUR_MS } from "../../../../src/shared/time.js";
import { openTestStore } from "../../../support/folder.js";

const nowMs = Date.UTC(2026, 10, 28);

it.each<[string, string, string, number]>([
  [
    "finished batch job",
    "batch_job",
    "(account_id, status, identifiers, include, total, id, created_at) VALUES (1, 'completed', '[]', '[]', 0, :atMs, :atMs)",
    7 * DAY_MS,
  ],
  [
    "ended delivery",
    "delivery",
    "(webhook_id, event_id, status, due_at, ended_at) VALUES ('w', 'e', 'delivered', 0, :atMs)",
    30 * DAY_MS + 1,
  ],
  [
    "ended message",
    "channel_message",
    "(channel_id, status, attempts, due_at, created_at, public_id, ended_at) VALUES (1, 'delivered', 1, 0, 0, :atMs, :atMs)",
    30 * DAY_MS + 1,
  ],
  ["ended snooze", "alert_snooze", "(product_id, until) VALUES (:atMs, :atMs)", 30 * DAY_MS],
  [
    "problem of a rule",
    "alert_problem",
    "(service, rule_id, error, at) VALUES (:atMs, 1, 'x', :atMs)",
    30 * DAY_MS + 1,
  ],
  [
    "list that was never filled",
    "link_list",
    "(account_id, name, format, work, created_at) VALUES (1, 'a', 'csv', 'filling', :atMs)",
    HOUR_MS + 1,
  ],
  [
    "added link",
    "link",
    "(account_id, client, text, key, host, options, state, due_at, created_at) VALUES (1, 'window', '', '', '', '{}', 'watched', 0, :atMs)",
    30 * DAY_MS + 1,
  ],
])("the %s is deleted only once it is old", (_what, table, values, ageMs) => {
  const db = openTestStore();
  db.connection.pragma("foreign_keys = OFF");
  const insert = db.connection.prepare(`INSERT INTO ${table} ${values}`);
  for (const atMs of [nowMs - ageMs, nowMs - ageMs + 1]) insert.run({ atMs });
  deleteExpired(db, nowMs);
  expect(allValues(db, `SELECT count(*) FROM ${table}`)).toEqual([1]);
  deleteExpired(db, nowMs + 1);
  expect(allValues(db, `SELECT count(*) FROM ${table}`)).toEqual([0]);
});
