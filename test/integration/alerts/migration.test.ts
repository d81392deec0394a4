import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { memoriesOf } from "../../../src/main/engine/db/alerts/alert-memory.js";
import { unannouncedEntries } from "../../../src/main/engine/db/alerts/inbox.js";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { migrate } from "../../../src/main/engine/db/open.js";
import { allRows, type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { listInbox } from "../../../src/main/engine/operations/alerts/inbox.js";
import { processReceived } from "../../../src/main/engine/operations/alerts/receive-event.js";
import {
  endDueRounds,
  endSnoozes,
  markForEvaluation,
} from "../../../src/main/engine/operations/alerts/round.js";
import { listRules } from "../../../src/main/engine/operations/alerts/rules.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { envelope } from "../../support/catalogue.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";

describe("the migration to alerts that are recorded with the price", () => {
  const nowMs = 1_000_000;
  const dropOf = (before: number, now: number) => ({
    product: { service: "p", title: "P", url: "https://shop.example/o" },
    retailer: "shop.example",
    price: { current: now, previous: before, currency: "USD" },
    availability: { current: "in", previous: "in" },
  });

  /** A migrated folder with a watched product that costs $79, after `sql` in the one before. */
  function migrated(sql: string): ReadDb {
    const folder = temporaryFolder();
    const { connection } = { connection: new Database(databaseFile(folder)) };
    migrate({ connection }, 25);
    connection.exec(`
      INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (1, 'default', 'active', 1000, 0, 0, 0);
      INSERT INTO product (id, service, title, details, updated_at) VALUES (1, 'p', 'P', '{}', 0);
      INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url, seen_at)
        VALUES (1, 'o', 1, 'shop.example', 'USD', 7900, 1, 'https://shop.example/o', 0);
      INSERT INTO schedule (account_id, product_id, cadence, created_at, due_at) VALUES (1, 1, 'daily', 0, 9e15);
      INSERT INTO webhook (id, account_id, url, events, secret, is_local, created_at)
        VALUES ('own', 1, 'https://127.0.0.1/', '[]', x'00', 1, 0), ('api', 1, 'https://x.example/', '[]', x'00', 0, 0);
      ${sql}`);
    connection.close();
    return openTestStore(folder);
  }

  const event = (id: string, data: object, type = "price_drop") =>
    `INSERT INTO event (id, account_id, type, data, created_at) VALUES ('${id}', 1, '${type}', '${JSON.stringify(data)}', 10);`;
  const delivery = (id: string, webhook: string) =>
    `INSERT INTO delivery (webhook_id, event_id, status, due_at) VALUES ('${webhook}', '${id}', 'due', 10);`;
  const entry = (id: string, data: object, isTest = 0) =>
    `INSERT INTO inbox (event_id, type, is_test, data, received_at) VALUES ('${id}', 'price_drop', ${isTest}, '${JSON.stringify(data)}', 20);`;
  const received = (id: string, data: object) =>
    `INSERT INTO received_event (id, body, received_at) VALUES ('${id}', '${JSON.stringify(envelope(id, { data } as never))}', 10);`;

  /** The reasons of the alerts that the engine's worker records and has to announce. */
  function alertsAt(db: ReadDb, atMs = nowMs): (string | null)[] {
    const context = { db, clock: { now: () => atMs }, log: silentLog };
    endSnoozes(context, { nowMs: atMs, randomBytes });
    processReceived(context);
    endDueRounds(context, { nowMs: atMs, randomBytes });
    return unannouncedEntries(db, 9).map(({ reason }) => reason);
  }

  const defaultTrigger = (sql: string) => listRules(migrated(sql), 0, {}).rules[0];

  it("makes the default rule one of drops that are worth knowing", () => {
    expect(defaultTrigger("")).toMatchObject({ trigger: { kind: "price_drop", percent: 5 } });
  });

  it.each(["is_enabled = 0", "retailer = 'shop.example'", "condition = 'new'", "channels = '[1]'"])(
    "leaves a default rule that was changed: %s",
    (difference) => {
      expect(defaultTrigger(`UPDATE alert_rule SET ${difference} WHERE id = 1;`)).toMatchObject({
        trigger: { kind: "percent_below", base: "last", percent: 0 },
      });
    },
  );

  it.each([
    ["on its way to the inbox", delivery("evt_1", "own")],
    ["received", received("evt_1", dropOf(100, 79))],
    ["received, and to be delivered again", received("evt_1", dropOf(100, 79)) + delivery("evt_1", "own")],
  ])("alerts once to an event that was %s, compared with the price before", (_case, sql) => {
    const db = migrated(event("evt_1", dropOf(100, 79)) + sql);
    expect(alertsAt(db)).toEqual(["$79.00 at shop.example, was $100.00 (−21%)"]);
    expect(alertsAt(db)).toHaveLength(1);
    expect(allRows(db, "SELECT 1 FROM delivery WHERE status = 'due'")).toEqual([]);
  });

  it("alerts once to several events of a product, compared with the price before the first", () => {
    const waiting = [event("evt_1", dropOf(100, 90)), event("evt_2", dropOf(90, 79))];
    const db = migrated([...waiting, delivery("evt_1", "own"), delivery("evt_2", "own")].join(""));
    expect(alertsAt(db)).toEqual(["$79.00 at shop.example, was $100.00 (−21%)"]);
  });

  it("alerts to a return that was on its way", () => {
    const data = { ...dropOf(79, 79), availability: { current: "in", previous: "out" } };
    const db = migrated(event("evt_1", data, "availability_change") + delivery("evt_1", "own"));
    expect(alertsAt(db)).toEqual(["Back in stock at shop.example for $79.00"]);
  });

  it("evaluates a waiting event of another engine, and leaves programs their deliveries", () => {
    const other = { ...dropOf(100, 79), product: { service: "elsewhere", title: "E" } };
    const db = migrated(
      received("evt_other", other) + event("evt_1", dropOf(100, 79)) + delivery("evt_1", "api"),
    );
    expect(alertsAt(db)).toEqual(["$79.00 at shop.example, was $100.00 (−21%)"]);
    expect(listInbox(db, { limit: 5 }).entries.map(({ event_id: id }) => id)).toEqual(["evt_other"]);
    expect(allRows(db, "SELECT status FROM delivery")).toEqual([{ status: "due" }]);
  });

  it("announces no entry of the inbox again, nor an event that has one", () => {
    const db = migrated(
      event("evt_1", dropOf(100, 79)) + delivery("evt_1", "own") + entry("evt_1", dropOf(100, 79)),
    );
    expect(alertsAt(db)).toEqual([]);
    expect(listInbox(db, { limit: 5 }).total).toBe(1);
  });

  it.each([
    [1, "$79.00 at shop.example, was $100.00 (−21%)"],
    [2, "Back in stock at shop.example for $79.00"],
  ])("alerts at the end of a snooze once to what it has deferred of rule %i", (rule, reason) => {
    const db = migrated(`INSERT INTO alert_snooze VALUES (1, ${nowMs});
      INSERT INTO alert_memory (service, rule_id, at, price_minor, retailer) VALUES ('p', ${rule}, 10, ${rule === 1 ? 10_000 : 7_900}, 'shop.example');`);
    expect(alertsAt(db, nowMs - 1)).toEqual([]);
    expect(alertsAt(db)).toEqual([reason]);
    expect(alertsAt(db, nowMs + 1)).toHaveLength(1);
  });

  const targetRule = `INSERT INTO alert_rule (id, product_id, trigger, created_at)
    VALUES (9, 1, '{"kind":"target","priceMinor":8000,"currency":"USD"}', 0);`;
  const reported = `INSERT INTO alert_memory (service, rule_id, at, price_minor, retailer)
    VALUES ('p', 9, 10, 8000, 'shop.example');`;

  it.each([
    ["was reported, in silence", reported, []],
    ["was not yet, in an alert", "", ["$79.00 at shop.example, under your target of $80.00"]],
  ])("evaluates a reached target that %s", (_case, memory, reasons) => {
    const db = migrated(targetRule + memory);
    for (let check = 0; check < 2; check++) {
      write(db, (tx) => markForEvaluation(tx, 1, nowMs));
      expect(alertsAt(db)).toEqual(reasons);
    }
  });

  it("keeps a channel's message that waits, and its alerts without one", () => {
    const db = migrated(`${entry("evt_1", dropOf(100, 79)) + entry("evt_2", dropOf(79, 70))}
      INSERT INTO channel (id, name, kind, target, description, language, created_at)
        VALUES (1, 'Phone', 'ntfy', x'00', 'topic', 'en', 0);
      INSERT INTO channel_message (id, channel_id, public_id, status, attempts, due_at, created_at)
        VALUES (1, 1, 'msg_1', 'due', 1, 30, 20);
      INSERT INTO channel_alert VALUES (1, 1, 20, 1), (1, 2, 20, NULL);`);
    expect(alertsAt(db)).toEqual([]);
    const sql = `SELECT entry_id AS entry, public_id AS message, status FROM channel_alert
      LEFT JOIN channel_message ON id = message_id ORDER BY entry_id`;
    expect(allRows(db, sql)).toEqual([
      { entry: 1, message: "msg_1", status: "due" },
      { entry: 2, message: null, status: null },
    ]);
  });

  it("lets the default rule remember a product's newest alert, not a test or a failing page after it", () => {
    const entries = [
      entry("evt_1", dropOf(100, 95)),
      entry("evt_2", dropOf(95, 82)),
      entry("evt_test_1", dropOf(100, 10), 1),
      entry("checks_failing_1", { ...dropOf(0, 0), price: null }),
    ];
    expect(memoriesOf(migrated(entries.join("")), "p", 1)).toEqual([
      { currency: "USD", atMs: 20, priceMinor: 8_200, retailer: "shop.example" },
    ]);
  });
});
