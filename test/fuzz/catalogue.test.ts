import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { expect, it } from "vitest";
import { change, type ReadDb, write } from "../../src/main/engine/db/store.js";
import { exportCatalogue } from "../../src/main/engine/operations/catalogue/export-catalogue.js";
import {
  type ImportReport,
  importCatalogue,
} from "../../src/main/engine/operations/catalogue/import-catalogue.js";
import { fileLines } from "../../src/main/engine/sources/file-lines.js";
import { checkIntegrity } from "../faults/checks/database.js";
import { deals, products } from "../support/catalogue.js";
import { openTestStore, temporaryFolder } from "../support/folder.js";
import { anyEdit, type Edit, editBytes, mostly, someBytes } from "./inputs/edits.js";
import { anyJsonEdits, editJson, type Json, type JsonEdit } from "./inputs/json.js";
import { checkImport, checkRoundTrip } from "./oracles/catalogue.js";
import { checkCases } from "./support/check-cases.js";

interface LineCase {
  readonly original: number;
  readonly json: readonly JsonEdit[];
  readonly bytes: readonly Edit<Buffer>[];
}

interface FileCase {
  readonly lines: readonly LineCase[];
  readonly lineEnd: "\n" | "\r\n";
  readonly hasFinalLineEnd: boolean;
  readonly bytes: readonly Edit<Buffer>[];
}

const originals = [...products, ...deals] as unknown as readonly Json[];

/** Huge numbers, depths and lengths. */
const hugeLines: Arbitrary<Buffer> = fc
  .constantFrom(
    `{"type":"product","title":"x","offers":[{"retailer":"a.example","price":${"9".repeat(400)},"currency":"USD"}]}`,
    `{"type":"product","title":"x","score":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    `{"type":"product","title":"${"x".repeat(300_000)}"}`,
    `{"type":"product","title":"x","keywords":[${'"k",'.repeat(20_000)}"k"]}`,
    `${"{".repeat(20_000)}`,
  )
  .map((text) => Buffer.from(text));

const token = fc.oneof({ weight: 40, arbitrary: someBytes }, { weight: 1, arbitrary: hugeLines });

const lineCases: Arbitrary<LineCase> = fc.record({
  original: fc.nat(originals.length - 1),
  json: anyJsonEdits(3, 1, 2),
  bytes: mostly([], fc.array(anyEdit(token), { minLength: 1, maxLength: 3 }), 4),
});

const fileCases: Arbitrary<FileCase> = fc.record({
  lines: fc.array(lineCases, { minLength: 1, maxLength: 5 }),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  hasFinalLineEnd: fc.boolean(),
  bytes: mostly([], fc.array(anyEdit(someBytes), { minLength: 1, maxLength: 2 }), 6),
});

function toBytes({ lines, lineEnd, hasFinalLineEnd, bytes: fileEdits }: FileCase): Buffer {
  const parts = lines.flatMap(({ original, json, bytes }, i) => {
    const line = Buffer.from(JSON.stringify(editJson(originals[original] ?? null, json)));
    const hasLineEnd = i < lines.length - 1 || hasFinalLineEnd;
    return [editBytes(line, bytes), Buffer.from(hasLineEnd ? lineEnd : "")];
  });
  return editBytes(Buffer.concat(parts), fileEdits);
}

function clear(db: ReadDb): void {
  write(db, (tx) => {
    change(tx, "DELETE FROM product");
    change(tx, "DELETE FROM deal");
  });
}

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

function importLines(
  db: ReadDb,
  lines: AsyncIterable<string | null> | Iterable<string>,
): Promise<ImportReport> {
  return importCatalogue({ db, nowMs, randomBytes, isSample: false }, lines);
}

it("an import reports bad lines and imports good ones, and an export survives an import", async () => {
  const [first, second] = [openTestStore(), openTestStore()];
  const file = join(temporaryFolder(), "catalogue.jsonl");
  const property = fc.asyncProperty(fileCases, async (value) => {
    clear(first);
    clear(second);
    const bytes = toBytes(value);
    writeFileSync(file, bytes);
    checkImport(first, bytes, await importLines(first, fileLines(file)));
    const exported = [...exportCatalogue(first)];
    checkRoundTrip(exported, await importLines(second, exported), [...exportCatalogue(second)]);
  });
  await checkCases(property, { cases: 300 });
  expect([...checkIntegrity(first), ...checkIntegrity(second)]).toEqual([]);
});
