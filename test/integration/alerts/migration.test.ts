import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { insertEntry } from "../../../src/main/engine/db/alerts/inbox.js";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { migrations } from "../../../src/main/engine/db/migrations/index.js";
import { migrate } from "../../../src/main/engine/db/open.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { allWebhooks } from "../../../src/main/engine/db/webhooks/webhook.js";
import { listInbox } from "../../../src/main/engine/operations/alerts/inbox.js";
import { listRules } from "../../../src/main/engine/operations/alerts/rules.js";
import type { ReasonClauses } from "../../../src/shared/app/reasons.js";
import { envelope } from "../../support/catalogue.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";

/** A data folder from before rules existed (schema version 3), with these webhooks and one inbox entry. */
function oldFolder(webhooks: readonly { id: string; isLocal: boolean; events: readonly string[] }[]): string {
  const folder = temporaryFolder();
  const db: ReadDb = { connection: new Database(databaseFile(folder)) };
  migrate(db, 3);
  const { connection } = db;
  connection.exec(
    `INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
     VALUES (1, 'default', 'active', 1000, 0, 0, 0)`,
  );
  const insert = connection.prepare(
    "INSERT INTO webhook (id, account_id, url, events, secret, is_local, created_at) VALUES (?, 1, 'https://x.example/', ?, x'00', ?, 0)",
  );
  for (const { id, isLocal, events } of webhooks) insert.run(id, JSON.stringify(events), Number(isLocal));
  connection
    .prepare(
      "INSERT INTO inbox (event_id, type, is_test, data, received_at) VALUES ('evt_1', 'price_drop', 0, ?, 5)",
    )
    .run(JSON.stringify(envelope("evt_1").data));
  connection.close();
  return folder;
}

describe("the migration of a database without rules", () => {
  it("adds the two global rules and keeps inbox entries without a reason", () => {
    const db = openTestStore(oldFolder([]));
    expect(
      listRules(db, 0, {}).rules.map(({ trigger, product_key: productKey }) => ({
        service: productKey,
        ...trigger,
      })),
    ).toEqual([
      { service: null, kind: "percent_below", base: "last", percent: 0 },
      { service: null, kind: "back_in_stock" },
    ]);
    expect(listInbox(db, { limit: 5 }).entries).toMatchObject([{ event_id: "evt_1", reason: null }]);
  });

  it("subscribes the app's own webhook to schedule_completion unless its events were customized", () => {
    const usual = ["price_drop", "availability_change"];
    const db = openTestStore(
      oldFolder([
        { id: "usual", isLocal: true, events: usual },
        { id: "chosen", isLocal: true, events: ["price_drop"] },
        { id: "script", isLocal: false, events: usual },
      ]),
    );
    expect(Object.fromEntries(allWebhooks(db).map(({ id, events }) => [id, events]))).toEqual({
      usual: [...usual, "schedule_completion"],
      chosen: ["price_drop"],
      script: usual,
    });
  });
});

it("the migration to reason clauses keeps the reason sentences of existing inbox entries", () => {
  const folder = temporaryFolder();
  const oldDb: ReadDb = { connection: new Database(databaseFile(folder)) };
  migrate(oldDb, migrations.find(({ name }) => name === "reason-clauses")!.version - 1);
  oldDb.connection
    .prepare(
      "INSERT INTO inbox (event_id, type, is_test, data, reason, rule_ids, received_at) VALUES ('evt_1', 'price_drop', 0, ?, 'Cheap', '[]', 5)",
    )
    .run(JSON.stringify(envelope("evt_1").data));
  oldDb.connection.close();
  const db = openTestStore(folder);
  const clauses = {
    head: { kind: "price", price: 5, currency: "USD", retailer: null },
    clauses: [{ kind: "lowest_ever" }],
  } satisfies ReasonClauses;
  const { data } = envelope("evt_2");
  write(db, (tx) =>
    insertEntry(tx, {
      eventId: "evt_2",
      type: "price_drop",
      isTest: false,
      data,
      reason: "Cheaper",
      clauses,
      ruleIds: [],
      receivedMs: 6,
    }),
  );
  expect(listInbox(db, { limit: 5 }).entries).toMatchObject([
    { event_id: "evt_2", reason: "Cheaper", clauses },
    { event_id: "evt_1", reason: "Cheap", clauses: null },
  ]);
});
