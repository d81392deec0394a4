import { beforeEach, describe, expect, it } from "vitest";
import { countPoints } from "../../../src/main/engine/db/price-history.js";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { openTestStore } from "../../support/folder.js";
import { importLines, offerFields, productLine } from "./catalogue-files.js";

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

  it("a line of five megabytes is imported", async () => {
    const history = Array.from({ length: 70_000 }, (_, i) => ({
      price: 10 + (i % 9),
      availability: "in",
      timestamp: new Date(Date.UTC(2000, 0, 1) + i * 3_600_000).toISOString(),
    }));
    const line = productLine("long", { offers: [offerFields("long", { history })] });
    expect(line.length).toBeGreaterThan(4_500_000);
    expect(await importLines(db, [line])).toMatchObject({ products: 1, points: 70_000, skipped: [] });
    expect(countPoints(db)).toBe(70_001);
  });
});
