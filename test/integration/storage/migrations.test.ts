import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { allChannels } from "../../../src/main/engine/db/channels/channel.js";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { linksById, waitingHosts } from "../../../src/main/engine/db/intake/link.js";
import { latestVersion, migrations } from "../../../src/main/engine/db/migrations/index.js";
import { migrate } from "../../../src/main/engine/db/open.js";
import { offerByPublicId } from "../../../src/main/engine/db/prices/offer.js";
import { readAllPoints, readObserved } from "../../../src/main/engine/db/prices/price-history.js";
import { findByIdentifier } from "../../../src/main/engine/db/products/identifier.js";
import { tagCounts } from "../../../src/main/engine/db/products/tag.js";
import { hasSchemaOfVersion } from "../../../src/main/engine/db/schema-check.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { packPoints } from "../../../src/main/engine/domain/point-codec.js";
import { listActs, redoAct, undoAct } from "../../../src/main/engine/operations/acts/acts.js";
import { allLists } from "../../../src/main/engine/operations/lists/lists.js";
import { linkOptions } from "../../../src/shared/app/links.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { actingContext } from "../../support/acting-context.js";
import { ensureBuilt, runCliProcess } from "../../support/cli.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { exported, importLines, productLine } from "../catalogue/catalogue-files.js";

function pragma(db: ReadDb, name: string): unknown {
  return db.connection.pragma(name, { simple: true });
}

function readSchema(db: ReadDb): unknown[] {
  return allRows(db, "SELECT type, name, sql FROM sqlite_schema ORDER BY name");
}

interface GivenUp {
  readonly daysAgo?: number;
  readonly cancelledAt?: number;
  readonly reason?: string;
}

/** A folder with a database of the version before this one. */
function openBefore(version: number): { folder: string; oldDb: ReadDb } {
  const folder = temporaryFolder();
  const oldDb: ReadDb = { connection: new Database(databaseFile(folder)) };
  migrate(oldDb, version - 1);
  return { folder, oldDb };
}

