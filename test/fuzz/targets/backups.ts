import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc, { type Arbitrary } from "fast-check";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { closeStore, inspectBackup, openStore } from "../../../src/main/engine/db/open.js";
import { importCatalogue } from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { restoreBeforeStart } from "../../../src/main/engine/process/restore-before-start.js";
import { products } from "../../support/catalogue.js";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { type Edit, editBytes, editOf, someBytes } from "../inputs/bytes.js";
import { judgeOpened, judgeRestore } from "../judges/restore.js";
import { defineTarget } from "../machinery/define-target.js";
import type { Subject } from "../machinery/target.js";

interface BackupCase {
  readonly use: "restore" | "open";
  /** What somebody has done to it as to a database. */
  readonly sql: readonly string[];
  readonly bytes: readonly Edit<Buffer>[];
}

const statements = [
  "PRAGMA user_version = 0",
  "PRAGMA user_version = 1",
  "PRAGMA user_version = 999",
  "PRAGMA user_version = -1",
  "PRAGMA application_id = 1",
  "DROP TABLE offer",
  "DROP TABLE account",
  "DROP TABLE setting",
  "DROP TABLE product_text",
  "ALTER TABLE product RENAME TO other",
  "ALTER TABLE offer DROP COLUMN seller",
  "DELETE FROM account",
  "INSERT INTO setting VALUES ('listener.certificate', 'x'), ('listener.private_key', 'x')",
  "CREATE TRIGGER evil AFTER UPDATE ON account BEGIN DELETE FROM product; END",
  "CREATE VIEW evil AS SELECT * FROM nowhere",
  "CREATE TABLE more (a, b)",
  "CREATE INDEX more ON offer (price_minor)",
  "PRAGMA journal_mode = WAL",
  "PRAGMA page_size = 512; VACUUM",
  "PRAGMA encoding = 'UTF-16'",
  "PRAGMA auto_vacuum = FULL; VACUUM",
];

const cases: Arbitrary<BackupCase> = fc.record({
  use: fc.constantFrom("restore", "open"),
  sql: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...statements), { maxLength: 2 })),
  bytes: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(editOf(someBytes), { minLength: 1, maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 100 })
        .map((bytes) => [{ at: 0, length: 100, kind: "replace" as const, token: Buffer.from(bytes) }]),
    },
  ),
});

/** Changes of the same length keep the file's pages in their places: they reach deeper than others. */
function overwritten(bytes: Buffer, edits: readonly Edit<Buffer>[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const { at, token } of edits) token.copy(copy, Math.floor(at * copy.length));
  return copy;
}

function runSql(file: string, sql: readonly string[]): void {
  const db = new Database(file);
  db.pragma("foreign_keys = OFF");
  for (const statement of sql)
    try {
      db.exec(statement);
    } catch {
      // After the statement before, there may be nothing left of what it is about.
    }
  db.pragma("journal_mode = DELETE");
  db.close();
}

async function original(): Promise<Buffer> {
  const folder = scratchFolder("fuzz");
  const db = openStore(folder.path);
  const lines = products.map((line) => JSON.stringify(line));
  await importCatalogue({ db, nowMs: Date.now(), randomBytes, isSample: false }, lines);
  const file = join(folder.path, "copy.sqlite3");
  db.connection.prepare("VACUUM INTO ?").run(file);
  closeStore(db);
  const bytes = readFileSync(file);
  folder.remove();
  return bytes;
}

async function open(): Promise<Subject<BackupCase>> {
  const sound = await original();
  const folder = scratchFolder("fuzz");
  const source = join(folder.path, "source.sqlite3");
  const made = (value: BackupCase) => {
    writeFileSync(source, sound);
    runSql(source, value.sql);
    const bytes = readFileSync(source);
    const isDeep = value.bytes.length % 2 === 1;
    writeFileSync(source, isDeep ? overwritten(bytes, value.bytes) : editBytes(bytes, value.bytes));
  };
  const data = join(folder.path, "data");
  return {
    cases,
    judge: async (value) => {
      removeFolder(data);
      made(value);
      closeStore(openStore(data));
      if (value.use === "open") {
        for (const suffix of ["-wal", "-shm"]) rmSync(databaseFile(data) + suffix, { force: true });
        copyFileSync(source, databaseFile(data));
        judgeOpened(data, readFileSync(source));
        return;
      }
      inspectBackup(source);
      await judgeRestore(data, await restoreBeforeStart(data, source, silentLog));
    },
    close: () => folder.remove(),
  };
}

export const backups = defineTarget({
  name: "backups",
  what: "backup files to restore, and databases to open: changed bytes, and changed by somebody's SQL",
  share: 1_200,
  chunk: 50,
  open,
});
