import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { countProducts } from "../../src/main/engine/db/product.js";
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

it("a killed restore has taken full effect or none, and can be repeated", async () => {
  const folder = temporaryFolder();
  const backup = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  await importLines(db, products(0, oldCount));
  backUp(db, backup);
  for (let round = 0; round < rounds; round++) {
    await importLines(db, products(oldCount, oldCount + 500));
    const engine = new EngineProcess(folder, { start: { restore: backup } });
    await Promise.race([delay(60 + round * 30), engine.exited]);
    await engine.kill();
    // The next start and a connection that stayed open see the same data.
    const next = openStore(folder);
    expect([oldCount, oldCount + 500]).toContain(countProducts(next));
    expect(next.connection.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(countProducts(db)).toBe(countProducts(next));
    closeStore(next);
  }
  closeStore(db);
  const engine = new EngineProcess(folder, { start: { restore: backup } });
  await engine.ready();
  expect(await engine.call("app.info", {})).toMatchObject({ products: oldCount });
  await engine.stop();
}, 120_000);
