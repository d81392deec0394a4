import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import type { TestEngine } from "../../support/engine.js";
import { addLink } from "../../support/shop.js";
import { until } from "../../support/until.js";
import {
  type ListShop,
  listOf,
  productPage,
  snapshot,
  startListEngine,
  startListShop,
  untilEnded,
} from "./shops.js";

const shopCount = 40;
const linksPerShop = 25;

/** A list with a repeated link and a bad line in every hundred. */
function listOfLinks(links: readonly string[]): string {
  return links
    .flatMap((link, i) => (i % 100 === 0 ? [link, link, "ftp://shop.example/lamp"] : [link]))
    .join("\n");
}

function linksTo(shops: readonly ListShop[]): string[] {
  return Array.from({ length: shopCount * linksPerShop }, (_, i) => `${shops[i % shopCount]?.origin}/p/${i}`);
}

/** Lets the clock that ends slices leap by more than a slice, the next `count` times that it is read. */
function leapingClock(): { leap(count: number): void } {
  const now = performance.now.bind(performance);
  let leaps = 0;
  let offsetMs = 0;
  // The clock never goes back, because the pauses of shops use it, too.
  const spy = vi.spyOn(performance, "now").mockImplementation(() => {
    if (leaps > 0) offsetMs += 50;
    leaps = Math.max(0, leaps - 1);
    return now() + offsetMs;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    leap: (count) => {
      leaps = count;
    },
  };
}

/** How many sizes of a table can be seen while `work` runs. The engine shares this test's event loop. */
async function countSizes({ db }: TestEngine, table: string, work: () => Promise<unknown>): Promise<number> {
  const sizes = new Set<number>();
  let next = setImmediate(function look() {
    for (const { size } of allRows<{ size: number }>(db, `SELECT count(*) AS size FROM ${table}`))
      sizes.add(size);
    next = setImmediate(look);
  });
  await work();
  clearImmediate(next);
  return sizes.size;
}

describe("1,000 links of many shops", () => {
  it("are stored, added, taken back and restored in slices, between which the event loop turns", {
    timeout: 240_000,
  }, async () => {
    const engine = await startListEngine();
    const clock = leapingClock();
    const shops = await Promise.all(Array.from({ length: shopCount }, () => startListShop()));
    const links = linksTo(shops);
    let id = 0;
    clock.leap(1_000);
    const sizesWhileStoring = await countSizes(engine, "link", async () => {
      const imported = await engine.data("lists.import", { content: listOfLinks(links) });
      id = imported.id;
      expect(imported).toMatchObject({ items: links.length });
      expect(imported.skipped).toHaveLength(10);
    });
    expect(sizesWhileStoring).toBeGreaterThan(20);
    await until(async () => (await listOf(engine, id)).counts.watched > 0);
    expect((await listOf(engine, id)).counts.waiting).toBeGreaterThan(0);
    await engine.restart();
    const list = await untilEnded(engine, id, 200_000);
    expect(list).toMatchObject({ state: "ended", counts: { watched: links.length } });
    expect(allRows(engine.db, "SELECT 1 FROM schedule")).toHaveLength(links.length);
    const after = snapshot(engine.db);
    clock.leap(1_000);
    const sizesWhileUndoing = await countSizes(engine, "product", async () =>
      expect(await engine.data("lists.undo", { id })).toEqual({ products: links.length }),
    );
    expect(sizesWhileUndoing).toBeGreaterThan(20);
    expect(allRows(engine.db, "SELECT 1 FROM product")).toEqual([]);
    await engine.data("lists.redo", { id });
    expect(snapshot(engine.db)).toEqual(after);
  });

  it("ask each shop for one page at a time, and six shops at once, beside a pasted link", {
    timeout: 60_000,
  }, async () => {
    const engine = await startListEngine();
    const shops = await Promise.all(Array.from({ length: 10 }, () => startListShop()));
    const open = new Map<string, number>();
    const countOpen = () => [...open.values()].filter((count) => count > 0).length;
    let most = 0;
    // The shops answer once six of them have been asked.
    let beginToAnswer = () => {};
    const sixAsked = new Promise<void>((resolve) => {
      beginToAnswer = resolve;
    });
    for (const shop of shops)
      shop.respond = (path, response) => {
        open.set(shop.host, (open.get(shop.host) ?? 0) + 1);
        expect(open.get(shop.host)).toBe(1);
        most = Math.max(most, countOpen());
        void sixAsked.then(() => {
          open.set(shop.host, 0);
          response.end(productPage(`Item ${path} of ${shop.host}`, 20));
        });
      };
    const links = shops.flatMap(({ origin }) => ["a", "b", "c"].map((name) => `${origin}/p/${name}`));
    const { id } = await engine.data("lists.import", { content: links.join("\n") });
    await until(() => countOpen() >= 6);
    // A seventh request of the list would arrive before this one is answered.
    await addLink(engine, `${(await startListShop()).origin}/p/pasted`);
    beginToAnswer();
    expect((await untilEnded(engine, id)).counts.watched).toBe(30);
    expect(most).toBe(6);
  });
});
