import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { backUp } from "../../src/main/engine/operations/backup/backup.js";
import { restore } from "../../src/main/engine/operations/backup/restore.js";
import { exported, importLines, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli } from "../support/cli.js";
import { copyDatabase } from "../support/disk.js";
import { openTestStore, temporaryFolder } from "../support/folder.js";

/** A folder as a killed engine leaves it: the last writes are only in the write-ahead log. */
async function killedFolder(): Promise<string> {
  const folder = temporaryFolder();
  closeStore(openStore(folder));
  await importLines(openTestStore(folder), [productLine("last")]);
  return copyDatabase(folder, temporaryFolder());
}

/** Replaces the database by a text. */
function damage(folder: string): void {
  writeFileSync(databaseFile(folder), "This was a database once, it says.".repeat(500));
}

beforeAll(ensureBuilt);

it("a database that was moved away leaves no write-ahead log that a restored backup would apply", async () => {
  const folder = await killedFolder();
  const backup = join(temporaryFolder(), "backup.sqlite3");
  const other = openTestStore();
  await importLines(other, [productLine("backed-up")]);
  await backUp(dirname(other.connection.name), backup);
  renameSync(databaseFile(folder), join(folder, "moved-away"));
  await restore(folder, backup, { nowMs: Date.now(), trust: false });
  const db = openTestStore(folder);
  expect(db.connection.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(exported(db)).toEqual(exported(other));
});

it.each([["serve"], ["export"]])(
  "a damaged database is reported in one line by %s %s",
  async (...command) => {
    const folder = temporaryFolder();
    damage(folder);
    const result = await runCli([...command, "--data", folder]);
    expect(result).toMatchObject({ code: 3, stdout: "" });
    expect(result.stderr).toMatch(/^The database .* is damaged\. It was left as it is\. Restore .*\.\n$/);
  },
);

it.each([["serve"], ["account", "set"]])(
  "a data folder is reported in one line by %s when it is a file",
  async (...command) => {
    const file = join(temporaryFolder(), "data");
    writeFileSync(file, "");
    for (const place of [file, join(file, "inside")]) {
      const result = await runCli([...command, "--data", place]);
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toMatch(/is not a folder\. Choose a folder with --data DIR\.\n$/);
    }
  },
);

it("a data folder is reported in one line when its database is a folder", async () => {
  const folder = temporaryFolder();
  mkdirSync(databaseFile(folder));
  const result = await runCli(["account", "show", "--data", folder]);
  expect(result).toMatchObject({ code: 1, stdout: "" });
  expect(result.stderr).toMatch(/^[^\n]+\.\n$/);
  expect(result.stderr).not.toContain("Unexpected");
});
