import { describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { maxPrice } from "../../../src/shared/app/limits.js";
import { HOUR_MS } from "../../../src/shared/time.js";
import { addLink } from "../../support/shop.js";
import {
  entriesOf,
  importAll,
  listOf,
  productPage,
  revertImport,
  salePage,
  snapshot,
  startListEngine,
  startListShop,
} from "./shops.js";

/** An engine with watched and unwatched products, targets, rules, tags and a product of two shops. */
async function startFilledEngine() {
  const engine = await startListEngine();
  const [shop, other] = [await startListShop(), await startListShop()];
  const fields = { gtin13: "4006381333931", brand: "Northlight", mpn: "NL-4" };
  const pages: Record<string, string> = {
    "/p/lamp": productPage("Lamp", 20, { ...fields, image: "/lamp.png" }),
    "/p/kettle": productPage("Kettle", 30),
    "/sale": salePage(["a", "b", "c"]),
  };
  shop.respond = (path, response) => void response.end(pages[path]);
  other.respond = (_path, response) => void response.end(productPage("Lamp by Northlight", 19, fields));
  const lamp = await addLink(engine, `${shop.origin}/p/lamp`);
  await addLink(engine, `${other.origin}/p/lamp`);
  const kettle = await addLink(engine, `${shop.origin}/p/kettle`);
  const words = { listing: { words: "lamp" }, currency: "USD" };
  const sale = await addLink(engine, `${shop.origin}/sale`, words);
  await engine.data("watch.stop", { product_keys: [kettle.product_key, sale.product_key] });
  await engine.data("schedules.put", { ids: [lamp.product_key], schedule: "hourly" });
  await engine.data("tags.change", { product_keys: [lamp.product_key], add: ["Gifts", "home"] });
  for (const price of [15, 12])
    await engine.data("rules.save", {
      product_key: lamp.product_key,
      trigger: { kind: "target", price, currency: "USD" },
      is_enabled: price === 15,
    });
  await engine.data("rules.save", { product_key: null, trigger: { kind: "new_low", days: 30 } });
  await engine.data("purchases.save", { product_key: kettle.product_key, price: 30, return_days: 0 });
  return { engine, shop, other, lamp };
}

describe("the file of a watch list", () => {
  it("brings everything into an empty folder without a visit, and is then exported again byte for byte", async () => {
    const { engine, shop, other } = await startFilledEngine();
    const { content } = await engine.data("watch.export", {});
    expect(JSON.parse(content)).toMatchObject({
      tidemark_watch_list: 1,
      products: [
        {
          title: "Kettle",
          schedule: null,
          tags: [],
          rules: [],
          links: [{ price: 30 }],
          bought: [{ price: 30, currency: "USD", return_until: null, schedule: null, is_open: true }],
        },
        {
          title: "Lamp",
          brand: "Northlight",
          identifiers: { barcode: expect.stringContaining("4006381333931"), mpn: "NL-4" },
          image: `${shop.origin}/lamp.png`,
          schedule: "hourly",
          tags: ["Gifts", "home"],
          rules: [{ trigger: { kind: "target" } }, { trigger: { kind: "target" } }],
          links: [{ price: expect.any(Number), currency: "USD", is_rendered: false, pick: null }, {}],
        },
        { schedule: null, links: [{ price: 19.9, listing: { words: "lamp" } }] },
      ],
    });
    const visits = shop.paths.length + other.paths.length;
    const copy = await startListEngine();
    const before = snapshot(copy.db);
    const { id, list } = await importAll(copy, { content, file_name: "list.json" });
    expect(list).toMatchObject({ format: "watch-list", state: "ended", counts: { watched: 3 } });
    expect(shop.paths.length + other.paths.length).toBe(visits);
    expect((await copy.data("watch.export", {})).content).toBe(content);
    expect((await copy.data("watch.list", { limit: 10 })).rows).toMatchObject([
      { title: "Lamp", schedule: "hourly", target: { price: 15 }, best: { price: 19 } },
    ]);
    const after = snapshot(copy.db);
    await revertImport(copy, id, "acts.undo");
    expect({ ...snapshot(copy.db), link: [] }).toEqual({ ...before, link: [] });
    await revertImport(copy, id, "acts.redo");
    expect(snapshot(copy.db)).toEqual(after);
    const again = await importAll(copy, { content });
    expect(again.list.counts).toMatchObject({ known: 3, watched: 0 });
    expect((await copy.data("watch.export", {})).content).toBe(content);
  });

  it("completes products that exist, whose own titles, schedules and prices stay, and can be taken back", async () => {
    const { engine, shop, lamp } = await startFilledEngine();
    const { content } = await engine.data("watch.export", {});
    const own = await startListEngine();
    await own.call("pages.allow", { host: "127.0.0.1", is_allowed: true });
    shop.respond = (_path, response) =>
      void response.end(productPage("My lamp", 21, { gtin13: "4006381333931" }));
    const mine = await addLink(own, `${shop.origin}/p/mine`);
    await own.data("schedules.put", { ids: [mine.product_key], schedule: "weekly" });
    const before = snapshot(own.db);
    own.clock.advance(HOUR_MS);
    const { id } = await importAll(own, { content });
    expect(await entriesOf(own, id)).toMatchObject([
      { title: "Kettle", state: "watched" },
      { title: "My lamp", state: "known", product_key: mine.product_key },
      { state: "watched" },
    ]);
    expect((await own.data("watch.list", { limit: 10 })).rows).toMatchObject([
      { title: "My lamp", schedule: "weekly", target: { price: 15 }, tags: ["Gifts", "home"] },
    ]);
    expect(lamp.product_key).not.toBe(mine.product_key);
    await revertImport(own, id, "acts.undo");
    const { product: products, link: _entries, ...rest } = snapshot(own.db);
    const { product: productsBefore, link: _none, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(products).toHaveLength(productsBefore?.length ?? -1);
    expect((await listOf(own, id)).state).toBe("undone");
  });

  it("adds a product without a page only once", async () => {
    const engine = await startListEngine();
    const own = { schedule: "daily", retailer: null, tags: [], rules: [], links: [] };
    const products = [{ title: "Kettle", identifiers: {}, image: null, ...own }];
    const content = JSON.stringify({ tidemark_watch_list: 1, products });
    await importAll(engine, { content });
    expect((await importAll(engine, { content })).list.counts).toMatchObject({ known: 1, watched: 0 });
    expect((await engine.data("watch.list", { limit: 10 })).rows).toHaveLength(1);
  });

  it("names the rules and tags of a product that it has no room for, such as two products that became one have", async () => {
    const engine = await startListEngine();
    const own = { schedule: "daily", retailer: null, links: [] };
    const rules = Array.from({ length: 51 }, (_, i) => ({
      trigger: { kind: "price_drop", percent: i + 1 },
      retailer: null,
      condition: null,
      is_enabled: true,
    }));
    const tags = Array.from({ length: 21 }, (_, i) => `tag ${i + 1}`);
    const product = { title: "Kettle", identifiers: {}, image: null, ...own, tags, rules };
    const file = { tidemark_watch_list: 1, products: [product], rules };
    const { id, skipped } = await importAll(engine, { content: JSON.stringify(file) });
    expect(skipped).toMatchObject([
      { reason: "All products can share 50 rules; the others of the file were left out." },
    ]);
    expect(await entriesOf(engine, id)).toMatchObject([
      {
        state: "watched",
        reason:
          "These tags were left out, because the product has as many as it can have: tag 21. Some rules were left out, because a product can have 50.",
      },
    ]);
  });

  it("skips what is invalid, and says why", async () => {
    const engine = await startListEngine();
    const link = {
      url: "https://shop.example/p/1",
      retailer: "shop.example",
      price: 12,
      currency: "USD",
      availability: "in",
      condition: null,
      seen_at: "2031-01-01T00:00:00.000Z",
      is_rendered: false,
      pick: null,
    };
    const product = {
      title: "Lamp",
      identifiers: {},
      image: null,
      schedule: "daily",
      retailer: null,
      tags: [],
      rules: [],
    };
    const bought = {
      currency: "USD",
      on: "2031-01-01",
      return_until: null,
      retailer: null,
      list_price: null,
      usual_price: null,
      first_price: null,
      schedule: null,
      is_open: true,
    };
    const products = [
      { ...product, links: [{ ...link, price: maxPrice }] },
      { ...product, title: "No price", links: [{ ...link, price: -1 }] },
      { ...product, title: "Script", links: [{ ...link, url: "javascript:alert(1)" }] },
      "no product",
      { ...product, title: "Dear", links: [{ ...link, price: maxPrice + 1 }] },
      { ...product, title: "Dearer", links: [link], bought: [{ ...bought, price: maxPrice + 1 }] },
    ];
    const content = JSON.stringify({
      tidemark_watch_list: 1,
      products,
      rules: [{ trigger: { kind: "odd" } }],
    });
    const { id, skipped } = await importAll(engine, { content });
    expect(skipped).toMatchObject([
      { line: 2, text: "No price", reason: expect.stringContaining("price") },
      { line: 3, text: "Script", reason: expect.stringContaining("url") },
      { line: 4, text: "", reason: "This is invalid: It must be an object." },
      { line: 5, text: "Dear", reason: expect.stringContaining("at most 1000000000000") },
      { line: 6, text: "Dearer", reason: expect.stringContaining("at most 1000000000000") },
      { line: 1 },
    ]);
    expect(await entriesOf(engine, id)).toMatchObject([{ title: "Lamp", state: "watched", price: maxPrice }]);
    // A time in the future counts as now.
    expect(allRows(engine.db, "SELECT seen_at AS at FROM offer")).toEqual([{ at: engine.clock.now() }]);
    const newer = await engine.call("lists.import", { content: '{"tidemark_watch_list":2,"products":[]}' });
    expect(newer).toMatchObject({ ok: false, error: { message: expect.stringContaining("this version") } });
  });
});