describe("migrations", () => {
  it("migrations are numbered without gaps", () => {
    const first = migrations[0]?.version ?? 0;
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, i) => first + i));
  });

  it("migrations create a new database with Tidemark's application id", () => {
    const db = openTestStore();
    expect(pragma(db, "user_version")).toBe(latestVersion);
    expect(pragma(db, "application_id")).toBe(0x54494445);
    expect(pragma(db, "journal_mode")).toBe("wal");
    expect(pragma(db, "foreign_keys")).toBe(1);
    expect(pragma(db, "integrity_check")).toBe("ok");
  });

  it("migrations bring every older version to the schema of a new database", () => {
    const growing: ReadDb = { connection: new Database(databaseFile(temporaryFolder())) };
    for (const { version } of migrations) {
      migrate(growing, version);
      expect(pragma(growing, "user_version")).toBe(version);
      // Another schema would be refused at the next start.
      expect(hasSchemaOfVersion(growing.connection, version), `version ${version}`).toBe(true);
    }
    expect(readSchema(growing)).toEqual(readSchema(openTestStore()));
    growing.connection.close();
  });

  it("migrations begin the series of shipping with what pages have said", () => {
    const { folder, oldDb } = openBefore(33);
    oldDb.connection.exec(
      `INSERT INTO product (id, service, title, details, updated_at) VALUES (1, 'product/a/1', 'A', '{}', 1)`,
    );
    const pages = ['{"shipping":4.99}', '{"shipping":0}', '{"list_price":9}', null];
    for (const [id, terms] of pages.entries()) {
      const offer = `INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url,
        is_trusted, is_valid, is_auction, seen_at) VALUES (?, ?, 1, 'shop.example', 'USD', 100, 1, ?, 1, 1, 0, 7)`;
      oldDb.connection.prepare(offer).run(id, String(id), String(id));
      const page =
        "INSERT INTO tracked_page (offer_id, url, added_at, is_rendered, terms) VALUES (?, ?, 1, 0, ?)";
      oldDb.connection.prepare(page).run(id, String(id), terms);
    }
    oldDb.connection.close();
    const sql = "SELECT offer_id, kind, at, price_minor, words FROM condition_point";
    expect(allRows(openTestStore(folder), sql)).toEqual([
      { offer_id: 0, kind: "shipping", at: 7, price_minor: 499, words: null },
      { offer_id: 1, kind: "shipping", at: 7, price_minor: 0, words: null },
    ]);
  });

  it("migrations find products by links in which other characters are escaped", () => {
    const { folder, oldDb } = openBefore(36);
    oldDb.connection.exec(`INSERT INTO product (id, service, title, details, updated_at) VALUES (1, 'product/a/1', 'A', '{}', 1);
      INSERT INTO identifier VALUES (4, 'shop.example/%67arden?a=%20', 1), (4, 'shop.example/garden?a=%20', 1);`);
    oldDb.connection.close();
    expect(findByIdentifier(openTestStore(folder), "url", "shop.example/garden?a=+")).toEqual({
      productId: 1,
      count: 1,
    });
  });

  it("migrations count what finished batch jobs take", () => {
    const { folder, oldDb } = openBefore(36);
    oldDb.connection.exec(`
      INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (1, 'default', 'active', 1000, 0, 0, 0);
      INSERT INTO batch_job (id, account_id, status, identifiers, include, total, created_at, finished_at)
        VALUES ('done', 1, 'completed', '["é"]', '[]', 1, 7, 8), ('open', 1, 'pending', '["é"]', '[]', 1, 7, NULL);
      INSERT INTO batch_result (job_id, position, body) VALUES ('done', 0, '{"status":"not_found"}');`);
    oldDb.connection.close();
    const db = openTestStore(folder);
    expect(allRows(db, "SELECT id, bytes FROM batch_job ORDER BY id")).toEqual([
      { id: "done", bytes: '["ee"]'.length + '{"status":"not_found"}'.length },
      { id: "open", bytes: 0 },
    ]);
  });

  it("migrations give what rules remember the currency that they compared in", () => {
    const { folder, oldDb } = openBefore(36);
    oldDb.connection.exec(`INSERT INTO product (id, service, title, details, updated_at) VALUES (1, 'product/a/1', 'A', '{}', 1);
      INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url, seen_at)
        VALUES (1, 'o', 1, 'shop.example', 'EUR', 100, 1, 'o', 7);
      INSERT INTO alert_rule (id, product_id, trigger, created_at)
        VALUES (9, 1, '{"kind":"target","priceMinor":8000,"currency":"CHF"}', 0);
      INSERT INTO alert_memory VALUES ('product/a/1', 1, 7, 100, NULL), ('product/a/1', 9, 7, 8000, NULL);`);
    oldDb.connection.close();
    const remembered = allRows(
      openTestStore(folder),
      "SELECT rule_id, currency, price_minor FROM alert_memory",
    );
    expect(remembered).toEqual([
      { rule_id: 1, currency: "EUR", price_minor: 100 },
      { rule_id: 9, currency: "CHF", price_minor: 8_000 },
    ]);
  });

  it("migrations give what removed rules remember its currency, too, so that an undo alerts to nothing again", async () => {
    const { folder, oldDb } = openBefore(36);
    const memory = (rule_id: number, price_minor: number | null) => [
      "alert_memory",
      { service: "product/a/1", rule_id, at: 7, price_minor, retailer: null },
      null,
    ];
    const rule = {
      id: 9,
      product_id: 1,
      trigger: '{"kind":"target","priceMinor":8000,"currency":"CHF"}',
      is_enabled: 1,
      channels: null,
      created_at: 0,
    };
    const changes = [memory(9, 8_000), memory(1, 100), memory(2, null), ["alert_rule", rule, null]];
    oldDb.connection.exec(`
      INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (1, 'default', 'active', 1000, 0, 0, 0);
      INSERT INTO product (id, service, title, details, updated_at) VALUES (1, 'product/a/1', 'A', '{}', 1);
      INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url, seen_at)
        VALUES (1, 'o', 1, 'shop.example', 'EUR', 100, 1, 'o', 7);
      INSERT INTO act (id, account_id, kind, subject, client, at, turn, changes, size)
        VALUES (1, 1, 'rules.remove', '{"title":"A","count":1}', 'window', 1, 1, '${JSON.stringify(changes)}', 1);`);
    oldDb.connection.close();
    const db = openTestStore(folder);
    expect(
      await undoAct(
        actingContext(db, () => 10),
        { id: 1 },
      ),
    ).toMatchObject({ kept: [] });
    expect(allRows(db, "SELECT rule_id, currency, price_minor FROM alert_memory")).toEqual([
      { rule_id: 1, currency: "EUR", price_minor: 100 },
      { rule_id: 9, currency: "CHF", price_minor: 8_000 },
    ]);
  });

  it("migrations keep the links of lists, with what they shall become", () => {
    const { folder, oldDb } = openBefore(28);
    const entrySql = `INSERT INTO list_entry (list_id, url, key, host, currency, target, tags, state, due_at, reason)
      VALUES (:list, :url, :url, 'shop.example', :currency, :target, :tags, :state, 5, 'It said no.')`;
    oldDb.connection.exec(`
      INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (1, 'default', 'active', 1000, 0, 0, 0);
      INSERT INTO link_list (id, account_id, name, format, schedule, tags, created_at, undone_at)
        VALUES (1, 1, 'one', 'csv', 'weekly', '["gifts"]', 1, NULL), (2, 1, 'two', 'csv', 'daily', '[]', 2, 3);`);
    const entries = [
      {
        list: 1,
        url: "https://shop.example/a",
        currency: "EUR",
        target: 7.5,
        tags: '["tea"]',
        state: "waiting",
      },
      { list: 1, url: "https://shop.example/b", currency: null, target: null, tags: "[]", state: "offered" },
      { list: 1, url: "https://shop.example/c", currency: null, target: 0, tags: "[]", state: "question" },
      {
        list: 2,
        url: "https://shop.example/a",
        currency: null,
        target: null,
        tags: "[]",
        state: "dismissed",
      },
    ];
    for (const entry of entries) oldDb.connection.prepare(entrySql).run(entry);
    oldDb.connection.close();
    const db = openTestStore(folder);
    expect(pragma(db, "foreign_key_check")).toBeUndefined();
    const links = linksById(db, 1, [1, 2, 3, 4]);
    for (const { options } of links) expect(linkOptions.parse(options)).toEqual(options);
    const weekly = { schedule: "weekly", tags: ["gifts"] };
    expect(links).toMatchObject([
      {
        listId: 1,
        state: "waiting",
        dueMs: 5,
        options: {
          ...weekly,
          tags: ["gifts", "tea"],
          currency: "EUR",
          target: { price: 7.5, currency: null },
        },
      },
      { state: "offered", options: weekly },
      { state: "question", reason: "It said no.", options: weekly },
      { listId: 2, state: "dismissed", options: { schedule: "daily", tags: [] } },
    ]);
    expect(waitingHosts(db, 9)).toEqual([{ host: "shop.example", dueMs: 5, isUrgent: false }]);
    expect(allLists({ db, accountId: 1 }).lists.map(({ id, state }) => [id, state])).toEqual([
      [2, "undone"],
      [1, "running"],
    ]);
  });

  it("imports of earlier versions can still be taken back, and restored", async () => {
    const { folder, oldDb } = openBefore(28);
    const added = (isNew: boolean, offer: string, target: number) =>
      `{"isNewProduct":${isNew},"offers":["${offer}"],"pages":["https://shop.example/${offer}"],"tags":["Tea"],"history":null,
        "schedule":{"cadence":"daily","retailer":null},
        "rules":[{"trigger":{"kind":"target","priceMinor":${target},"currency":"USD"},"createdMs":9}]}`;
    oldDb.connection.exec(`
      INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (1, 'default', 'active', 1000, 0, 0, 0);
      INSERT INTO product (id, service, title, details, updated_at)
        VALUES (7, 'product/pot/1', 'Pot', '{}', 1), (8, 'product/cup/1', 'Cup', '{}', 1);
      INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url, seen_at)
        VALUES (1, 'pot', 7, 'shop.example', 'USD', 4000, 1, 'https://shop.example/pot', 1),
          (2, 'cup', 8, 'shop.example', 'USD', 900, 1, 'https://shop.example/cup', 1),
          (3, 'own', 8, 'other.example', 'USD', 950, 1, 'https://other.example/own', 1);
      INSERT INTO tracked_page (offer_id, url, added_at)
        SELECT id, url, 9 FROM offer;
      INSERT INTO schedule (account_id, product_id, cadence, created_at, due_at) VALUES (1, 7, 'daily', 9, 9), (1, 8, 'hourly', 9, 9);
      INSERT INTO tag (account_id, product_id, key, name) VALUES (1, 7, 'tea', 'Tea'), (1, 8, 'tea', 'Tea'), (1, 8, 'mine', 'Mine');
      INSERT INTO alert_rule (product_id, trigger, created_at)
        SELECT id, '{"kind":"target","priceMinor":3000,"currency":"USD"}', 9 FROM product;
      INSERT INTO link_list (id, account_id, name, format, schedule, tags, created_at) VALUES (1, 1, 'gifts', 'csv', 'daily', '[]', 9);
      INSERT INTO list_entry (list_id, url, key, host, tags, state, due_at, product_key, added) VALUES
        (1, 'a', 'a', 'shop.example', '[]', 'watched', 9, 'product/pot/1', '${added(true, "pot", 3_000)}'),
        (1, 'b', 'b', 'shop.example', '[]', 'watched', 9, 'product/cup/1', '${added(false, "cup", 2_000)}'),
        (1, 'c', 'c', 'shop.example', '[]', 'waiting', 9, NULL, NULL);`);
    oldDb.connection.close();
    const db = openTestStore(folder);
    const context = actingContext(db, () => 10);
    const rows = () => ({
      products: allRows(db, "SELECT title FROM product ORDER BY id"),
      offers: allRows(db, "SELECT public_id FROM offer ORDER BY id"),
      tags: allRows(db, "SELECT product_id AS product, name FROM tag ORDER BY product_id, key"),
      rules: allRows(db, "SELECT product_id AS product FROM alert_rule WHERE product_id IS NOT NULL"),
      cadences: allRows(db, "SELECT cadence FROM schedule ORDER BY product_id"),
    });
    const before = rows();
    const { act } = await undoAct(context, {});
    expect(act).toMatchObject({ kind: "lists.import", subject: { title: "gifts", count: 3 } });
    // The shopper has since added a shop to the cup, changed how often it is checked, and its target.
    expect(rows()).toEqual({
      products: [{ title: "Cup" }],
      offers: [{ public_id: "own" }],
      tags: [{ product: 8, name: "Mine" }],
      rules: [{ product: 8 }],
      cadences: [{ cadence: "hourly" }],
    });
    expect(allLists({ db, accountId: 1 }).lists).toMatchObject([{ state: "undone" }]);
    await redoAct(context, { id: act?.id ?? 0 });
    expect(rows()).toEqual(before);
    expect(pragma(db, "foreign_key_check")).toBeUndefined();
  });

  it.each([
    ["waits again if it was due in the last 30 days", {}, "waiting"],
    ["stays as it is if it was due before", { daysAgo: 31 }, "failed"],
    ["stays as it is in a list that was cancelled", { cancelledAt: 9 }, "failed"],
    [
      "stays as it is if it cannot be read another time, either",
      { reason: "It was left out: its title is empty." },
      "failed",
    ],
  ] as const)("a link of a list that an earlier version gave up %s", (_what, entry: GivenUp, state) => {
    const { daysAgo = 29, cancelledAt = null, reason = "The shop did not answer." } = entry;
    const { folder, oldDb } = openBefore(28);
    oldDb.connection.exec(`INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
      VALUES (1, 'default', 'active', 1000, 0, 0, 0)`);
    const listSql = `INSERT INTO link_list (id, account_id, name, format, schedule, tags, created_at, cancelled_at)
      VALUES (1, 1, 'one', 'csv', 'weekly', '[]', 1, ?)`;
    oldDb.connection.prepare(listSql).run(cancelledAt);
    const entrySql = `INSERT INTO list_entry (list_id, url, key, host, tags, state, failures, due_at, reason)
      VALUES (1, 'https://shop.example/a', 'a', 'shop.example', '[]', 'failed', 2, ?, ?)`;
    const dueMs = Date.now() - daysAgo * DAY_MS;
    oldDb.connection.prepare(entrySql).run(dueMs, reason);
    oldDb.connection.close();
    const isOpen = state === "waiting";
    expect(linksById(openTestStore(folder), 1, [1])).toMatchObject([
      { state, reason: isOpen ? null : reason, failures: 0, dueMs: isOpen ? 0 : dueMs },
    ]);
  });

  it("migrations keep products and offers", async () => {
    const { folder, oldDb } = openBefore(25);
    oldDb.connection.exec(`
      INSERT INTO product (id, service, title, details, barcode, updated_at)
        VALUES (7, 'product/lamp/x', 'Harbor Lamp', '{}', '0012345678905', 1);
      INSERT INTO identifier (kind, value, product_id) VALUES (1, '00012345678905', 7), (2, 'product/lamp/x', 7);
      INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url, seen_at)
        VALUES (9, 'lamp-1', 7, 'shop.example', 'USD', 4000, 1, 'https://shop.example/lamp', 1);`);
    oldDb.connection.close();
    const db = openTestStore(folder);
    expect(pragma(db, "foreign_key_check")).toBeUndefined();
    expect(findByIdentifier(db, "barcode", "00012345678905")?.productId).toBe(7);
    await importLines(db, [productLine("a")]);
    expect(exported(db)).toHaveLength(2);
  });

  it("channels from before they could collect alerts send them at once", () => {
    const { folder, oldDb } = openBefore(25);
    oldDb.connection.exec(`INSERT INTO channel (name, kind, target, description, language, created_at)
      VALUES ('Phone', 'ntfy', x'00', 'phone', 'en', 1)`);
    oldDb.connection.close();
    expect(allChannels(openTestStore(folder))).toMatchObject([{ name: "Phone", collect: "at-once" }]);
  });

  it("products that were removed before acts can still be restored, also if others have their row ids by now", async () => {
    const { folder, oldDb } = openBefore(27);
    const productRow = (id: number, name: string) =>
      `{"id":${id},"service":"product/${name}/1","title":"${name}","details":"{}","offer_count":0,"rating_count":0,"is_sample":0,"updated_at":1}`;
    const offerRow = (id: number, name: string) =>
      `{"id":${id},"public_id":"${name}-offer","product_id":${id},"retailer":"shop.example","currency":"USD","price_minor":4000,
        "availability":1,"url":"https://shop.example/${name}","is_trusted":1,"is_valid":1,"is_auction":0,"seen_at":1,
        "last_block_at":1000,"block_count":1}`;
    const block = Buffer.from(packPoints([{ atMs: 1_000, priceMinor: 4_000, availability: 1 }], 1_000));
    const observed = JSON.stringify({ priceMinor: 9_000, availability: 1 });
    const removed = (id: number, name: string) => `[
      {"table":"product","rows":[${productRow(id, name)}]},
      {"table":"identifier","rows":[{"kind":2,"value":"product/${name}/1","product_id":${id}}]},
      {"table":"offer","rows":[${offerRow(id, name)}]},
      {"table":"price_block","rows":[{"offer_id":${id},"from_at":1000,"count":1,"points":${JSON.stringify(block)}}]},
      {"table":"history_edit","rows":[{"id":${id},"offer_id":${id},"at":1000,"before":${JSON.stringify(observed)},
        "after":${JSON.stringify(JSON.stringify({ priceMinor: 4_000, availability: 1 }))},"made_at":1}]},
      {"table":"tag","rows":[{"account_id":1,"product_id":${id},"key":"garden","name":"Garden"}]}]`;
    oldDb.connection.exec(`
      INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (1, 'default', 'active', 1000, 0, 0, 0);
      INSERT INTO product (id, service, title, details, updated_at) VALUES (7, 'product/mug/1', 'mug', '{}', 1);
      INSERT INTO removed_product (id, removed_at, tables) VALUES
        (3, 5000, '${removed(7, "lamp")}'), (4, 5001, '${removed(7, "pan")}'), (5, 5002, '${removed(9, "cup")}');`);
    oldDb.connection.close();
    const db = openTestStore(folder);
    const context = actingContext(db, () => 6_000);
    expect(listActs(context, { limit: 9 }).acts.map(({ subject }) => subject.title)).toEqual([
      "cup",
      "pan",
      "lamp",
    ]);
    for (let i = 0; i < 3; i += 1) expect(await undoAct(context, {})).toMatchObject({ kept: [] });
    const titles = allRows(db, "SELECT title FROM product ORDER BY title");
    expect(titles).toEqual([{ title: "cup" }, { title: "lamp" }, { title: "mug" }, { title: "pan" }]);
    expect(tagCounts(db, 1)).toEqual([{ name: "Garden", products: 3 }]);
    for (const name of ["lamp", "pan", "cup"]) {
      const offer = offerByPublicId(db, `${name}-offer`);
      const point = { atMs: 1_000, priceMinor: 4_000, availability: 1 };
      expect(readAllPoints(db, offer?.id ?? 0)).toEqual([point]);
      expect(readObserved(db, offer?.id ?? 0)).toEqual([{ ...point, priceMinor: 9_000 }]);
      expect(findByIdentifier(db, "url", `shop.example/${name}`)?.productId, name).toBe(offer?.productId);
    }
    expect(pragma(db, "foreign_key_check")).toBeUndefined();
  });

  it("prices that the user has corrected, excluded or entered lie over what was observed", () => {
    const { folder, oldDb } = openBefore(29);
    const toValue = (priceMinor: number) => ({ priceMinor, availability: 1 as const });
    const toPoint = (atMs: number, priceMinor: number) => ({ atMs, ...toValue(priceMinor) });
    const block = packPoints([toPoint(1_000, 4_000), toPoint(4_000, 3_000)], 1_000).toString("hex");
    const asJson = (priceMinor: number) => `'${JSON.stringify(toValue(priceMinor))}'`;
    oldDb.connection.exec(`
      INSERT INTO product (id, service, title, details, updated_at) VALUES (7, 'product/mug/1', 'mug', '{}', 1);
      INSERT INTO offer (id, public_id, product_id, retailer, currency, price_minor, availability, url, is_trusted, is_valid,
          is_auction, seen_at, last_block_at, block_count)
        VALUES (9, 'mug-offer', 7, 'shop.example', 'USD', 3000, 1, 'https://shop.example/mug', 1, 1, 0, 4000, 1000, 1);
      INSERT INTO price_block (offer_id, from_at, count, points) VALUES (9, 1000, 2, x'${block}');
      INSERT INTO history_edit (offer_id, at, before, after, made_at) VALUES
        (9, 1000, ${asJson(9_000)}, ${asJson(4_000)}, 1), (9, 2000, ${asJson(100)}, NULL, 1), (9, 4000, NULL, ${asJson(3_000)}, 1);`);
    oldDb.connection.close();
    const db = openTestStore(folder);
    expect(readAllPoints(db, 9)).toEqual([toPoint(1_000, 4_000), toPoint(4_000, 3_000)]);
    expect(readObserved(db, 9)).toEqual([toPoint(1_000, 9_000), toPoint(2_000, 100)]);
  });

  it("migrations use strict tables throughout", () => {
    const tables = allRows<{ name: string; strict: number; type: string }>(
      openTestStore(),
      "SELECT name, strict, type FROM pragma_table_list WHERE schema = 'main'",
    );
    const nonStrict = tables.filter(
      ({ name, strict, type }) => type === "table" && strict === 0 && !name.startsWith("sqlite_"),
    );
    expect(nonStrict.filter(({ name }) => !name.startsWith("product_text"))).toEqual([]);
  });
});

describe("concurrent programs on a new folder", () => {
  beforeAll(ensureBuilt);

  // A migration between two of another process has a unit test of its own.
  it("programs that open a new folder together see the same single account", async () => {
    for (let round = 0; round < 3; round += 1) {
      const folder = temporaryFolder();
      const set = () => runCliProcess(["account", "set", "--data", folder]);
      for (const { stdout } of await Promise.all([set(), set(), set(), set()]))
        expect(JSON.parse(stdout)).toMatchObject({ name: "default", status: "active" });
      expect(allRows(openTestStore(folder), "SELECT id FROM account")).toHaveLength(1);
    }
  });
});
