import { describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { HOUR_MS } from "../../../src/shared/time.js";
import { addLink } from "../../support/shop.js";
import { until } from "../../support/until.js";
import {
  entriesOf,
  importAll,
  type ListShop,
  listOf,
  productPage,
  revertImport,
  snapshot,
  startListEngine,
  startListShop,
  untilEnded,
} from "./shops.js";

/** Lets a page wait until the returned function is called. */
function holdPage(shop: ListShop, path: string): () => void {
  const { respond } = shop;
  const held = Promise.withResolvers<void>();
  shop.respond = async (asked, response) => {
    if (asked === path) await held.promise;
    respond(asked, response);
  };
  return held.resolve;
}

describe("the preview of a list", () => {
  it("names items, repeated links and what is known, and changes nothing", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const known = await addLink(engine, `${shop.origin}/p/known`);
    const before = snapshot(engine.db);
    const content = `${shop.origin}/p/new\n${shop.origin}/p/known?utm_source=mail\n${shop.origin}/p/new\na heading\n`;
    const preview = await engine.data("lists.preview", { content, file_name: "list.txt" });
    expect(preview).toMatchObject({
      format: "text",
      name: "list",
      items: [
        { url: `${shop.origin}/p/new`, is_known: false, product_key: null, line: 1 },
        { is_known: true, product_key: known.product_key },
      ],
      repeated: 1,
      skipped: [{ line: 4 }],
    });
    expect(snapshot(engine.db)).toEqual(before);
    expect((await engine.data("lists.all", {})).lists).toEqual([]);
  });
});

describe("an import", () => {
  it("adds and watches new pages, with target, tags and schedule, and watches known ones", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const known = await addLink(engine, `${shop.origin}/p/known`);
    const content = `url,target,tags\n${shop.origin}/p/a,8.5,red\n${shop.origin}/p/known,,\n`;
    const { list } = await importAll(engine, { content, schedule: "weekly", tags: ["mine"] });
    expect(list).toMatchObject({
      kind: "import",
      format: "csv",
      state: "ended",
      counts: { watched: 1, known: 1, waiting: 0 },
    });
    const { rows } = await engine.data("watch.list", { limit: 100 });
    expect(rows).toMatchObject([
      { product_key: known.product_key, schedule: "daily", tags: ["mine"] },
      {
        title: expect.stringContaining("Item a"),
        schedule: "weekly",
        target: { price: 8.5 },
        tags: ["mine", "red"],
      },
    ]);
    expect(await entriesOf(engine, list.id)).toMatchObject([
      { state: "watched", product_key: rows[1]?.product_key },
      { state: "known", product_key: known.product_key },
    ]);
    expect(engine.events).toContainEqual({ kind: "changed", dataKind: "lists" });
  });

  it("asks what only the user can answer, and goes on with a link that is added otherwise", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const { respond } = shop;
    shop.respond = (path, response) => {
      if (path === "/p/gone") return response.writeHead(404).end("<h1>Not found</h1>");
      if (path === "/p/euro")
        return response.end(
          "<main><h1>Lamp</h1><p class='price'>49.90</p><button>Add to cart</button></main>",
        );
      return respond(path, response);
    };
    const content = `${shop.origin}/p/gone\n${shop.origin}/p/euro\nhttp://192.168.7.7/p/1\n`;
    const { list } = await importAll(engine, { content });
    expect(list.counts).toMatchObject({ question: 3 });
    expect(await entriesOf(engine, list.id)).toMatchObject([
      { state: "question", reason: expect.stringContaining("no longer exists") },
      { state: "question", title: "Lamp", reason: expect.any(String) },
      { state: "question", title: null, reason: expect.stringContaining("not on the public internet") },
    ]);
    shop.respond = respond;
    const { product_key } = await addLink(engine, `${shop.origin}/p/gone`);
    expect((await untilEnded(engine, list.id)).counts).toMatchObject({ question: 2, known: 1 });
    expect((await entriesOf(engine, list.id))[0]).toMatchObject({
      state: "known",
      title: expect.stringMatching(/^Item gone of/),
      product_key,
      reason: null,
    });
  });

  it("stops when it is cancelled, and keeps what it has added", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const release = holdPage(shop, "/p/b");
    const links = ["a", "b", "c"].map((each) => `${shop.origin}/p/${each}`);
    const { id } = await engine.data("lists.import", { content: links.join("\n") });
    await until(() => shop.paths.includes("/p/b"));
    expect(await engine.data("lists.cancel", { id })).toEqual({ cancelled: true });
    expect(await engine.data("lists.cancel", { id })).toEqual({ cancelled: false });
    release();
    expect(await listOf(engine, id)).toMatchObject({
      state: "cancelled",
      counts: { watched: 1, dismissed: 2 },
    });
    await addLink(engine, `${shop.origin}/p/d`);
    expect(shop.paths).not.toContain("/p/c");
    const titles = allRows<{ title: string }>(engine.db, "SELECT title FROM product ORDER BY id");
    expect(titles.map(({ title }) => title.slice(0, 6))).toEqual(["Item a", "Item d"]);
  });

  it("merges a price history before the page's own, without events", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const link = `${shop.origin}/p/a`;
    const content = `url,date,price,currency\n${link},2026-01-01 08:00,5,USD\n${link},2026-02-01 08:00,14,USD\n${link},2026-09-01 08:00,1,USD\n`;
    const { list } = await importAll(engine, { content, file_name: "history.csv" });
    expect(list).toMatchObject({ format: "history", counts: { watched: 1 } });
    const [entry] = await entriesOf(engine, list.id);
    const { data } = await engine.data("offers.history", {
      ids: [entry?.product_key ?? ""],
      start: "2026-01-01",
      end: "2026-06-30",
    });
    expect(data[0]?.offers[0]?.history.map(({ price }) => price)).toEqual([5, 14, 11]);
    expect((await engine.data("inbox.list", {})).entries).toEqual([]);
  });

  it("can be forgotten without its products", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const { id } = await importAll(engine, { content: `${shop.origin}/p/a` });
    expect(await engine.data("lists.remove", { id })).toEqual({ removed: true });
    expect((await engine.data("watch.list", { limit: 10 })).total).toBe(1);
    expect(await engine.call("lists.entries", { id })).toMatchObject({
      ok: false,
      error: { code: "ERR_ENDPOINT_NOT_FOUND" },
    });
  });
});

