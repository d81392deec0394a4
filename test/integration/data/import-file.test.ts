import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { countProducts } from "../../../src/main/engine/db/products/product.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import type { FileImportReport } from "../../../src/shared/data/host-operations.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { temporaryFolder } from "../../support/folder.js";
import { smallDisk } from "../../support/small-disk.js";
import { catalogueFile, productLine } from "../catalogue/catalogue-files.js";

/** Takes several steps, between which the engine answers other calls. */
const lineCount = 1_500;

let engine: TestEngine;

beforeEach(async () => {
  engine = await openTestEngine();
});

function catalogueText(count: number): string {
  return Array.from({ length: count }, (_, i) => productLine(`p${i}`)).join("\n");
}

async function importFile(file: string): Promise<FileImportReport> {
  const result = await engine.callHost("catalogue.import", file);
  if (result.outcome !== "done") throw new Error(JSON.stringify(result));
  return result.data;
}

it("catalogue.import imports a file and reports every skipped line", async () => {
  const text = `${productLine("a")}\nnonsense\n\n${productLine("b")}\n{"type":"other"}\n\n`;
  expect(await importFile(catalogueFile(text))).toMatchObject({
    lines: 6,
    total: 6,
    products: 2,
    offers: 2,
    ended: "whole",
    problem: null,
    skipped: [
      { line: 2, reason: "is not valid JSON" },
      { line: 5, reason: 'is neither a "product" nor a "deal"' },
    ],
  });
  expect(await engine.call("products.search", { q: "Product b" })).toMatchObject({ ok: true });
});

it("catalogue.import reports progress and lets the engine answer other calls", async () => {
  const reported: number[] = [];
  const answered: number[] = [];
  const importing = engine.callHost("catalogue.import", catalogueFile(catalogueText(lineCount)), {
    onProgress: ({ done, total }) => {
      expect(total).toBe(lineCount);
      reported.push(done);
      void engine.call("app.info", {}).then((info) => info.ok && answered.push(info.data.products));
    },
  });
  await importing;
  expect(reported.length).toBeGreaterThan(1);
  expect(reported).toEqual([...reported].sort((a, b) => a - b));
  // Calls answered midway see a part of the file.
  expect(answered.some((products) => products > 0 && products < lineCount)).toBe(true);
});

it("catalogue.import keeps the lines imported before it is cancelled and reports how many", async () => {
  const cancel = new AbortController();
  const result = await engine.callHost("catalogue.import", catalogueFile(catalogueText(lineCount)), {
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
  });
  const report = result.outcome === "done" ? result.data : null;
  expect(report).toMatchObject({ ended: "cancelled", total: lineCount, problem: null });
  expect(report?.products).toBeGreaterThan(0);
  expect(report?.lines).toBe(report?.products);
  expect(countProducts(engine.db)).toBe(report?.products);
  expect([...exportCatalogue(engine.db)]).toHaveLength(report?.products ?? 0);
  // A second import adds the rest.
  expect(await importFile(catalogueFile(catalogueText(lineCount)))).toMatchObject({ ended: "whole" });
  expect(countProducts(engine.db)).toBe(lineCount);
});

it("catalogue.import ends as cancelled when the engine stops, and keeps the imported lines", async () => {
  let restarted: Promise<void> | undefined;
  const result = await engine.callHost("catalogue.import", catalogueFile(catalogueText(lineCount)), {
    onProgress: () => {
      restarted ??= engine.restart();
    },
  });
  expect(result).toMatchObject({ outcome: "done", data: { ended: "cancelled" } });
  await restarted;
  expect(await engine.call("products.search", { q: "Product p0" })).toMatchObject({ ok: true });
});

it.each([
  ["a backup", () => join(engine.folder, "tidemark.sqlite3"), "is-a-backup"],
  ["a picture", () => catalogueFile(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])), "not-a-catalogue"],
  ["a missing file", () => join(temporaryFolder(), "none"), "unreadable"],
  ["a folder", () => temporaryFolder(), "unreadable"],
])("catalogue.import refuses %s", async (_case, file, kind) => {
  const result = await engine.callHost("catalogue.import", file());
  expect(result).toMatchObject({ outcome: "failed", problem: { kind } });
  expect(countProducts(engine.db)).toBe(0);
});

it("catalogue.import keeps and counts only the stored products, and reports a full disk", async (context) => {
  const disk = smallDisk(6);
  if (typeof disk === "string") return context.skip(disk);
  const folder = join(disk.root, "data");
  mkdirSync(folder);
  const small = await openTestEngine({ dataFolder: folder });
  const file = join(temporaryFolder(), "big.jsonl");
  const lines = Array.from({ length: 4_000 }, (_, i) =>
    productLine(`p${i}`, { description: `p${i} `.repeat(300) }),
  );
  writeFileSync(file, lines.join("\n"));
  const result = await small.callHost("catalogue.import", file);
  const report = result.outcome === "done" ? result.data : null;
  expect(report).toMatchObject({ ended: "failed", problem: { kind: "disk-full", path: folder } });
  expect(report?.products).toBe(countProducts(small.db));
});
