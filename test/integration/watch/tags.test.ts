import { expect, it } from "vitest";
import { tagsOfProduct } from "../../../src/main/engine/db/products/tag.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";

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
