import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { latestVersion, migrations } from "../../../../src/main/engine/db/migrations/index.js";
import {
  fingerprintOf,
  hasSchemaOf,
  latestFingerprint,
} from "../../../../src/main/engine/db/schema-check.js";

function migrated(): Database.Database {
  const connection = new Database(":memory:");
  for (const { sql } of migrations) connection.exec(sql);
  return connection;
}

it("the latest fingerprint is that of the schema after all migrations", () => {
  expect(latestFingerprint).toBe(fingerprintOf(migrated()));
});

it("the schema check accepts an additional index but no missing table", () => {
  const connection = migrated();
  connection.exec("CREATE INDEX own_index ON product (title)");
  expect(fingerprintOf(connection)).not.toBe(latestFingerprint);
  expect(hasSchemaOf(connection, latestVersion)).toBe(true);
  connection.exec("DROP TABLE deal_vote");
  expect(hasSchemaOf(connection, latestVersion)).toBe(false);
});
