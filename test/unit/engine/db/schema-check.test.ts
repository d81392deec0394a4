import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { latestVersion, migrations } from "../../../../src/main/engine/db/migrations/index.js";
import { hasExactSchemaOfVersion, hasSchemaOfVersion } from "../../../../src/main/engine/db/schema-check.js";

const versions: Buffer[] = [];

/** A database of a version. */
function migrated(version: number = latestVersion): Database.Database {
  if (versions.length === 0) {
    const growing = new Database(":memory:");
    for (const migration of migrations) {
      growing.exec(migration.sql);
      versions[migration.version] = growing.serialize();
    }
  }
  return new Database(versions[version]);
}

/** The version before the last, as a migration meets it. */
const oldVersion = latestVersion - 1;

it.each([
  ["an additional index", "CREATE INDEX own_index ON product (title)"],
  ["an additional table", "CREATE TABLE own_table (a)"],
  ["a broken view", "CREATE VIEW own_view AS SELECT * FROM nowhere"],
  ["SQLite's own tables", "ANALYZE"],
])("the schema check accepts %s", (_case, sql) => {
  const connection = migrated(oldVersion);
  connection.exec(sql);
  expect(hasSchemaOfVersion(connection, oldVersion)).toBe(true);
});

it.each([
  ["a missing table", "DROP TABLE shop_way"],
  ["a missing index", "DROP INDEX offer_product"],
  ["a missing column", "ALTER TABLE offer DROP COLUMN seller"],
  ["a column of another name", "ALTER TABLE offer RENAME COLUMN seller TO vendor"],
  [
    "a column of another type",
    "ALTER TABLE offer DROP COLUMN seller; ALTER TABLE offer ADD COLUMN seller INTEGER",
  ],
  ["a trigger", "CREATE TRIGGER own AFTER UPDATE ON account BEGIN DELETE FROM product; END"],
])("the schema check refuses %s", (_case, sql) => {
  const connection = migrated(oldVersion);
  connection.exec(sql);
  expect(hasSchemaOfVersion(connection, oldVersion)).toBe(false);
});

it("the schema check refuses a table that a later migration creates itself", () => {
  const connection = migrated(26);
  expect(hasSchemaOfVersion(connection, 26)).toBe(true);
  connection.exec("CREATE TABLE act (own TEXT)");
  expect(hasSchemaOfVersion(connection, 26)).toBe(false);
});

describe("the exact schema check", () => {
  it("accepts every version, however its statements are laid out", () => {
    for (const { version } of migrations)
      expect(hasExactSchemaOfVersion(migrated(version), version), `version ${version}`).toBe(true);
    const connection = migrated();
    connection.unsafeMode();
    connection.pragma("writable_schema = ON");
    connection.exec(`UPDATE sqlite_schema SET sql = replace(sql, '  key TEXT', '-- A key''s name.
      key TEXT') WHERE name = 'setting'`);
    expect(hasExactSchemaOfVersion(connection, latestVersion)).toBe(true);
  });

  it("accepts entries in another order", () => {
    const connection = migrated();
    const sql = connection
      .prepare("SELECT sql FROM sqlite_schema WHERE name = 'offer_product'")
      .pluck()
      .get();
    connection.exec(`DROP INDEX offer_product; ${sql}`);
    expect(hasExactSchemaOfVersion(connection, latestVersion)).toBe(true);
  });

  it("refuses an empty database without a version", () => {
    expect(hasExactSchemaOfVersion(new Database(":memory:"), 0)).toBe(false);
  });

  it.each([
    "CREATE INDEX more ON product (title)",
    "CREATE UNIQUE INDEX more ON product (title || 'x')",
    "CREATE INDEX more ON offer (price_minor) WHERE price_minor > 5",
    "CREATE VIEW more AS SELECT 1",
    "CREATE TABLE more (a)",
    "CREATE VIRTUAL TABLE more USING fts5 (a)",
    "CREATE TRIGGER more AFTER UPDATE ON account BEGIN DELETE FROM product; END",
    "ALTER TABLE product ADD COLUMN more TEXT AS (title || 'x')",
    "ALTER TABLE product ADD COLUMN more INTEGER CHECK (more > 1)",
    "ALTER TABLE offer DROP COLUMN seller",
    "DROP TABLE shop_way",
    "DROP INDEX offer_product",
    "DROP INDEX offer_product; CREATE INDEX offer_product ON offer (product_id + 1)",
    "ANALYZE",
    "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('view', 'sqlite_x', 'sqlite_x', 0, 'CREATE VIEW sqlite_x AS SELECT 1')",
  ])("refuses a database after %s", (sql) => {
    const connection = migrated();
    connection.unsafeMode();
    connection.exec(sql);
    expect(hasExactSchemaOfVersion(connection, latestVersion)).toBe(false);
  });

  it.each([
    ["another text in quotes", "'active'", "'passive'"],
    [
      "an expression behind what looks like a comment in a string",
      "'active'",
      "'active--' || hex(zeroblob(9)) || '\n'",
    ],
    [
      "a name with a space that SQLite takes for a letter",
      "plan_credits INTEGER",
      "plan_credits\u00a0INTEGER",
    ],
  ])("refuses %s", (_case, from, to) => {
    const connection = migrated();
    connection.unsafeMode();
    connection.pragma("writable_schema = ON");
    connection
      .prepare("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'account'")
      .run(from, to);
    expect(hasExactSchemaOfVersion(connection, latestVersion)).toBe(false);
  });
});
