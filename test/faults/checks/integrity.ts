import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import type { Finding } from "./finding.js";

/** What SQLite itself says of the file: pages, indexes, strict types, the search index, foreign keys. */
export function checkIntegrity(db: ReadDb): Finding[] {
  const said = allRows<{ integrity_check: string }>(db, "PRAGMA integrity_check").map(
    (row) => row.integrity_check,
  );
  const broken = said.filter((line) => line !== "ok").map((line) => `integrity_check: ${line}`);
  const lost = allRows(db, "PRAGMA foreign_key_check").map((row) => `foreign key: ${JSON.stringify(row)}`);
  return [...broken, ...lost];
}
