import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";

/** Every row of every table, as lines: two databases that say the same have the same lines. */
export function dump(db: ReadDb): Set<string> {
  const tables = allRows<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'product_text%'",
  );
  const lines = tables.flatMap(({ name }) =>
    allRows<object>(db, `SELECT * FROM "${name}"`).map((row) => `${name} ${JSON.stringify(row)}`),
  );
  return new Set(lines);
}
