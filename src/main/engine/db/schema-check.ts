import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { latestVersion, migrations } from "./migrations/index.js";

/** Columns of each schema entry, by `type name`. */
type Schema = ReadonlyMap<string, string>;

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly columns: string | null;
}

/** Leaves out SQLite's internal tables, which it creates as needed. */
const schemaSql = `
  SELECT type, name, (SELECT group_concat(name || ' ' || type) FROM pragma_table_info(entry.name)) AS columns
  FROM sqlite_schema AS entry WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

function schemaOf(connection: Database.Database): Schema {
  const rows = connection.prepare(schemaSql).all() as SchemaRow[];
  return new Map(rows.map(({ type, name, columns }) => [`${type} ${name}`, columns ?? ""]));
}

/** The schema that the migrations produce. */
function schemaAt(version: number): Schema {
  const empty = new Database(":memory:");
  try {
    for (const each of migrations) if (each.version <= version) empty.exec(each.sql);
    return schemaOf(empty);
  } finally {
    empty.close();
  }
}

/** Fingerprint after all migrations: an unchanged schema needs no comparison entry by entry at each start. */
export const latestFingerprint = "ea4a230073de1f16c20b88331a96233f6e06b4ef8896626df995da538c9bbe7c";

export function fingerprintOf(connection: Database.Database): string {
  const sql = `SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`;
  const texts = connection.prepare(sql).pluck().all() as string[];
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}

/**
 * Whether a database has the whole schema of its declared version: an intact file may lack tables. Manual additions may
 * stay, except for triggers, which would run foreign SQL on every write, and for entries that a later migration creates
 * itself.
 */
export function hasSchemaOf(connection: Database.Database, version: number): boolean {
  if (version === latestVersion && fingerprintOf(connection) === latestFingerprint) return true;
  const own = schemaOf(connection);
  const expected = schemaAt(version);
  const later = schemaAt(latestVersion);
  const isWhole = [...expected].every(([entry, columns]) => own.get(entry) === columns);
  const added = [...own.keys()].filter((entry) => !expected.has(entry));
  return isWhole && !added.some((entry) => later.has(entry) || entry.startsWith("trigger "));
}
