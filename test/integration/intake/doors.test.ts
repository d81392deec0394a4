import { beforeAll, describe, expect, it } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { MINUTE_MS } from "../../../src/shared/time.js";
import { ensureBuilt, runResults } from "../../support/cli.js";
import type { TestEngine } from "../../support/engine.js";
import { fetchResponse } from "../../support/network.js";
import { until, untilPasses } from "../../support/until.js";
import { openTestPage, type TestPage } from "../../support/web-page.js";
import { type ListShop, listOf, productPage, salePage, startListShop } from "../lists/shops.js";

beforeAll(ensureBuilt);

interface World {
  readonly engine: TestEngine;
  readonly pair: TestPage["pair"];
  readonly shop: ListShop;
  readonly page: { isUnpriced: boolean; isDown: boolean };
}

interface Door {
  /** Adds links, with the target, tags and schedule that this door can set. */
  add(world: World, links: readonly string[], currency?: string): Promise<void>;
  /** Whether it ends with a question or a shop that is down, and is repeated then. */
  readonly isRepeated?: boolean;
  /** Whether it brings the page, so that the shop is not visited. */
  readonly bringsPage?: boolean;
  readonly becomes: Readonly<Record<"target" | "tags" | "schedule", unknown>>;
  /** With a second link of the same shop, a process of its own would wait for the shop's pause. */
  readonly links: 1 | 2;
}

const wanted = { target: 5, tags: ["gifts", "tea"], schedule: "weekly" } as const;
const options = {
  target: { price: wanted.target, currency: null },
  tags: [...wanted.tags],
  schedule: wanted.schedule,
};

function lampPage(name: string, { isUnpriced }: World["page"]): string {
  const html = productPage(`Lamp ${name}`, 20);
  return isUnpriced ? html.replace('"priceCurrency":"USD",', "") : html;
}

async function runAdd({ engine }: World, links: readonly string[], currency?: string) {
  const { code, results } = await runResults([
    ...["watch", "add", ...links, "--target", "5", "--tag", "gifts", "--tag", "tea", "--every", "weekly"],
    ...(currency === undefined ? [] : ["--currency", currency]),
    ...["--data", engine.folder],
  ]);
  const isDone = (results as { status: string }[]).every(({ status }) => status === "watching");
  expect({ code, isDone }).toEqual({ code: isDone ? 0 : 1, isDone });
}

const doors: Readonly<Record<string, Door>> = {
  "a paste": {
    add: async ({ engine }, links) =>
      void (await engine.data("links.add", { links: links.map((text) => ({ text, options })) })),
    becomes: wanted,
    links: 2,
  },
  "a phone": {
    add: async ({ pair }, links) => {
      const { call } = await pair();
      const added = await call("links.add", { links: links.map((text) => ({ text, options })) });
      expect(added.status).toBe(200);
    },
    becomes: wanted,
    links: 2,
  },
  "an import": {
    add: async ({ engine }, links) => {
      const content = ["url,target,tags", ...links.map((link) => `${link},5,"gifts,tea"`)].join("\n");
      await engine.data("lists.import", { content, schedule: "weekly" });
    },
    becomes: wanted,
    links: 2,
  },
  "a followed page": {
    add: async ({ engine, shop }) => {
      const { id } = await engine.data("lists.follow", { url: `${shop.origin}/sale` });
      const { entries } = await engine.data("lists.entries", { id, limit: 2 });
      expect(await listOf(engine, id)).toMatchObject({ counts: { offered: 3, waiting: 0 } });
      await engine.data("lists.decide", { id, entry_ids: entries.map((each) => each.id), state: "waiting" });
    },
    becomes: { target: null, tags: [], schedule: "daily" },
    links: 2,
  },
  "the extension": {
    add: async ({ engine, page }, links) => {
      const { key } = await engine.data("keys.create", { name: "Chromium", owner: true });
      for (const text of links) {
        const html = lampPage(text.slice(-1), page);
        const body = JSON.stringify({ links: [{ text, options, html }] });
        const headers = { "Content-Type": "application/json" };
        const url = `${engine.origin()}/app/v1/links.add`;
        expect((await fetchResponse(url, { key, method: "POST", body, headers })).status).toBe(200);
      }
    },
    bringsPage: true,
    becomes: wanted,
    links: 1,
  },
  "a command beside an engine": { add: runAdd, isRepeated: true, becomes: wanted, links: 2 },
  "a command without an engine": {
    add: (world, ...args) => world.engine.restart(() => runAdd(world, ...args)),
    isRepeated: true,
    becomes: wanted,
    links: 1,
  },
};

