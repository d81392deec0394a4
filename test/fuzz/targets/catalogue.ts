import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { change, type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import {
  type ImportReport,
  importCatalogue,
} from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { fileLines } from "../../../src/main/engine/sources/file-lines.js";
import { deals, products } from "../../support/catalogue.js";
import { scratchFolder } from "../../support/disk.js";
import { type Edit, editBytes, editOf, someBytes } from "../inputs/bytes.js";
import { editJson, type Json, type JsonEdit, jsonEdit } from "../inputs/json.js";
import { databaseComplaints } from "../judges/database.js";
import { judgeImport, judgeRoundTrip } from "../judges/import.js";
import { defineTarget } from "../machinery/define-target.js";
import type { Subject } from "../machinery/target.js";

interface LineCase {
  readonly original: number;
  readonly json: readonly JsonEdit[];
  readonly bytes: readonly Edit<Buffer>[];
}

interface FileCase {
  readonly lines: readonly LineCase[];
  readonly end: "\n" | "\r\n";
  readonly isClosed: boolean;
  readonly whole: readonly Edit<Buffer>[];
}

const originals = [...products, ...deals] as unknown as readonly Json[];

/** Numbers, depths and lengths that are valid JSON and no catalogue. */
const giants: Arbitrary<Buffer> = fc
  .constantFrom(
    `{"type":"product","title":"x","offers":[{"retailer":"a.example","price":${"9".repeat(400)},"currency":"USD"}]}`,
    `{"type":"product","title":"x","score":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    `{"type":"product","title":"${"x".repeat(300_000)}"}`,
    `{"type":"product","title":"x","keywords":[${'"k",'.repeat(20_000)}"k"]}`,
    `${"{".repeat(20_000)}`,
  )
  .map((text) => Buffer.from(text));

const lines: Arbitrary<LineCase> = fc.record({
  original: fc.nat(originals.length - 1),
  json: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(jsonEdit, { minLength: 1, maxLength: 3 }) },
  ),
  bytes: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        editOf(fc.oneof({ weight: 40, arbitrary: someBytes }, { weight: 1, arbitrary: giants })),
        { minLength: 1, maxLength: 3 },
      ),
    },
  ),
});

const cases: Arbitrary<FileCase> = fc.record({
  lines: fc.array(lines, { minLength: 1, maxLength: 5 }),
  end: fc.constantFrom("\n", "\r\n"),
  isClosed: fc.boolean(),
  whole: fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(editOf(someBytes), { minLength: 1, maxLength: 2 }) },
  ),
});

function bytesOf({ lines: made, end, isClosed, whole }: FileCase): Buffer {
  const parts = made.map(({ original, json, bytes }) =>
    editBytes(Buffer.from(JSON.stringify(editJson(originals[original] ?? null, json))), bytes),
  );
  const joined = parts.flatMap((part, i) =>
    i === parts.length - 1 && !isClosed ? [part] : [part, Buffer.from(end)],
  );
  return editBytes(Buffer.concat(joined), whole);
}

function empty(db: ReadDb): void {
  write(db, (tx) => {
    change(tx, "DELETE FROM product");
    change(tx, "DELETE FROM deal");
  });
}

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

function enter(db: ReadDb, from: AsyncIterable<string> | Iterable<string>): Promise<ImportReport> {
  return importCatalogue({ db, nowMs, randomBytes, isSample: false }, from);
}

function open(): Subject<FileCase> {
  const folders = [scratchFolder("fuzz"), scratchFolder("fuzz")];
  const [first, second] = folders.map(({ path }) => openStore(path));
  if (first === undefined || second === undefined) throw new Error("There are two stores.");
  const file = join(folders[0]?.path ?? "", "catalogue.jsonl");
  return {
    cases,
    judge: async (value) => {
      empty(first);
      empty(second);
      const bytes = bytesOf(value);
      writeFileSync(file, bytes);
      judgeImport(first, bytes, await enter(first, fileLines(file)));
      const exported = [...exportCatalogue(first)];
      judgeRoundTrip(exported, await enter(second, exported), [...exportCatalogue(second)]);
    },
    finish: () => [...databaseComplaints(first), ...databaseComplaints(second)],
    close: () => {
      closeStore(first);
      closeStore(second);
      for (const folder of folders) folder.remove();
    },
  };
}

export const catalogue = defineTarget({
  name: "catalogue",
  what: "catalogue files: changed real lines, torn ones, foreign bytes, giants; then export and import",
  share: 20_000,
  open,
});
