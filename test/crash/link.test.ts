import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { allRows, type ReadDb } from "../../src/main/engine/db/store.js";
import { productPage, salePage, startListShop } from "../integration/lists/shops.js";
import { ensureBuilt, runResults } from "../support/cli.js";
import { copyDatabase } from "../support/disk.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { EngineProcess } from "../support/engine-process.js";
import { createDatabase, temporaryFolder } from "../support/folder.js";
import { armKill, commitsSinceArmed, killPreload } from "../support/process.js";
import { until } from "../support/until.js";
import { copyAtCommits } from "./commits.js";

beforeAll(ensureBuilt);

const pagePace = { gapMs: 0 };

/** An engine in this process, so that one run leaves a folder for each commit. `stop` removes its folder. */
const startOn = (dataFolder: string) => startTestEngine({ dataFolder, pagePace });

/** An engine that may visit two shops, and a link to each. */
async function setUp() {
  const shops = [await startListShop(), await startListShop()];
  for (const shop of shops) {
    const { respond } = shop;
    shop.respond = (path, response) =>
      path === "/sale" ? response.end(salePage(["a", "b"])) : respond(path, response);
  }
  const folder = temporaryFolder();
  createDatabase(folder);
  const engine = await startOn(folder);
  await engine.data("pages.allow", { host: "127.0.0.1", is_allowed: true });
  return { engine, links: shops.map(({ origin }) => `${origin}/p/lamp`) };
}

const options = { target: { price: 5, currency: null }, tags: ["lamps"] };

/** Adds two links, each with a target and a tag if it can set them; resolves once it has acknowledged them. */
type Door = (engine: TestEngine, links: readonly string[]) => Promise<unknown>;

async function runAdd(links: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}) {
  const args = ["watch", "add", ...links, "--target", "5", "--tag", "lamps", "--data", folder];
  const { code, results } = await runResults(args, { env });
  return { code, results: results as { readonly link: string; readonly status: string }[] };
}

const followedPage = "a followed page";

const doors: Readonly<Record<string, Door>> = {
  "an import": (engine, links) => {
    const rows = ["url,target,tags", ...links.map((link) => `${link},5,lamps`)];
    return engine.data("lists.import", { content: rows.join("\n") });
  },
  "a paste and the extension": (engine, [pasted = "", visited = ""]) => {
    const links = [
      { text: pasted, options },
      { text: visited, options, html: productPage("Lamp", 20) },
    ];
    return engine.data("links.add", { links });
  },
  [followedPage]: async (engine, [link = ""]) => {
    const { id } = await engine.data("lists.follow", { url: new URL("/sale", link).href });
    const { entries } = await engine.data("lists.entries", { id });
    await engine.data("lists.decide", { id, entry_ids: entries.map((each) => each.id), state: "waiting" });
  },
};

/** Links that a door has stored as a whole. */
const storedSql =
  "FROM link WHERE list_id IS NULL OR list_id IN (SELECT id FROM link_list WHERE work IS NULL)";

/** Waits until all links are settled; if none waits or is settled, they are added again. */
async function finish(engine: TestEngine, door: Door, links: readonly string[]): Promise<void> {
  const states = () => allRows<{ state: string }>(engine.db, `SELECT state ${storedSql}`);
  if (states().every(({ state }) => state === "offered")) await door(engine, links);
  await until(() => states().every(({ state }) => state !== "waiting"));
}

/** How many rows there are of what the links add. */
function countRows(db: ReadDb): Record<string, number> {
  const sources = {
    products: "FROM product",
    offers: "FROM offer",
    schedules: "FROM schedule",
    targets: "FROM alert_rule WHERE product_id IS NOT NULL",
    tags: "FROM tag",
    links: storedSql,
  };
  const counts = Object.entries(sources).map(([name, sql]) => [name, allRows(db, `SELECT 1 ${sql}`).length]);
  return Object.fromEntries(counts) as Record<string, number>;
}

function countIn(folder: string): Record<string, number> {
  const db = openStore(folder);
  const counts = countRows(db);
  closeStore(db);
  return counts;
}

const added = { products: 2, offers: 2, schedules: 2, targets: 2, tags: 2, links: 2 };
const nothing = { products: 0, offers: 0, schedules: 0, targets: 0, tags: 0, links: 2 };

/** Starts an engine on the folder that a kill at each commit of `work` leaves. Returns how many there are. */
async function afterEachKill(
  doomed: TestEngine,
  work: () => Promise<unknown>,
  expectWhole: (next: TestEngine, killed: string) => Promise<void>,
): Promise<number> {
  const copies = await copyAtCommits(doomed.folder, work);
  await doomed.stop();
  for (const [n, copy] of copies.entries()) {
    const next = await startOn(copy);
    await expectWhole(next, n === 0 ? "killed before commit 1" : `killed after commit ${n}`);
    await next.stop();
  }
  return copies.length;
}

