import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { latestVersion, migrations } from "../../../../src/main/engine/db/migrations/index.js";
import {
  hasSchemaOfVersion,
  latestFingerprint,
  schemaFingerprint,
} from "../../../../src/main/engine/db/schema-check.js";

function migrated(): Database.Database {
  const connection = new Database(":memory:");
  for (const { sql } of migrations) connection.exec(sql);
  return connection;
}

it("the latest fingerprint is that of the schema after all migrations", () => {
  expect(latestFingerprint).toBe(schemaFingerprint(migrated()));
});

it("the schema check accepts an additional index but no missing table", () => {
  const connection = migrated();
  connection.exec("CREATE INDEX own_index ON product (title)");
  expect(schemaFingerprint(connection)).not.toBe(latestFingerprint);
  expect(hasSchemaOfVersion(connection, latestVersion)).toBe(true);
  connection.exec("DROP TABLE shop_way");
  expect(hasSchemaOfVersion(connection, latestVersion)).toBe(false);
});
