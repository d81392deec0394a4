import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import { loadSample } from "../../../src/main/engine/operations/catalogue/sample.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { newStore } from "../../support/folder.js";
import { dealLine, exported, importLines, nowMs, productLine } from "./catalogue-files.js";
import { catalogueLines } from "./generated-catalogue.js";

/** Rows of what is derived from the catalogue: not exported, so it has to be made again. */
function derivedRows(db: ReadDb): unknown[] {
  return [
    "SELECT identifier.kind, value, service FROM identifier JOIN product ON product.id = product_id ORDER BY 1, 2, 3",
    "SELECT service, offer_count, rating_count FROM product ORDER BY service",
    "SELECT path, retailer, grade, price_minor, score, hot, created_at FROM deal ORDER BY path",
  ].map((sql) => allRows(db, sql));
}

/** Imports what `db` exports into an empty folder, and expects the two to be equal. */
async function expectSameAfterImport(db: ReadDb): Promise<void> {
  const lines = exported(db);
  const copy = newStore();
  const report = await importLines(copy, lines);
  expect(report.skipped).toEqual([]);
  expect(exported(copy)).toEqual(lines);
  expect(derivedRows(copy)).toEqual(derivedRows(db));
}

describe("an export", () => {
  it("imported into an empty folder gives an equal catalogue: the sample market", async () => {
    const db = newStore();
    loadSample({ db, clock: { now: () => nowMs }, randomBytes, log: silentLog });
    expect(exported(db).length).toBeGreaterThan(400);
    await expectSameAfterImport(db);
  });

  it("imported into an empty folder gives an equal catalogue: any", async () => {
    await fc.assert(
      fc.asyncProperty(catalogueLines, async (lines) => {
        const db = newStore();
        const report = await importLines(db, lines);
        expect(report.skipped).toEqual([]);
        await expectSameAfterImport(db);
      }),
      { numRuns: 25 },
    );
  });

  it("imported again where it came from changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(catalogueLines, async (lines) => {
        const db = newStore();
        await importLines(db, lines);
        const once = exported(db);
        await importLines(db, once);
        await importLines(db, lines);
        expect(exported(db)).toEqual(once);
      }),
      { numRuns: 25 },
    );
  });

  it("is nothing for an empty folder", () => {
    expect(exported(newStore())).toEqual([]);
  });

  it("can be broken off: the connection is free again", async () => {
    const db = newStore();
    await importLines(db, [productLine("a"), productLine("b"), dealLine("d")]);
    for (const line of exportCatalogue(db)) {
      expect(line).toContain("product/test/a");
      break;
    }
    expect(db.connection.inTransaction).toBe(false);
    expect(exported(db)).toHaveLength(3);
  });
});