describe("the undo of an import", () => {
  const files = {
    targets: ["url,target,tags", "new,9,red", "known,15,blue", "joins,,"],
    history: [
      "url,date,price,currency",
      "new,2026-03-01,12,USD",
      "known,2026-02-01,25,USD",
      "known,2026-03-01,20,USD",
      "joins,2026-03-01,18,USD",
    ],
  };

  it.each(["targets", "history"] as const)(
    "takes back products, shops, schedules, tags and %s, and its redo restores them exactly",
    async (kind) => {
      const [engine, shop] = [await startListEngine(), await startListShop()];
      const other = await startListShop();
      const barcode = { gtin13: "4006381333931" };
      const { respond } = shop;
      shop.respond = (path, response) =>
        path === "/p/known" ? response.end(productPage("Known lamp", 20, barcode)) : respond(path, response);
      other.respond = (_path, response) => void response.end(productPage("The same lamp", 19, barcode));
      await addLink(engine, `${shop.origin}/p/known`);
      const before = snapshot(engine.db);
      engine.clock.advance(HOUR_MS);
      const [header, ...rows] = files[kind];
      const linked = rows.map((row) => `${row.startsWith("joins") ? other.origin : shop.origin}/p/${row}`);
      const { id, list } = await importAll(engine, {
        content: [header, ...linked].join("\n"),
        tags: ["all"],
      });
      expect(list.counts).toMatchObject({ watched: 2, known: 1 });
      const after = snapshot(engine.db);
      const changed = kind === "targets" ? "alert_rule" : "price_block";
      expect(after[changed]).not.toEqual(before[changed]);
      await revertImport(engine, id, "acts.undo");
      const { link: _links, product: products, ...undone } = snapshot(engine.db);
      const { link: _none, product: productsBefore, ...rest } = before;
      expect(undone).toEqual(rest);
      expect(products).toHaveLength(productsBefore?.length ?? -1);
      expect(await listOf(engine, id)).toMatchObject({ state: "undone" });
      await revertImport(engine, id, "acts.redo");
      expect(snapshot(engine.db)).toEqual(after);
      expect(await listOf(engine, id)).toMatchObject({ state: "ended" });
      await revertImport(engine, id, "acts.undo");
    },
  );

  it("stops an import that runs, and its redo goes on with it", async () => {
    const [engine, shop] = [await startListEngine(), await startListShop()];
    const release = holdPage(shop, "/p/b");
    const { id } = await engine.data("lists.import", {
      content: `${shop.origin}/p/a\n${shop.origin}/p/b\n`,
    });
    await until(() => shop.paths.length === 2);
    await revertImport(engine, id, "acts.undo");
    expect(await listOf(engine, id)).toMatchObject({ state: "undone" });
    expect(allRows(engine.db, "SELECT 1 FROM product")).toEqual([]);
    release();
    await addLink(engine, `${shop.origin}/p/c`);
    expect(allRows(engine.db, "SELECT 1 FROM product")).toHaveLength(1);
    await revertImport(engine, id, "acts.redo");
    expect((await untilEnded(engine, id)).counts).toMatchObject({ watched: 2 });
    expect(allRows(engine.db, "SELECT 1 FROM product")).toHaveLength(3);
  });
});
