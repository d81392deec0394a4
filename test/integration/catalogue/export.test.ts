import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import { openTestStore } from "../../support/folder.js";
import { dealLine, exported, importLines, productLine } from "./catalogue-files.js";
import { catalogueLines } from "./generated-catalogue.js";

/** Rows derived from the catalogue, which exports leave out and imports recreate. */
function derivedRows(db: ReadDb): unknown[] {
  return [
    "SELECT identifier.kind, value, service FROM identifier JOIN product ON product.id = product_id ORDER BY 1, 2, 3",
    "SELECT service, offer_count, rating_count FROM product ORDER BY service",
    "SELECT path, retailer, grade, price_minor, score, hot, created_at FROM deal ORDER BY path",
  ].map((sql) => allRows(db, sql));
}

/** Imports an export of `db` into an empty folder and expects equal catalogues. */
async function expectSameAfterImport(db: ReadDb): Promise<void> {
  const lines = exported(db);
  const copy = openTestStore();
  const report = await importLines(copy, lines);
  expect(report.skipped).toEqual([]);
  expect(exported(copy)).toEqual(lines);
  expect(derivedRows(copy)).toEqual(derivedRows(db));
}

describe("catalogue exports", () => {
  it("an export restores any catalogue when it is imported into an empty folder", async () => {
    await fc.assert(
      fc.asyncProperty(catalogueLines, async (lines) => {
        const db = openTestStore();
        const report = await importLines(db, lines);
        expect(report.skipped).toEqual([]);
        await expectSameAfterImport(db);
      }),
      { numRuns: 25 },
    );
  });

  it("an export changes nothing when it is imported into its own folder", async () => {
    await fc.assert(
      fc.asyncProperty(catalogueLines, async (lines) => {
        const db = openTestStore();
        await importLines(db, lines);
        const once = exported(db);
        await importLines(db, once);
        await importLines(db, lines);
        expect(exported(db)).toEqual(once);
      }),
      { numRuns: 25 },
    );
  });

  it("an export has no lines for an empty folder", () => {
    expect(exported(openTestStore())).toEqual([]);
  });

  it("an export frees the database connection when its reader stops early", async () => {
    const db = openTestStore();
    await importLines(db, [productLine("a"), productLine("b"), dealLine("d")]);
    for (const line of exportCatalogue(db)) {
      expect(line).toContain("product/test/a");
      break;
    }
    expect(db.connection.inTransaction).toBe(false);
    expect(exported(db)).toHaveLength(3);
  });
});
