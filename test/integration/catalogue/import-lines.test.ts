import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { countPoints } from "../../../src/main/engine/db/prices/price-history.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { dropInvalidRows } from "../../../src/main/engine/operations/backup/check-values.js";
import { fileLines, maxLineLength } from "../../../src/main/engine/sources/file-lines.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { exported, importLines, offerFields, productLine } from "./catalogue-files.js";

let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
});

describe("unusual catalogue lines", () => {
  it("blank lines are not reported but count towards the reported line numbers", async () => {
    const report = await importLines(db, [
      `\uFEFF${productLine("a")}`,
      "",
      "  \t",
      "{",
      productLine("b"),
      "",
    ]);
    expect(report).toMatchObject({ products: 2, skipped: [{ line: 4, reason: "is not valid JSON" }] });
  });

  it("a line of more than 4 MiB is skipped, and a product with more points than fit is exported on several", async () => {
    const history = Array.from({ length: 70_000 }, (_, i) => ({
      price: 10 + (i % 9),
      availability: "in",
      timestamp: new Date(Date.UTC(2000, 0, 1) + i * 3_600_000).toISOString(),
    }));
    const parts = [0, 35_000].map((from) =>
      productLine("long", { offers: [offerFields("long", { history: history.slice(from, from + 35_000) })] }),
    );
    const whole = productLine("long", { offers: [offerFields("long", { history })] });
    const file = join(temporaryFolder(), "catalogue.jsonl");
    writeFileSync(file, [whole, ...parts, productLine("next")].join("\n"));
    const report = await importLines(db, fileLines(file));
    expect(report).toMatchObject({ products: 3, skipped: [{ line: 1, reason: "is longer than 4 MiB" }] });
    const lines = exported(db);
    expect(lines).toHaveLength(5);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(maxLineLength);
    const second = openTestStore();
    expect(await importLines(second, lines)).toMatchObject({ skipped: [] });
    expect(countPoints(second)).toBe(countPoints(db));
    expect(exported(second)).toEqual(lines);
  });

  it("a line of which a restored backup would lose the product is skipped, and others as large are not", async () => {
    const large = "é".repeat(400_000);
    const report = await importLines(db, [
      productLine("description", { description: large + large }),
      productLine("attributes", { attributes: { a: large, b: large } }),
      productLine("kept", { description: large }),
    ]);
    const reason = "holds more than 1 MB besides its offers";
    expect(report).toMatchObject({
      products: 1,
      skipped: [
        { line: 1, reason },
        { line: 2, reason },
      ],
    });
    const restored = write(db, (tx) => dropInvalidRows(tx));
    expect(restored).toEqual([]);
  });

  it("an import keeps the first thousand reasons, and counts all", async () => {
    const report = await importLines(
      db,
      Array.from({ length: 1_500 }, () => "{"),
    );
    expect(report.skipped).toHaveLength(1_000);
    expect(report.skipped_total).toBe(1_500);
    expect(report.skipped.at(-1)?.line).toBe(1_000);
  });
});
