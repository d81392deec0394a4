import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { countProducts } from "../../../src/main/engine/db/product.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import type { FileImportReport } from "../../../src/shared/data/host-operations.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { temporaryFolder } from "../../support/folder.js";
import { catalogueFile, productLine } from "../catalogue/catalogue-files.js";
import { smallDisk } from "../storage/small-disk.js";

let engine: TestEngine;

beforeEach(async () => {
  engine = await startTestEngine();
  onTestFinished(() => engine.stop());
});

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, i) => productLine(`p${i}`)).join("\n");
}

async function imported(file: string): Promise<FileImportReport> {
  const result = await engine.callHost("catalogue.import", file);
  if (result.outcome !== "done") throw new Error(JSON.stringify(result));
  return result.data;
}

describe("a catalogue file that is imported while the engine runs", () => {
  it("goes in as at the command line, and every line that does not is named", async () => {
    const text = `${productLine("a")}\nnonsense\n\n${productLine("b")}\n{"type":"other"}\n\n`;
    expect(await imported(catalogueFile(text))).toMatchObject({
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

  it("tells how far it is, and lets others have their turn", async () => {
    const told: number[] = [];
    const answered: number[] = [];
    const importing = engine.callHost("catalogue.import", catalogueFile(linesOf(3_000)), {
      onProgress: ({ done, total }) => {
        expect(total).toBe(3_000);
        told.push(done);
        void engine.call("app.info", {}).then((info) => info.ok && answered.push(info.data.products));
      },
    });
    await importing;
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    // Answers that came half-way show a part of the file, and only whole lines of it.
    expect(answered.some((products) => products > 0 && products < 3_000)).toBe(true);
  });

  it("keeps what went in before it was cancelled, whole, and says how far it came", async () => {
    const cancel = new AbortController();
    const result = await engine.callHost("catalogue.import", catalogueFile(linesOf(3_000)), {
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    const report = result.outcome === "done" ? result.data : null;
    expect(report).toMatchObject({ ended: "cancelled", total: 3_000, problem: null });
    expect(report?.products).toBeGreaterThan(0);
    expect(report?.lines).toBe(report?.products);
    expect(countProducts(engine.db)).toBe(report?.products);
    expect([...exportCatalogue(engine.db)]).toHaveLength(report?.products ?? 0);
    // The rest goes in when it is asked for again.
    expect(await imported(catalogueFile(linesOf(3_000)))).toMatchObject({ ended: "whole" });
    expect(countProducts(engine.db)).toBe(3_000);
  });

  it("is taken up to where it came when the engine is stopped", async () => {
    let restarted: Promise<void> | undefined;
    const result = await engine.callHost("catalogue.import", catalogueFile(linesOf(3_000)), {
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
    ["nothing", () => join(temporaryFolder(), "none"), "unreadable"],
    ["a folder", () => temporaryFolder(), "unreadable"],
  ])("is refused where it is %s", async (_what, file, kind) => {
    const result = await engine.callHost("catalogue.import", file());
    expect(result).toMatchObject({ outcome: "failed", problem: { kind } });
    expect(countProducts(engine.db)).toBe(0);
  });
});

describe("a disk that is full half-way", () => {
  it("keeps what went in, counts only that, and says what is wrong", async (context) => {
    const disk = smallDisk(6);
    if (typeof disk === "string") return context.skip(disk);
    const folder = join(disk.root, "data");
    mkdirSync(folder);
    const small = await startTestEngine({ dataFolder: folder });
    onTestFinished(() => small.stop());
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
});
