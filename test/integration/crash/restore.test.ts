import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { countProducts } from "../../../src/main/engine/db/product.js";
import { backUp } from "../../../src/main/engine/operations/backup/backup.js";
import { ensureBuilt } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";
import { importLines, productLine } from "../catalogue/catalogue-files.js";

const rounds = 14;
const old = 2_000;

beforeAll(ensureBuilt);

function products(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, i) => productLine(`p${from + i}`));
}

it("a restore that is killed has happened or has not, and can be asked for again", async () => {
  const folder = temporaryFolder();
  const backup = join(temporaryFolder(), "backup.sqlite3");
  const db = openStore(folder);
  await importLines(db, products(0, old));
  backUp(db, backup);
  for (let round = 0; round < rounds; round++) {
    await importLines(db, products(old, old + 500));
    const engine = new EngineProcess(folder, { start: { restore: backup } });
    await Promise.race([delay(60 + round * 30), engine.gone]);
    await engine.kill();
    // As the next start finds it; a connection that was open meanwhile sees the same.
    const next = openStore(folder);
    expect([old, old + 500]).toContain(countProducts(next));
    expect(next.connection.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(countProducts(db)).toBe(countProducts(next));
    closeStore(next);
  }
  closeStore(db);
  const engine = new EngineProcess(folder, { start: { restore: backup } });
  await engine.ready();
  expect(await engine.call("app.info", {})).toMatchObject({ products: old });
  await engine.stop();
}, 120_000);
