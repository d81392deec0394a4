import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { migrations } from "../../../src/main/engine/db/migrations/index.js";
import { migrate } from "../../../src/main/engine/db/open.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { insertTag, tagsOfProduct } from "../../../src/main/engine/db/tag.js";
import { changeTags, listTags, replaceTags } from "../../../src/main/engine/operations/watch/tags.js";
import type { ProductTags } from "../../../src/shared/app/tags.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { newStore, temporaryFolder } from "../../support/folder.js";

const [lamp, lantern, kettle] = ["product/lamp/1", "product/lantern/2", "product/kettle/3"] as const;

function line(service: string) {
  const name = service.split("/")[1] ?? "";
  return {
    type: "product" as const,
    service,
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
  const engine = await startTestEngine();
  onTestFinished(() => engine.stop());
  await engine.import([lamp, lantern, kettle].map(line));
  return engine;
}

interface Wish {
  readonly add?: string[];
  readonly remove?: string[];
}

async function change(engine: TestEngine, services: string[], wish: Wish) {
  const answer = await engine.call("tags.change", { services, ...wish });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
}

async function tags(engine: TestEngine): Promise<string[]> {
  const answer = await engine.call("tags.list", {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data.tags.map(({ name, products }) => `${name} ${products}`);
}

/** The tags of a product as they are stored. */
function tagsIn({ db }: TestEngine, service: string): string[] {
  const row = db.connection.prepare("SELECT id FROM product WHERE service = ?").get(service);
  return row === undefined ? [] : tagsOfProduct(db, 1, (row as { id: number }).id);
}

describe("tags", () => {
  it("are given to many products and taken from them, counted once however they are written", async () => {
    const engine = await start();
    expect(await change(engine, [lamp, lantern, lamp], { add: [" Garden ", "gift"] })).toEqual({
      changed: 2,
      before: [
        { service: lamp, tags: [] },
        { service: lantern, tags: [] },
      ],
      gone: [],
    });
    expect(await change(engine, [lamp, kettle], { add: ["GARDEN"] })).toMatchObject({ changed: 1 });
    expect(await tags(engine)).toEqual(["Garden 3", "gift 2"]);
    expect(await change(engine, [lamp], { remove: ["garden", "unknown"] })).toMatchObject({
      changed: 1,
      before: [{ service: lamp, tags: ["Garden", "gift"] }],
    });
    expect(await tags(engine)).toEqual(["Garden 2", "gift 2"]);
  });

  it("know letters beyond English ones", async () => {
    const engine = await start();
    await change(engine, [lamp], { add: ["Küche"] });
    expect(await change(engine, [lamp], { add: ["KÜCHE", "ku\u0308che"] })).toMatchObject({ changed: 0 });
    expect(await tags(engine)).toEqual(["Küche 1"]);
  });

  it("name what is no product", async () => {
    const engine = await start();
    expect(await change(engine, ["product/none/1", lamp], { add: ["a"] })).toMatchObject({
      changed: 1,
      gone: ["product/none/1"],
    });
  });

  it.each<[string, Wish]>([
    ["are not empty", { add: ["  "] }],
    ["have 40 characters at most", { add: ["x".repeat(41)] }],
    ["come 20 at a time at most", { add: Array.from({ length: 21 }, (_, i) => `tag ${i}`) }],
  ])("%s", async (_what, wish) => {
    const engine = await start();
    expect(await engine.call("tags.change", { services: [lamp], ...wish })).toMatchObject({ ok: false });
    expect(await tags(engine)).toEqual([]);
  });

  it("are 20 on a product at most; then none of the products is changed", async () => {
    const engine = await start();
    await change(engine, [lamp], { add: Array.from({ length: 20 }, (_, i) => `tag ${i}`) });
    expect(await engine.call("tags.change", { services: [kettle, lamp], add: ["more"] })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("20 tags") },
    });
    expect(tagsIn(engine, kettle)).toEqual([]);
    await change(engine, [lamp], { add: ["more"], remove: ["tag 3"] });
    expect(tagsIn(engine, lamp)).toHaveLength(20);
  });

  it("stay when the product is not watched any more, and end with it", async () => {
    const engine = await start();
    await engine.call("schedules.put", { ids: [lamp], schedule: "daily" });
    await change(engine, [lamp], { add: ["Garden"] });
    await engine.call("schedules.delete", { ids: [lamp] });
    expect(tagsIn(engine, lamp)).toEqual(["Garden"]);
    engine.db.connection.prepare("DELETE FROM product WHERE service = ?").run(lamp);
    expect(await tags(engine)).toEqual([]);
  });

  it("go over when products become one, and back when they are two again", async () => {
    const engine = await start();
    await change(engine, [lamp], { add: ["both", "lamps"] });
    await change(engine, [lantern], { add: ["both", "lanterns"] });
    await engine.call("products.merge", { service: lantern, into: lamp });
    expect(tagsIn(engine, lamp)).toEqual(["both", "lamps", "lanterns"]);
    await engine.call("products.split", { service: lamp, offer_ids: ["lantern-offer"] });
    expect(tagsIn(engine, lamp)).toEqual(["both", "lamps"]);
    expect(tagsIn(engine, lantern)).toEqual(["both", "lanterns"]);
  });

  it("are put back to what they were by what a change answers, whatever it was", async () => {
    const engine = await start();
    const name = fc.constantFrom("a", "B", "c", "Garden", "garden");
    const wish = fc.record({
      services: fc.subarray([lamp, lantern, kettle], { minLength: 1 }),
      add: fc.array(name, { maxLength: 3 }),
      remove: fc.array(name, { maxLength: 3 }),
    });
    const { db } = engine;
    const all = () => [lamp, lantern, kettle].map((service) => tagsIn(engine, service));
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 4 }), (wishes) => {
        for (const each of wishes) {
          const before = all();
          const answer = changeTags({ db, accountId: 1 }, each);
          const after = all();
          expect(answer.changed).toBe(after.filter((own, i) => own.join() !== before[i]?.join()).length);
          for (const own of after) expect(new Set(own.map((tag) => tag.toLowerCase())).size).toBe(own.length);
          undo(db, answer.before);
          expect(all()).toEqual(before);
          changeTags({ db, accountId: 1 }, each);
        }
      }),
      { numRuns: 25 },
    );
  });
});

function undo(db: ReadDb, before: readonly ProductTags[]): void {
  if (before.length === 0) return;
  const products = before.map(({ service, tags: own }) => ({ service, tags: [...own] }));
  expect(replaceTags({ db, accountId: 1 }, { products })).toEqual({ changed: before.length });
}

it("a database from before there were tags keeps what is watched, and can have them", () => {
  const folder = temporaryFolder();
  const older: ReadDb = { connection: new Database(databaseFile(folder)) };
  migrate(older, migrations.find(({ name }) => name === "tags")!.version - 1);
  older.connection.exec(`
    INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
      VALUES (1, 'default', 'active', 1000, 0, 0, 0);
    INSERT INTO product (id, service, title, details, updated_at) VALUES (7, '${lamp}', 'Lamp', '{}', 1);
    INSERT INTO schedule (account_id, product_id, cadence, created_at, due_at) VALUES (1, 7, 'daily', 5, 6);`);
  older.connection.close();
  const db = newStore(folder);
  expect(listTags(db, 1)).toEqual({ tags: [] });
  write(db, (tx) => insertTag(tx, { accountId: 1, productId: 7, name: "Garden" }));
  expect(tagsOfProduct(db, 1, 7)).toEqual(["Garden"]);
  expect(db.connection.prepare("SELECT count(*) AS n FROM schedule").get()).toEqual({ n: 1 });
});
