import { readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { ensureBuilt } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { temporaryFolder } from "../../support/folder.js";

beforeAll(ensureBuilt);

function locksOn(file: string): string[] {
  const { ino } = statSync(file);
  return readFileSync("/proc/locks", "utf8")
    .split("\n")
    .filter((line) => line.includes(`:${ino} `));
}

/** On POSIX, a process that closes a file loses all its locks on that file, SQLite's included. */
it.runIf(process.platform === "linux").each([
  ["backup.inspect", "in-use"],
  ["catalogue.import", "is-a-backup"],
] as const)("%s refuses the database in use without losing its locks", async (operation, kind) => {
  const folder = temporaryFolder();
  const engine = new EngineProcess(folder);
  await engine.ready();
  const link = join(temporaryFolder(), "another-name");
  symlinkSync(databaseFile(folder), link);
  for (const name of [databaseFile(folder), link]) {
    expect(await engine.callHost(operation, name)).toMatchObject({ outcome: "failed", problem: { kind } });
    expect(locksOn(databaseFile(folder))).not.toEqual([]);
  }
  await engine.stop();
});
