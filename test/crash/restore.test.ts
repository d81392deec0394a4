import { watch } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { countProducts } from "../../src/main/engine/db/products/product.js";
import { backUp } from "../../src/main/engine/operations/backup/backup.js";
import { importLines, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt } from "../support/cli.js";
import { EngineProcess } from "../support/engine-process.js";
import { temporaryFolder } from "../support/folder.js";

const rounds = 14;
const oldCount = 2_000;

beforeAll(ensureBuilt);

function products(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, i) => productLine(`p${from + i}`));
}

/** Counts the changes of files in a folder, and resolves `reached` at the n-th one. */
function countChanges(folder: string, n: number) {
  let count = 0;
  let onReached = () => {};
  const reached = new Promise<void>((resolve) => {
    onReached = resolve;
  });
  const watcher = watch(folder, () => {
    if (++count === n) onReached();
  });
  onTestFinished(() => watcher.close());
  return { reached, count: () => count };
}

it("a killed restore has taken full effect or none, and can be repeated", async () => {
  const folder = temporaryFolder();
  const backup = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  await importLines(db, products(0, oldCount));
  await backUp(folder, backup);
  let changes = 0;
  for (let round = rounds; round > 0; round--) {
    await importLines(db, products(oldCount, oldCount + 500));
    const { reached, count } = countChanges(folder, Math.ceil((changes * round) / rounds));
    const engine = new EngineProcess(folder, { start: { restore: { file: backup, trust: false } } });
    const isReady = engine.ready().then(
      () => undefined,
      () => undefined,
    );
    // The first restore is completed, and shows how many changes of files there are.
    await Promise.race([reached, isReady]);
    await engine.kill();
    if (round === rounds) changes = count();
    // The next start and a connection that stayed open see the same data.
    const next = openStore(folder);
    expect([oldCount, oldCount + 500]).toContain(countProducts(next));
    expect(next.connection.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(countProducts(db)).toBe(countProducts(next));
    closeStore(next);
  }
  closeStore(db);
  const engine = new EngineProcess(folder, { start: { restore: { file: backup, trust: false } } });
  await engine.ready();
  expect(await engine.call("app.info", {})).toMatchObject({ products: oldCount });
  await engine.stop();
}, 120_000);
