import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { latestVersion, migrations } from "./migrations/index.js";

/** What a schema has, by `type name`, each with its columns. */
type Schema = ReadonlyMap<string, string>;

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly columns: string | null;
}

/** SQLite's own tables come and go with what was asked of it. */
const schemaSql = `
  SELECT type, name, (SELECT group_concat(name || ' ' || type) FROM pragma_table_info(entry.name)) AS columns
  FROM sqlite_schema AS entry WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

function schemaOf(connection: Database.Database): Schema {
  const rows = connection.prepare(schemaSql).all() as SchemaRow[];
  return new Map(rows.map(({ type, name, columns }) => [`${type} ${name}`, columns ?? ""]));
}

/** As the migrations make it. */
function schemaAt(version: number): Schema {
  const empty = new Database(":memory:");
  try {
    for (const each of migrations) if (each.version <= version) empty.exec(each.sql);
    return schemaOf(empty);
  } finally {
    empty.close();
  }
}

/** Of the schema that all migrations make: what nobody has changed need not be compared piece by piece at each start. */
export const latestFingerprint = "ea4a230073de1f16c20b88331a96233f6e06b4ef8896626df995da538c9bbe7c";

export function fingerprintOf(connection: Database.Database): string {
  const sql = `SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`;
  const texts = connection.prepare(sql).pluck().all() as string[];
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}

/**
 * Whether a database has all tables of the version that it says it has: a file can be sound and lack some. What a person
 * has added for a purpose may stay, but for what a later version adds itself, and for triggers: they would do
 * what somebody else wants whenever the engine writes.
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
