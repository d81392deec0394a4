import { rmSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { startListShop } from "../integration/lists/shops.js";
import { ensureBuilt } from "../support/cli.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";
import { armKill, commitsSinceArmed } from "../support/process.js";
import { copyWorld, type Prepared, startIn, type World } from "./market.js";

beforeAll(ensureBuilt);

async function setUp() {
  const shops = [await startListShop(), await startListShop()];
  const folder = temporaryFolder();
  const engine = new EngineProcess(folder);
  await engine.ready();
  await engine.call("pages.allow", { host: "127.0.0.1", is_allowed: true });
  await engine.stop();
  const links = shops.map(({ origin }) => `${origin}/p/lamp`);
  const rows = ["url,target,tags", ...links.map((link) => `${link},5,lamps`)];
  const prepared: Prepared = { folder, productKey: "", offsetMs: 0 };
  return { prepared, content: rows.join("\n") };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** The import's list once nothing waits; imports the file if no complete list is there. */
async function finish(engine: EngineProcess, content: string) {
  await engine.ready();
  if ((await engine.call("lists.all", {})).lists.length === 0) await engine.call("lists.import", { content });
  return vi.waitUntil(
    async () => {
      const [list] = (await engine.call("lists.all", {})).lists;
      return list?.state === "running" ? null : list;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** How many rows there are of what an import adds. */
function countRows({ folder }: World): Record<string, number> {
  const db = openStore(folder);
  const tables = [
    "product",
    "offer",
    "schedule",
    "alert_rule WHERE product_id IS NOT NULL",
    "link_list WHERE work IS NULL",
  ];
  const counts = tables.map((table) => [table.split(" ")[0], allRows(db, `SELECT 1 FROM ${table}`).length]);
  closeStore(db);
  return Object.fromEntries(counts) as Record<string, number>;
}

const added = { product: 2, offer: 2, schedule: 2, alert_rule: 2, link_list: 1 };
const nothing = { product: 0, offer: 0, schedule: 0, alert_rule: 0, link_list: 1 };

interface Crash {
  readonly isKilled: boolean;
  /** Whether the engine makes fewer commits than this one. */
  readonly isOver: boolean;
}

/** Kills the engine at a commit of an import or of its undo, and lets another one go on. */
async function crashAt(
  n: number,
  when: string,
  phase: "import" | "undo",
  { prepared, content }: Setup,
): Promise<Crash> {
  const world = copyWorld(prepared);
  const doomed = startIn(world, true);
  await doomed.ready();
  if (phase === "undo") await finish(doomed, content);
  armKill(world.killFile, `${n} ${when}`);
  const work = phase === "import" ? finish(doomed, content) : doomed.call("lists.undo", { id: 1 });
  const finished = await work.catch(() => null);
  const isOver = finished !== null && commitsSinceArmed(world.killFile) < n;
  if (finished === null) await doomed.exited;
  else await doomed.kill();
  rmSync(world.killFile, { force: true });
  const next = startIn(world, false);
  const { id, state } = await finish(next, content);
  expect(state, `killed ${when} commit ${n} of the ${phase}`).toMatch(/^(ended|undone)$/);
  if (phase === "import") expect(countRows(world), `killed ${when} commit ${n}`).toEqual(added);
  await next.call("lists.undo", { id });
  expect(countRows(world), `undone after a kill ${when} commit ${n}`).toEqual(nothing);
  await next.call("lists.redo", { id });
  expect(countRows(world), `redone after a kill ${when} commit ${n}`).toEqual(added);
  await next.kill();
  return { isKilled: finished === null, isOver };
}

describe("a list after a crash", () => {
  it.each(["import", "undo"] as const)(
    "its %s is completed exactly once, whichever commit the engine is killed at",
    { timeout: 540_000 },
    async (phase) => {
      const setup = await setUp();
      let kills = 0;
      for (let n = 1, isOver = false; !isOver; n++)
        for (const when of ["before", "after"]) {
          const crash = await crashAt(n, when, phase, setup);
          kills += Number(crash.isKilled);
          isOver ||= crash.isOver;
        }
      // An import is stored in three commits, and each page is added in one; an undo begins in one and ends in one.
      expect(kills).toBeGreaterThanOrEqual(phase === "import" ? 10 : 4);
    },
  );
});
