import { rmSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { productPage, salePage, startListShop } from "../integration/lists/shops.js";
import { ensureBuilt, runResults } from "../support/cli.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { armKill, commitsSinceArmed } from "../support/process.js";
import { until } from "../support/until.js";
import { copyWorld, killPreload, type Prepared, startIn, type World } from "./market.js";

beforeAll(ensureBuilt);

async function setUp() {
  const shops = [await startListShop(), await startListShop()];
  for (const shop of shops) {
    const { respond } = shop;
    shop.respond = (path, response) =>
      path === "/sale" ? response.end(salePage(["a", "b"])) : respond(path, response);
  }
  const folder = temporaryFolder();
  const engine = new EngineProcess(folder);
  await engine.ready();
  await engine.call("pages.allow", { host: "127.0.0.1", is_allowed: true });
  await engine.stop();
  const prepared: Prepared = { folder, productKey: "", offsetMs: 0 };
  return { prepared, links: shops.map(({ origin }) => `${origin}/p/lamp`) };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

const options = { target: { price: 5, currency: null }, tags: ["lamps"] };

/** Adds two links, each with a target and a tag if it can set them; resolves once it has acknowledged them. */
type Door = (engine: EngineProcess, links: readonly string[], world: World) => Promise<unknown>;

async function runAdd(links: readonly string[], { folder }: World, env: NodeJS.ProcessEnv = {}) {
  const args = ["watch", "add", ...links, "--target", "5", "--tag", "lamps", "--data", folder];
  const { code, results } = await runResults(args, { env });
  return { code, results: results as { readonly link: string; readonly status: string }[] };
}

const followedPage = "a followed page";

const doors: Readonly<Record<string, Door>> = {
  "an import": (engine, links) => {
    const rows = ["url,target,tags", ...links.map((link) => `${link},5,lamps`)];
    return engine.call("lists.import", { content: rows.join("\n") });
  },
  "a paste and the extension": (engine, [pasted = "", visited = ""]) => {
    const links = [
      { text: pasted, options },
      { text: visited, options, html: productPage("Lamp", 20) },
    ];
    return engine.call("links.add", { links });
  },
  [followedPage]: async (engine, [link = ""]) => {
    const { id } = await engine.call("lists.follow", { url: new URL("/sale", link).href });
    const { entries } = await engine.call("lists.entries", { id });
    await engine.call("lists.decide", { id, entry_ids: entries.map((each) => each.id), state: "waiting" });
  },
  "a command beside an engine": async (_engine, links, world) => {
    if ((await runAdd(links, world)).code !== 0) throw new Error("The command has failed.");
  },
};

/** Links that a door has stored as a whole. */
const storedSql =
  "FROM link WHERE list_id IS NULL OR list_id IN (SELECT id FROM link_list WHERE work IS NULL)";

/** Waits until all links are settled; if none waits or is settled, they are added again. */
async function finish(engine: EngineProcess, door: Door, { links }: Setup, world: World): Promise<void> {
  await engine.ready();
  const db = openStore(world.folder);
  const states = () => allRows<{ state: string }>(db, `SELECT state ${storedSql}`);
  try {
    if (states().every(({ state }) => state === "offered")) await door(engine, links, world);
    const isSettled = () => states().every(({ state }) => state !== "waiting");
    await Promise.race([until(isSettled), failAtExit(engine)]);
  } finally {
    closeStore(db);
  }
}

async function failAtExit(engine: EngineProcess): Promise<never> {
  await engine.exited;
  throw new Error("The engine has exited.");
}

/** How many rows there are of what the links add. */
function countRows({ folder }: World): Record<string, number> {
  const db = openStore(folder);
  const sources = {
    products: "FROM product",
    offers: "FROM offer",
    schedules: "FROM schedule",
    targets: "FROM alert_rule WHERE product_id IS NOT NULL",
    tags: "FROM tag",
    links: storedSql,
  };
  const counts = Object.entries(sources).map(([name, sql]) => [name, allRows(db, `SELECT 1 ${sql}`).length]);
  closeStore(db);
  return Object.fromEntries(counts) as Record<string, number>;
}

const added = { products: 2, offers: 2, schedules: 2, targets: 2, tags: 2, links: 2 };
const nothing = { products: 0, offers: 0, schedules: 0, targets: 0, tags: 0, links: 2 };

interface Order {
  readonly n: number;
  readonly when: "before" | "after";
}

interface Crash {
  readonly isKilled: boolean;
  /** Whether the engine makes fewer commits than this one. */
  readonly isOver: boolean;
}

/** Kills an engine at a commit of `work`, and starts another one once it is dead. */
async function crashAt(order: Order, world: World, doomed: EngineProcess, work: () => Promise<unknown>) {
  armKill(world.killFile, `${order.n} ${order.when}`);
  const worked = work().then(
    () => true,
    () => false,
  );
  const isDone = await Promise.race([worked, doomed.exited.then(() => false)]);
  const isOver = isDone && commitsSinceArmed(world.killFile) < order.n;
  if (isDone) await doomed.kill();
  else await doomed.exited;
  rmSync(world.killFile, { force: true });
  const next = startIn(world, false);
  await next.ready();
  // A command goes on with the next engine.
  await worked;
  return { next, isKilled: !isDone, isOver };
}

/**
 * Kills before the first commit, and right after each one, when it is not acknowledged yet; before the next one, the
 * database is the same. Two processes at the same time. Returns how many were killed.
 */
async function killAtEach(crash: (order: Order) => Promise<Crash>): Promise<number> {
  let kills = 0;
  const at = (n: number) => crash(n === 0 ? { n: 1, when: "before" } : { n, when: "after" });
  for (let n = 0, isOver = false; !isOver; n += 2)
    for (const crashed of await Promise.all([at(n), at(n + 1)])) {
      kills += Number(crashed.isKilled);
      isOver ||= crashed.isOver;
    }
  return kills;
}

async function latestAct(engine: EngineProcess): Promise<number> {
  return (await engine.call("acts.list", { limit: 1 })).acts[0]?.id ?? 0;
}

describe("links after a crash", () => {
  it.each(Object.entries(doors))(
    "of %s are added exactly once, whichever commit the engine is killed at",
    { timeout: 540_000 },
    async (name, door) => {
      const setup = await setUp();
      const becomes = name === followedPage ? { ...added, targets: 0, tags: 0 } : added;
      const kills = await killAtEach(async (order) => {
        const world = copyWorld(setup.prepared);
        const doomed = startIn(world, true);
        await doomed.ready();
        const work = () => finish(doomed, door, setup, world);
        const { next, ...crash } = await crashAt(order, world, doomed, work);
        await finish(next, door, setup, world);
        const killed = `killed ${order.when} commit ${order.n}`;
        expect(countRows(world), killed).toEqual(becomes);
        const id = await latestAct(next);
        await next.call("acts.undo", { id });
        expect(countRows(world), `${killed}, undone`).toEqual(nothing);
        await next.call("acts.redo", { id });
        expect(countRows(world), `${killed}, redone`).toEqual(becomes);
        await next.kill();
        return crash;
      });
      // They are stored in one commit or more, and each page is added in one.
      expect(kills).toBeGreaterThanOrEqual(4);
    },
  );

  it("of a command without an engine are added exactly once when it is repeated, whichever commit it is killed at", {
    timeout: 540_000,
  }, async () => {
    const { prepared, links } = await setUp();
    const kills = await killAtEach(async ({ n, when }) => {
      const world = copyWorld(prepared);
      armKill(world.killFile, `${n} ${when}`);
      const env = { KILL_FILE: world.killFile, NODE_OPTIONS: `--import=${killPreload}` };
      const { code, results } = await runAdd(links, world, env);
      const isOver = code === 0 && commitsSinceArmed(world.killFile) < n;
      rmSync(world.killFile, { force: true });
      expect(countRows(world).products, `killed ${when} commit ${n}`).toBeGreaterThanOrEqual(results.length);
      expect(await runAdd(links, world)).toMatchObject({ code: 0 });
      expect(countRows(world), `killed ${when} commit ${n}`).toMatchObject({
        ...added,
        links: expect.anything(),
      });
      return { isKilled: code === null, isOver };
    });
    expect(kills).toBeGreaterThanOrEqual(4);
  });

  it.each(["undo", "redo"] as const)(
    "are taken back or restored as a whole, whichever commit of the %s the engine is killed at",
    { timeout: 540_000 },
    async (step) => {
      const setup = await setUp();
      const door = doors["an import"] as Door;
      const kills = await killAtEach(async (order) => {
        const world = copyWorld(setup.prepared);
        const doomed = startIn(world, true);
        await finish(doomed, door, setup, world);
        const id = await latestAct(doomed);
        if (step === "redo") await doomed.call("acts.undo", { id });
        const work = () => doomed.call(`acts.${step}`, { id });
        const { next, ...crash } = await crashAt(order, world, doomed, work);
        await next.call(`acts.${step}`, { id });
        const killed = `killed ${order.when} commit ${order.n} of the ${step}`;
        expect(countRows(world), killed).toEqual(step === "undo" ? nothing : added);
        await next.call(step === "undo" ? "acts.redo" : "acts.undo", { id });
        expect(countRows(world), `${killed}, and back`).toEqual(step === "undo" ? added : nothing);
        await next.kill();
        return crash;
      });
      // It begins in one commit and ends in one.
      expect(kills).toBeGreaterThanOrEqual(3);
    },
  );
});
