import { describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { addLink } from "../../support/shop.js";
import { until } from "../../support/until.js";
import { entriesOf, listOf, salePage, startListEngine, startListShop, untilEnded } from "./shops.js";

/** A shop with a page of lamps, and an engine that follows it. */
async function follow(names: readonly string[]) {
  const [engine, shop] = [await startListEngine(), await startListShop()];
  const { respond } = shop;
  const page = { html: salePage(names), status: 200 };
  shop.respond = (path, response) =>
    path === "/sale" ? void response.writeHead(page.status).end(page.html) : respond(path, response);
  const url = `${shop.origin}/sale`;
  const checks = () => shop.paths.filter((path) => path === "/sale").length;
  return {
    engine,
    shop,
    page,
    url,
    start: () => engine.data("lists.follow", { url }),
    /** Waits a day, until the page has been read again. */
    nextDay: async (id: number) => {
      const before = checks();
      engine.clock.advance(DAY_MS);
      await until(async () => checks() > before);
      const now = new Date(engine.clock.now()).toISOString();
      await until(async () => (await listOf(engine, id)).last_check?.at === now);
    },
  };
}

/** The state of each link by the end of its address, and whether the page has lost it. */
async function statesOf(engine: Parameters<typeof entriesOf>[0], id: number) {
  const entries = await entriesOf(engine, id);
  return Object.fromEntries(
    entries.map(({ url, state, gone_at: goneAt }) => [
      url.slice(-1),
      goneAt === null ? state : `${state}, gone`,
    ]),
  );
}

describe("a followed page", () => {
  it("offers its products, and watches those that the user accepts", async () => {
    const { engine, shop, url, start } = await follow(["a", "b", "c", "d"]);
    await addLink(engine, `${shop.origin}/p/d`);
    const { id, offered } = await start();
    expect(offered).toBe(3);
    expect(await listOf(engine, id)).toMatchObject({
      kind: "page",
      name: "Sale",
      url,
      state: "ended",
      last_check: { outcome: "ok", reason: null },
      next_check_at: new Date(engine.clock.now() + DAY_MS).toISOString(),
    });
    expect(await statesOf(engine, id)).toEqual({ a: "offered", b: "offered", c: "offered", d: "known" });
    const [a, b] = await entriesOf(engine, id);
    expect(a).toMatchObject({ title: "Lamp a", price: 19.9 });
    await engine.data("lists.decide", { id, entry_ids: [b?.id ?? 0], state: "dismissed" });
    expect(await engine.data("lists.decide", { id, entry_ids: [a?.id ?? 0], state: "waiting" })).toEqual({
      changed: 1,
    });
    await untilEnded(engine, id);
    expect(await statesOf(engine, id)).toEqual({ a: "watched", b: "dismissed", c: "offered", d: "known" });
    expect((await engine.data("watch.list", { limit: 9 })).rows).toHaveLength(2);
    await engine.data("lists.decide", { id, entry_ids: [b?.id ?? 0], state: "offered" });
    expect((await listOf(engine, id)).counts).toMatchObject({ offered: 2, dismissed: 0 });
    expect(await start()).toEqual({ id, offered: 2 });
    expect((await listOf(engine, id)).act_id).toBeNull();
  });

  it("is read again daily: new links are offered, vanished ones marked, and returning ones not", async () => {
    const { engine, page, start, nextDay } = await follow(["a", "b", "c"]);
    const { id } = await start();
    page.html = salePage(["b", "c", "e"]);
    await nextDay(id);
    expect(await statesOf(engine, id)).toEqual({
      a: "offered, gone",
      b: "offered",
      c: "offered",
      e: "offered",
    });
    expect(await listOf(engine, id)).toMatchObject({ gone: 1, counts: { offered: 4 } });
    page.html = salePage(["a", "c", "e"]);
    await nextDay(id);
    expect(await statesOf(engine, id)).toEqual({
      a: "offered",
      b: "offered, gone",
      c: "offered",
      e: "offered",
    });
    expect(allRows(engine.db, "SELECT 1 FROM product")).toEqual([]);
  });

  it.each([
    ["is blocked", { status: 403, html: "<h1>Access denied</h1>" }, "blocked"],
    ["fails", { status: 500, html: "<h1>Error</h1>" }, "blocked"],
    [
      "has no product links any more",
      { status: 200, html: "<html><body><h1>New shop</h1><p>Soon.</p></body></html>" },
      "no links",
    ],
  ] as const)("changes nothing but its last check when it %s", async (_what, changed, outcome) => {
    const { engine, page, start, nextDay } = await follow(["a", "b", "c"]);
    const { id } = await start();
    const before = await entriesOf(engine, id);
    Object.assign(page, changed);
    await nextDay(id);
    expect(await entriesOf(engine, id)).toEqual(before);
    expect(await listOf(engine, id)).toMatchObject({
      gone: 0,
      last_check: { outcome, reason: expect.any(String) },
      next_check_at: new Date(engine.clock.now() + DAY_MS).toISOString(),
    });
    const checked = await engine.data("lists.check", { id });
    expect(checked).toMatchObject({ last_check: { outcome } });
  });

  it("is refused with a reason if it cannot be read", async () => {
    const { engine, page, url } = await follow([]);
    page.html = "<h1>Nothing for sale</h1>";
    const refused = async (address: string) => {
      const result = await engine.call("lists.follow", { url: address });
      return result.ok ? null : result.error.message;
    };
    expect(await refused(url)).toBe("The page shows no links to products.");
    page.status = 403;
    expect(await refused(url)).toContain("refuses");
    expect(await refused("http://192.168.7.7/sale")).toContain("not on the public internet");
    expect((await engine.data("lists.all", {})).lists).toEqual([]);
  });
});
