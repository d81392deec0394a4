import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { migrate } from "../../../src/main/engine/db/open.js";
import { insertTag, tagsOfProduct } from "../../../src/main/engine/db/products/tag.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { undoAct } from "../../../src/main/engine/operations/acts/acts.js";
import { changeTags, listTags } from "../../../src/main/engine/operations/watch/tags.js";
import { actingContext } from "../../support/acting-context.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";

const [lamp, lantern, kettle] = ["product/lamp/1", "product/lantern/2", "product/kettle/3"] as const;

function line(productKey: string) {
  const name = productKey.split("/")[1] ?? "";
  return {
    type: "product" as const,
    service: productKey,
    title: name,
    offers: [
      {
        id: `${name}-offer`,
        retailer: "shop.example",
        price: 40,
        currency: "USD",
        availability: "in" as const,
        URL: `https://shop.example/${name}`,
      },
    ],
  };
}

async function start(): Promise<TestEngine> {
  const engine = await openTestEngine();
  await engine.import([lamp, lantern, kettle].map(line));
  return engine;
}

interface TagPatch {
  readonly add?: string[];
  readonly remove?: string[];
}

async function patchTags(engine: TestEngine, productKeys: string[], patch: TagPatch) {
  return engine.data("tags.change", { product_keys: productKeys, ...patch });
}

async function tags(engine: TestEngine): Promise<string[]> {
  const answer = await engine.data("tags.list", {});
  return answer.tags.map(({ name, products }) => `${name} ${products}`);
}

/** A product's stored tags. */
function tagsIn({ db }: TestEngine, productKey: string): string[] {
  const row = db.connection.prepare("SELECT id FROM product WHERE service = ?").get(productKey);
  return row === undefined ? [] : tagsOfProduct(db, 1, (row as { id: number }).id);
}

