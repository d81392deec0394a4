import { expect, it } from "vitest";
import { allRows, write } from "../../../../src/main/engine/db/store.js";
import { capWaits } from "../../../../src/main/engine/db/waits.js";
import { DAY_MS, HOUR_MS } from "../../../../src/shared/time.js";
import { openTestStore } from "../../../support/folder.js";

const nowMs = Date.UTC(2026, 10, 28);

it.each([
  [
    "a delivery",
    "delivery (webhook_id, event_id, status, due_at) VALUES ('w', 'e', 'due', :atMs)",
    2 * HOUR_MS,
  ],
  [
    "a link",
    "link (account_id, client, text, key, host, options, state, created_at, due_at) VALUES (1, 'window', :atMs, :atMs, '', '{}', 'waiting', 0, :atMs)",
    6 * HOUR_MS,
  ],
  [
    "a followed page",
    "link_list (account_id, name, format, created_at, due_at) VALUES (1, 'a', 'page', 0, :atMs)",
    DAY_MS,
  ],
])("after the clock was set back, %s waits no longer than otherwise", (_what, row, maxMs) => {
  const db = openTestStore();
  db.connection.pragma("foreign_keys = OFF");
  const insert = db.connection.prepare(`INSERT INTO ${row}`);
  for (const waitMs of [0, maxMs, 30 * DAY_MS]) insert.run({ atMs: nowMs + waitMs });
  write(db, (tx) => capWaits(tx, nowMs));
  const [table] = row.split(" ");
  const due = allRows<{ due_at: number }>(db, `SELECT due_at FROM ${table} ORDER BY rowid`);
  expect(due.map(({ due_at }) => due_at - nowMs)).toEqual([0, maxMs, maxMs]);
});
