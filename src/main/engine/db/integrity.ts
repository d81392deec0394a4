import type Database from "better-sqlite3";

/**
 * Whether a file passes one of SQLite's own checks. `quick_check` reads every page once; `integrity_check` takes up to
 * twice as long and also compares every index with its table.
 */
export function passes(connection: Database.Database, check: "quick_check" | "integrity_check"): boolean {
  return connection.pragma(`${check}(1)`, { simple: true }) === "ok";
}