async function latestAct(engine: TestEngine): Promise<number> {
  return (await engine.data("acts.list", { limit: 1 })).acts[0]?.id ?? 0;
}

describe("links after a crash", () => {
  it.each(Object.entries(doors))(
    "of %s are added exactly once, whichever commit the engine is killed at",
    async (name, door) => {
      const { engine, links } = await setUp();
      const becomes = name === followedPage ? { ...added, targets: 0, tags: 0 } : added;
      const work = () => finish(engine, door, links);
      const kills = await afterEachKill(engine, work, async (next, killed) => {
        await finish(next, door, links);
        expect(countRows(next.db), killed).toEqual(becomes);
        const id = await latestAct(next);
        await next.data("acts.undo", { id });
        expect(countRows(next.db), `${killed}, undone`).toEqual(nothing);
        await next.data("acts.redo", { id });
        expect(countRows(next.db), `${killed}, redone`).toEqual(becomes);
      });
      // They are stored in one commit or more, and each page is added in one.
      expect(kills).toBeGreaterThanOrEqual(4);
    },
  );

  it.each(["1 before", "1 after", "2 after", "3 after", "4 after"])(
    "of a command beside an engine are added exactly once when that is killed %s, as it commits",
    async (order) => {
      const { engine, links } = await setUp();
      const folder = copyDatabase(engine.folder, temporaryFolder());
      await engine.stop();
      const killFile = join(folder, "test-kill");
      const start = { pagePace };
      const env = { KILL_FILE: killFile };
      const doomed = new EngineProcess(folder, { start, env, preload: killPreload });
      await doomed.ready();
      armKill(killFile, order);
      const adding = runAdd(links, folder);
      // The engine may need fewer commits.
      await Promise.race([doomed.exited, adding]);
      await doomed.kill();
      const next = new EngineProcess(folder, { start });
      await next.ready();
      await adding;
      if (countIn(folder).links === 0) expect(await runAdd(links, folder)).toMatchObject({ code: 0 });
      await until(() => countIn(folder).schedules === links.length);
      expect(countIn(folder)).toEqual(added);
      const { acts } = await next.call("acts.list", { limit: 1 });
      await next.call("acts.undo", { id: acts[0]?.id ?? 0 });
      expect(countIn(folder)).toEqual(nothing);
      await next.stop();
    },
  );

  it("of a command without an engine are added exactly once when it is repeated, whichever commit it is killed at", {
    timeout: 240_000,
  }, async () => {
    const { engine, links } = await setUp();
    const addIn = async (folder: string, order: string) => {
      const killFile = join(folder, "test-kill");
      armKill(killFile, order);
      const env = { KILL_FILE: killFile, NODE_OPTIONS: `--import=${killPreload}` };
      const { code, results } = await runAdd(links, folder, env);
      rmSync(killFile);
      return { isKilled: code === null, commits: commitsSinceArmed(killFile), count: results.length };
    };
    const copy = () => copyDatabase(engine.folder, temporaryFolder());
    const { commits } = await addIn(copy(), "0 never");
    // At the same time, because each command waits for the pauses of the shops.
    const orders = Array.from({ length: commits + 1 }, (_, n) => (n === 0 ? "1 before" : `${n} after`));
    const killed = orders.map(async (order) => {
      const folder = copy();
      const { isKilled, count } = await addIn(folder, order);
      expect(countIn(folder).products, `killed ${order}`).toBeGreaterThanOrEqual(count);
      expect(await runAdd(links, folder)).toMatchObject({ code: 0 });
      expect(countIn(folder), `killed ${order}`).toMatchObject({ ...added, links: expect.anything() });
      return isKilled;
    });
    const kills = (await Promise.all(killed)).filter(Boolean).length;
    expect(kills).toBeGreaterThanOrEqual(4);
    await engine.stop();
  });

  it.each(["undo", "redo"] as const)(
    "are taken back or restored as a whole, whichever commit of the %s the engine is killed at",
    async (step) => {
      const { engine, links } = await setUp();
      await finish(engine, doors["an import"] as Door, links);
      const id = await latestAct(engine);
      if (step === "redo") await engine.data("acts.undo", { id });
      const [back, changed, before] =
        step === "undo" ? (["redo", nothing, added] as const) : (["undo", added, nothing] as const);
      const work = () => engine.data(`acts.${step}`, { id });
      const kills = await afterEachKill(engine, work, async (next, killed) => {
        await next.data(`acts.${step}`, { id });
        expect(countRows(next.db), killed).toEqual(changed);
        await next.data(`acts.${back}`, { id });
        expect(countRows(next.db), `${killed}, and back`).toEqual(before);
      });
      // It begins in one commit and ends in one.
      expect(kills).toBeGreaterThanOrEqual(3);
    },
  );
});