/** A shop with a page of three lamps, and an engine at today's time, which a command without an engine has, too. */
async function setUp(door: Door) {
  const shop = await startListShop();
  const { engine, pair } = await openTestPage({
    pagePace: { gapMs: 0 },
    startIso: new Date().toISOString(),
  });
  await engine.data("pages.allow", { host: "127.0.0.1", is_allowed: true });
  const links = ["a", "b"].slice(0, door.links).map((name) => `${shop.origin}/p/${name}`);
  const page = { isUnpriced: false, isDown: false };
  shop.respond = (path, response) => {
    if (path === "/sale") return void response.end(salePage(["a", "b", "c"]));
    response.writeHead(page.isDown ? 503 : 200).end(lampPage(path.slice(3), page));
  };
  const open = () =>
    allRows<{ id: number; asked: string | null; failures: number; reason: string | null }>(
      engine.db,
      `SELECT id, question ->> 'outcome' AS asked, failures, reason FROM link
       WHERE state IN ('waiting', 'question', 'failed') AND dismissed_at IS NULL ORDER BY id`,
    );
  const watched = async () => {
    const { rows } = await engine.data("watch.list", { limit: 9 });
    return rows.map(({ target, tags, schedule }) => ({ target: target?.price ?? null, tags, schedule }));
  };
  const world = { shop, engine, pair, page };
  return {
    world,
    links,
    open,
    watched,
    add: (currency?: string) => door.add(world, links, currency),
    visits: () => shop.paths.filter((path) => path.startsWith("/p/")).length,
    expectWatchedOnce: async () => {
      await until(() => open().length === 0);
      expect(await watched()).toEqual(links.map(() => door.becomes));
      const tables = ["product", "offer", "schedule", "tracked_page"];
      for (const table of tables)
        expect(allRows(engine.db, `SELECT 1 FROM ${table}`), table).toHaveLength(links.length);
    },
  };
}

describe.each(Object.entries(doors))("links of %s", (_name, door) => {
  it("are read once, watched as they shall be, taken back and brought back", async () => {
    const { world, links, add, visits, watched, expectWatchedOnce } = await setUp(door);
    const { engine } = world;
    await add();
    await expectWatchedOnce();
    expect(visits()).toBe(door.bringsPage ? 0 : links.length);
    const [act] = (await engine.data("acts.list", { limit: 1 })).acts;
    const id = act?.id ?? 0;
    expect(await engine.data("acts.undo", { id })).toMatchObject({ kept: [] });
    expect(await watched()).toEqual([]);
    expect(allRows(engine.db, "SELECT 1 FROM product")).toEqual([]);
    expect(await engine.data("acts.redo", { id })).toMatchObject({ kept: [] });
    await expectWatchedOnce();
  });

  it("ask, and are watched as they shall be once that is answered", async () => {
    const { world, links, add, open, watched, expectWatchedOnce } = await setUp(door);
    world.page.isUnpriced = true;
    await add();
    const asked = door.isRepeated ? [] : links.map(() => "currency");
    await untilPasses(() => expect(open().map((link) => link.asked)).toEqual(asked));
    expect(await watched()).toEqual([]);
    const ids = open().map(({ id }) => id);
    if (door.isRepeated) await add("SEK");
    else await world.engine.data("links.answer", { ids, options: { currency: "SEK" } });
    await expectWatchedOnce();
  });

  it("outlast a shop that answers 503, and are watched as they shall be once it is back", async () => {
    const { world, links, add, open, visits, watched, expectWatchedOnce } = await setUp(door);
    world.page.isDown = true;
    await add();
    if (!door.bringsPage) {
      const failures = door.isRepeated ? [] : links.map(() => 1);
      await untilPasses(() => expect(open().map((link) => link.failures)).toEqual(failures));
      expect([visits(), await watched()]).toEqual([links.length, []]);
      expect(open().every(({ reason }) => reason?.endsWith("Tidemark will try again."))).toBe(true);
      world.page.isDown = false;
      if (door.isRepeated) await add();
      else world.engine.clock.advance(5 * MINUTE_MS);
    }
    await expectWatchedOnce();
  });
});