describe("tags", () => {
  it("tags are added to and removed from many products, ignoring case and duplicates", async () => {
    const engine = await start();
    expect(await patchTags(engine, [lamp, lantern, lamp], { add: [" Garden ", "gift"] })).toMatchObject({
      changed: 2,
      gone: [],
    });
    expect(await patchTags(engine, [lamp, kettle], { add: ["GARDEN"] })).toMatchObject({ changed: 1 });
    expect(await tags(engine)).toEqual(["Garden 3", "gift 2"]);
    expect(await patchTags(engine, [lamp], { remove: ["garden", "unknown"] })).toMatchObject({
      changed: 1,
    });
    expect(await tags(engine)).toEqual(["Garden 2", "gift 2"]);
  });

  it("tags ignore the case and the Unicode form of non-English letters", async () => {
    const engine = await start();
    await patchTags(engine, [lamp], { add: ["Küche"] });
    expect(await patchTags(engine, [lamp], { add: ["KÜCHE", "ku\u0308che"] })).toMatchObject({ changed: 0 });
    expect(await tags(engine)).toEqual(["Küche 1"]);
  });

  it("tags report unknown products as gone", async () => {
    const engine = await start();
    expect(await patchTags(engine, ["product/none/1", lamp], { add: ["a"] })).toMatchObject({
      changed: 1,
      gone: ["product/none/1"],
    });
  });

  it.each<[string, TagPatch]>([
    ["empty", { add: ["  "] }],
    ["longer than 40 characters", { add: ["x".repeat(41)] }],
    ["more than 20 in one request", { add: Array.from({ length: 21 }, (_, i) => `tag ${i}`) }],
  ])("tags are rejected when %s", async (_case, patch) => {
    const engine = await start();
    expect(await engine.call("tags.change", { product_keys: [lamp], ...patch })).toMatchObject({ ok: false });
    expect(await tags(engine)).toEqual([]);
  });

  it("tags are limited to 20 per product, and exceeding the limit changes none of the products", async () => {
    const engine = await start();
    await patchTags(engine, [lamp], { add: Array.from({ length: 20 }, (_, i) => `tag ${i}`) });
    expect(await engine.call("tags.change", { product_keys: [kettle, lamp], add: ["more"] })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("20 tags") },
    });
    expect(tagsIn(engine, kettle)).toEqual([]);
    await patchTags(engine, [lamp], { add: ["more"], remove: ["tag 3"] });
    expect(tagsIn(engine, lamp)).toHaveLength(20);
  });

  it("tags survive the end of a schedule, but not the removal of the product", async () => {
    const engine = await start();
    await engine.call("schedules.put", { ids: [lamp], schedule: "daily" });
    await patchTags(engine, [lamp], { add: ["Garden"] });
    await engine.call("schedules.delete", { ids: [lamp] });
    expect(tagsIn(engine, lamp)).toEqual(["Garden"]);
    engine.db.connection.prepare("DELETE FROM product WHERE service = ?").run(lamp);
    expect(await tags(engine)).toEqual([]);
  });

  it("tags are combined by a merge and separated again by a split", async () => {
    const engine = await start();
    await patchTags(engine, [lamp], { add: ["both", "lamps"] });
    await patchTags(engine, [lantern], { add: ["both", "lanterns"] });
    await engine.call("products.merge", { product_key: lantern, into: lamp });
    expect(tagsIn(engine, lamp)).toEqual(["both", "lamps", "lanterns"]);
    await engine.call("products.split", { product_key: lamp, offer_ids: ["lantern-offer"] });
    expect(tagsIn(engine, lamp)).toEqual(["both", "lamps"]);
    expect(tagsIn(engine, lantern)).toEqual(["both", "lanterns"]);
  });

  it("tags are as before once any change is undone", async () => {
    const engine = await start();
    const name = fc.constantFrom("a", "B", "c", "Garden", "garden");
    const patch = fc.record({
      product_keys: fc.subarray([lamp, lantern, kettle], { minLength: 1 }),
      add: fc.array(name, { maxLength: 3 }),
      remove: fc.array(name, { maxLength: 3 }),
    });
    const context = actingContext(engine.db, () => engine.clock.now());
    const all = () => [lamp, lantern, kettle].map((productKey) => tagsIn(engine, productKey));
    await fc.assert(
      fc.asyncProperty(fc.array(patch, { minLength: 1, maxLength: 4 }), async (patches) => {
        for (const each of patches) {
          const before = all();
          const answer = changeTags(context, each);
          const after = all();
          expect(answer.changed).toBe(after.filter((own, i) => own.join() !== before[i]?.join()).length);
          for (const own of after) expect(new Set(own.map((tag) => tag.toLowerCase())).size).toBe(own.length);
          if (answer.act_id !== null) await undoAct(context, { id: answer.act_id });
          expect(all()).toEqual(before);
          changeTags(context, each);
        }
      }),
      { numRuns: 25 },
    );
  });
});

const beforeTags = 8;

it("the migration to tags keeps schedules and lets their products have tags", () => {
  const folder = temporaryFolder();
  const oldDb: ReadDb = { connection: new Database(databaseFile(folder)) };
  migrate(oldDb, beforeTags);
  oldDb.connection.exec(`
    INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
      VALUES (1, 'default', 'active', 1000, 0, 0, 0);
    INSERT INTO product (id, service, title, details, updated_at) VALUES (7, '${lamp}', 'Lamp', '{}', 1);
    INSERT INTO schedule (account_id, product_id, cadence, created_at, due_at) VALUES (1, 7, 'daily', 5, 6);`);
  oldDb.connection.close();
  const db = openTestStore(folder);
  expect(listTags(db, 1)).toEqual({ tags: [] });
  write(db, (tx) => insertTag(tx, { accountId: 1, productId: 7, name: "Garden" }));
  expect(tagsOfProduct(db, 1, 7)).toEqual(["Garden"]);
  expect(db.connection.prepare("SELECT count(*) AS n FROM schedule").get()).toEqual({ n: 1 });
});
