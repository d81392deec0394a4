import type Database from "better-sqlite3";
import { openConnection } from "./connection.js";
import { latestVersion, migrations } from "./migrations/index.js";

/** Columns of each schema entry, by `type name`. */
type Schema = ReadonlyMap<string, string>;

/** Leaves out SQLite's internal tables, which it creates as needed, and a view's columns: a broken view cannot list them. */
const schemaSql = `
  SELECT type, name, CASE type WHEN 'table' THEN
    (SELECT group_concat(name || ' ' || type) FROM pragma_table_info(entry.name)) END AS columns
  FROM sqlite_schema AS entry WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

function readSchema(connection: Database.Database): Schema {
  const rows = connection.prepare(schemaSql).all() as {
    type: string;
    name: string;
    columns: string | null;
  }[];
  return new Map(rows.map(({ type, name, columns }) => [`${type} ${name}`, columns ?? ""]));
}

/** Reads a schema that the migrations produce. */
function readAtVersion<T>(version: number, read: (connection: Database.Database) => T): T {
  const empty = openConnection(":memory:");
  try {
    for (const migration of migrations) if (migration.version <= version) empty.exec(migration.sql);
    return read(empty);
  } finally {
    empty.close();
  }
}

/**
 * Whether a database has the whole schema of its declared version: an intact file may lack tables. Manual additions may
 * stay, except for triggers, which would run foreign SQL on every write, and for entries that a later migration creates
 * itself.
 */
export function hasSchemaOfVersion(connection: Database.Database, version: number): boolean {
  const actual = readSchema(connection);
  const expected = readAtVersion(version, readSchema);
  const later = readAtVersion(latestVersion, readSchema);
  const isComplete = [...expected].every(([entry, columns]) => actual.get(entry) === columns);
  const added = [...actual.keys()].filter((entry) => !expected.has(entry));
  return isComplete && !added.some((entry) => later.has(entry) || entry.startsWith("trigger "));
}

/** Strings and names in quotes, which stay as they are, and what SQLite skips between other tokens. */
const quotedOrSkipped = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(?:--[^\n]*(?:\n|$)|[ \t\n\f\r])+/g;

/** Without comments and line breaks, which may differ in databases of older versions. */
function normaliseSql(sql: string): string {
  return sql.replace(quotedOrSkipped, (text) => (/^['"]/.test(text) ? text : " "));
}

/** Reads only the texts of the schema: nothing is prepared that could evaluate a stranger's expression. */
function readEntries(connection: Database.Database): string[] {
  const columns = ["type", "name", "tbl_name", "coalesce(sql, '')"].map(
    (column) => `CAST(${column} AS TEXT)`,
  );
  const rows = connection.prepare(`SELECT ${columns} FROM sqlite_schema`).raw().all() as string[][];
  return rows.map((row) => JSON.stringify(row.map(normaliseSql))).sort();
}

/** Whether a stranger's database has the schema of its declared version, and nothing else. */
export function hasExactSchemaOfVersion(connection: Database.Database, version: number): boolean {
  if (version < 1) return false;
  const expected = readAtVersion(version, readEntries);
  return readEntries(connection).join("\n") === expected.join("\n");
}
