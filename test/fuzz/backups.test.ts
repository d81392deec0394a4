import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc, { type Arbitrary } from "fast-check";
import { it } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { closeStore, inspectBackup, openStore } from "../../src/main/engine/db/open.js";
import { StorageError } from "../../src/main/engine/db/storage-error.js";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { importCatalogue } from "../../src/main/engine/operations/catalogue/import-catalogue.js";
import { startEngine } from "../../src/main/engine/process/engine.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { restoreBeforeStart } from "../../src/main/engine/process/restore-before-start.js";
import type { RestoreResult } from "../../src/shared/data/host-operations.js";
import { products } from "../support/catalogue.js";
import { removeFolder } from "../support/disk.js";
import { openTestStore, temporaryFolder } from "../support/folder.js";
import { anyEdit, type Edit, editBytes, someBytes } from "./inputs/edits.js";
import { checkCases } from "./support/check-cases.js";

interface BackupCase {
  readonly use: "restore" | "open";
  readonly sql: readonly string[];
  readonly bytes: readonly Edit<Buffer>[];
}

// biome-ignore format: one per line would fill a page
const statements = [
  "PRAGMA user_version = 0", "PRAGMA user_version = 1", "PRAGMA user_version = 999",
  "PRAGMA user_version = -1", "PRAGMA application_id = 1", "DROP TABLE offer", "DROP TABLE account",
  "DROP TABLE setting", "DROP TABLE product_text", "ALTER TABLE product RENAME TO other",
  "ALTER TABLE offer DROP COLUMN seller", "DELETE FROM account",
  "INSERT INTO setting VALUES ('listener.certificate', 'x'), ('listener.private_key', 'x')",
  "CREATE TRIGGER evil AFTER UPDATE ON account BEGIN DELETE FROM product; END",
  "CREATE VIEW evil AS SELECT * FROM nowhere", "CREATE TABLE more (a, b)",
  "CREATE INDEX more ON offer (price_minor)", "CREATE UNIQUE INDEX more ON offer (retailer)",
  "CREATE UNIQUE INDEX more ON offer (url, public_id)", "CREATE INDEX more ON offer (upper(url), price_minor % 7)",
  "CREATE INDEX more ON product (title) WHERE length(title) > 3", "ALTER TABLE offer ADD COLUMN more TEXT AS (hex(url))",
  "ALTER TABLE product ADD COLUMN more INTEGER AS (id / 0) CHECK (more > 0)",
  "CREATE TABLE more (a, b AS (a || a) UNIQUE)", "DROP TABLE product; CREATE VIEW product AS SELECT 1 AS id",
  "PRAGMA journal_mode = WAL", "PRAGMA page_size = 512; VACUUM",
  "PRAGMA encoding = 'UTF-16'", "PRAGMA auto_vacuum = FULL; VACUUM",
];

const backupCases: Arbitrary<BackupCase> = fc.record({
  use: fc.constantFrom("restore", "open"),
  sql: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...statements), { maxLength: 2 })),
  bytes: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(anyEdit(someBytes), { minLength: 1, maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 100 })
        .map((bytes) => [{ at: 0, length: 100, kind: "replace" as const, token: Buffer.from(bytes) }]),
    },
  ),
});

/** Keeps the length, so that SQLite reads further than after inserts and removals. */
function overwrite(bytes: Buffer, edits: readonly Edit<Buffer>[]): Buffer {
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
      // The statement before may have removed its table.
    }
  db.pragma("journal_mode = DELETE");
  db.close();
}

async function createBackup(): Promise<Buffer> {
  const db = openTestStore();
  const lines = products.map((line) => JSON.stringify(line));
  await importCatalogue({ db, nowMs: Date.now(), randomBytes, isSample: false }, lines);
  const file = join(temporaryFolder(), "copy.sqlite3");
  db.connection.prepare("VACUUM INTO ?").run(file);
  return readFileSync(file);
}

function openUnlessRefused(folder: string): ReadDb | null {
  try {
    return openStore(folder);
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

/** A database opens, or is refused with a reason and stays unchanged. */
function checkOpen(folder: string, before: Buffer): void {
  const db = openUnlessRefused(folder);
  if (db !== null) closeStore(db);
  else if (!readFileSync(databaseFile(folder)).equals(before))
    throw new Error("A refused database has changed.");
}

/** The engine starts on a restored folder. A failed restore states its reason and changes nothing. */
async function checkRestore(folder: string, result: RestoreResult): Promise<void> {
  if (result.outcome === "cancelled") throw new Error("The restore was cancelled by itself.");
  if (result.outcome === "failed" && result.problem.kind === "unexpected")
    throw new Error(`The restore failed without a reason: ${JSON.stringify(result.problem)}`);
  const options = { dataFolder: folder, port: 0, sample: false, version: "0", log: silentLog };
  const engine = await startEngine(options);
  try {
    const info = await engine.call("app.info", {});
    const found = await engine.call("products.search", { q: "lamp" });
    for (const each of [info, found])
      if (!each.ok) throw new Error(`A call fails after the restore: ${each.error.message}`);
    if (result.outcome === "failed" && info.ok && info.data.products > 0)
      throw new Error("A failed restore has changed the data.");
  } finally {
    await engine.stop();
  }
}

it("a backup is restored whole or refused with a reason, and a refused database stays unchanged", async () => {
  const backup = await createBackup();
  const folder = temporaryFolder();
  const source = join(folder, "source.sqlite3");
  const writeSource = ({ sql, bytes: edits }: BackupCase) => {
    writeFileSync(source, backup);
    runSql(source, sql);
    const bytes = readFileSync(source);
    writeFileSync(source, edits.length % 2 === 1 ? overwrite(bytes, edits) : editBytes(bytes, edits));
  };
  const data = join(folder, "data");
  const property = fc.asyncProperty(backupCases, async (value) => {
    removeFolder(data);
    writeSource(value);
    closeStore(openStore(data));
    if (value.use === "open") {
      for (const suffix of ["-wal", "-shm"]) rmSync(databaseFile(data) + suffix, { force: true });
      copyFileSync(source, databaseFile(data));
      checkOpen(data, readFileSync(source));
      return;
    }
    inspectBackup(source);
    await checkRestore(data, await restoreBeforeStart(data, { file: source, trust: false }, silentLog));
  });
  await checkCases(property, { cases: 60 });
});
