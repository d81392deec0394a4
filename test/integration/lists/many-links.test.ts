import { rmSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { allRows } from "../../../src/main/engine/db/store.js";
import { ensureBuilt } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { until } from "../../support/until.js";
import { callOk, listOf, snapshot, startListEngine, startListShop, untilEnded } from "./shops.js";

const shopCount = 40;
const linksPerShop = 125;

/** The longest turn of the event loop, in milliseconds, while `work` runs. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longestMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, 1);
  await work();
  clearInterval(timer);
  return longestMs;
}

describe("5,000 links of many shops", () => {
  it("are stored and added without blocking the engine, taken back and restored", { timeout: 300_000 }, async () => {
    const engine = await startListEngine();
    const shops = await Promise.all(Array.from({ length: shopCount }, () => startListShop()));
    const links = Array.from(
      { length: shopCount * linksPerShop },
      (_, i) => `${shops[i % shopCount]?.origin}/p/${i}`,
    );
    const lines = links.flatMap((link, i) => (i % 100 === 0 ? [link, link, "ftp://no.example/x"] : [link]));
    const content = lines.join("\n");
    let id = 0;
    const storing = await longestTurn(async () => {
      const imported = await callOk(engine, "lists.import", { content });
      id = imported.id;
      expect(imported).toMatchObject({ items: links.length });
      expect(imported.skipped).toHaveLength(50);
    });
    const adding = await longestTurn(async () => {
      await until(async () => (await listOf(engine, id)).counts.watched > 200);
    });
    const list = await untilEnded(engine, id, 240_000);
    expect(list.counts).toMatchObject({ watched: links.length, failed: 0, question: 0, waiting: 0 });
    expect(shops.map(({ paths }) => paths.length)).toEqual(shops.map(() => linksPerShop));
    const after = snapshot(engine.db);
    const undoing = await longestTurn(async () => {
      expect(await callOk(engine, "lists.undo", { id })).toEqual({ products: links.length });
    });
    expect(allRows(engine.db, "SELECT 1 FROM product")).toEqual([]);
    const redoing = await longestTurn(async () => {
      await callOk(engine, "lists.redo", { id });
    });
    expect(snapshot(engine.db)).toEqual(after);
    console.log({ storing, adding, undoing, redoing });
  });
});
