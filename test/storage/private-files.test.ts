import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { ensureBuilt, runCliProcess, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

/** Files and folders below `folder` that other users may access, each with its mode in octal. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => `${path.slice(folder.length + 1)} ${(statSync(path).mode & 0o777).toString(8)}`);
}

beforeAll(ensureBuilt);

describe.skipIf(process.platform === "win32")("the data folder", () => {
  it("the data folder cannot be read by other users of the computer", async () => {
    const folder = temporaryFolder();
    const engine = await startServe(folder, "--sample");
    await runCliProcess(["backup", join(folder, "backups", "today.sqlite3"), "--data", folder]);
    expect(openToOthers(folder)).toEqual([]);
    await engine.stop();
    expect(openToOthers(folder)).toEqual([]);
  });

  it.each([
    ["everyone", 0o644],
    ["the group", 0o640],
    ["others", 0o604],
  ])("a database that %s can read is closed to them when it is opened", (_readers, mode) => {
    const folder = join(temporaryFolder(), "shared");
    mkdirSync(folder);
    closeStore(openStore(folder));
    const file = join(folder, "tidemark.sqlite3");
    chmodSync(file, mode);
    const db = openStore(folder);
    db.connection.exec("CREATE TABLE scratch (a)");
    expect(openToOthers(folder)).toEqual([]);
    closeStore(db);
  });
});
