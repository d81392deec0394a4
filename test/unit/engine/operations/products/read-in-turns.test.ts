import { expect, it } from "vitest";
import { change, write } from "../../../../../src/main/engine/db/store.js";
import { readInTurns } from "../../../../../src/main/engine/operations/products/heavy-requests.js";
import { listWatched } from "../../../../../src/main/engine/operations/watch/list.js";
import { listSparklines } from "../../../../../src/main/engine/operations/watch/sparklines.js";
import { WatchedProduct } from "../alerts/watched-product.js";

/** Watched products whose histories have so many blocks of points. */
async function withBlocks(...blocks: number[]): Promise<{ owner: WatchedProduct; keys: string[] }> {
  const owner = await WatchedProduct.open();
  const keys = blocks.map((_, i) => `product/long/${i}`);
  for (const [i, key] of keys.entries()) {
    await owner.addProduct(key, [{ id: key }]);
    write(owner.db, (tx) =>
      change(tx, "UPDATE offer SET block_count = ? WHERE public_id = ?", blocks[i] ?? 0, key),
    );
  }
  return { owner, keys };
}

/** How often the event loop turns meanwhile. */
async function countTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const result = await work();
  clearImmediate(next);
  return { result, turns };
}

it("products are read in turns of a bounded number of points, in their order", async () => {
  const { owner, keys } = await withBlocks(1_200, 100, 250, 0, 398);
  const products = [...keys.map((key) => [owner.idOf(key), key] as const), [-1, "unknown"] as const];
  const parts: (readonly string[])[] = [];
  const { result, turns } = await countTurns(() =>
    readInTurns(owner.db, products, (part) => {
      parts.push(part);
      return part;
    }),
  );
  const [a = "", b = "", c = "", d = "", e = ""] = keys;
  expect(parts).toEqual([[a], [b, c, d], [e, "unknown"]]);
  expect(result).toEqual([a, b, c, d, e, "unknown"]);
  expect(turns).toBe(2);
});

it("the watch list and its small charts let the event loop turn between long histories", async () => {
  const { owner, keys } = await withBlocks(400, 400, 400);
  const context = { ...owner.context, sources: [] };
  const list = await countTurns(() => listWatched(context, { limit: 9 }));
  expect(list.result.rows).toHaveLength(4);
  expect(list.turns).toBe(3);
  const charts = await countTurns(() => listSparklines(context, { product_keys: keys, days: 90 }));
  expect(charts.result.lines.map(({ product_key: key }) => key)).toEqual(keys);
  expect(charts.turns).toBe(2);
});
