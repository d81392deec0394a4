import Database from "better-sqlite3";
import { vi } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { copyDatabase } from "../support/disk.js";
import { temporaryFolder } from "../support/folder.js";

/**
 * Copies a folder's database right before the first commit of `work`, and right after each one, when it is not acknowledged
 * yet. The copies are what `kill -9` leaves behind at these commits; before the next one, the database is the same.
 */
export async function copyAtCommits(folder: string, work: () => Promise<unknown>): Promise<string[]> {
  const copies: string[] = [];
  const copy = () => void copies.push(copyDatabase(folder, temporaryFolder()));
  const statements = Object.getPrototypeOf(new Database(":memory:").prepare("COMMIT")) as Database.Statement;
  const { run } = statements;
  const spy = vi.spyOn(statements, "run").mockImplementation(function (
    this: Database.Statement,
    ...values: unknown[]
  ) {
    if (this.source !== "COMMIT" || this.database.name !== databaseFile(folder))
      return run.apply(this, values);
    if (copies.length === 0) copy();
    const result = run.apply(this, values);
    copy();
    return result;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return copies;
}
