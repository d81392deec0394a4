import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { openConnection } from "../../../../src/main/engine/db/connection.js";
import { databaseFile } from "../../../../src/main/engine/db/data-folder.js";
import { openReader } from "../../../../src/main/engine/db/open.js";
import { allRows } from "../../../../src/main/engine/db/store.js";
import { openTestStore, temporaryFolder } from "../../../support/folder.js";

describe("database connections", () => {
  it("distrust the schema and check the size of cells, whether for writing or reading", () => {
    const folder = temporaryFolder();
    const db = openTestStore(folder);
    const reader = openReader(folder);
    const other = openConnection(databaseFile(folder), { readonly: true });
    onTestFinished(() => [reader.connection, other].forEach((each) => void each.close()));
    for (const connection of [db.connection, reader.connection, other])
      expect(
        ["trusted_schema", "cell_size_check"].map((name) => connection.pragma(name, { simple: true })),
      ).toEqual([0, 1]);
  });

  it("run no function with side effects from a stranger's schema", () => {
    const file = join(temporaryFolder(), "stranger.sqlite3");
    const stranger = new Database(file);
    stranger.exec("CREATE VIEW trap AS SELECT load_extension('evil')");
    stranger.close();
    const connection = openConnection(file);
    onTestFinished(() => void connection.close());
    expect(() => connection.prepare("SELECT * FROM trap").all()).toThrow("unsafe use of load_extension");
  });

  it("refuse to write to the schema table, as SQLite's defensive mode does", () => {
    const connection = openConnection(":memory:");
    onTestFinished(() => void connection.close());
    connection.exec("CREATE TABLE note (text TEXT); PRAGMA writable_schema = ON");
    expect(() => connection.exec("UPDATE sqlite_schema SET sql = 'CREATE TABLE note (other TEXT)'")).toThrow(
      "table sqlite_master may not be modified",
    );
  });

  it("keep the full-text index and its triggers working", () => {
    const db = openTestStore();
    db.connection.exec(
      `CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
       CREATE VIRTUAL TABLE note_text USING fts5(text, content = 'note', content_rowid = 'id');
       CREATE TRIGGER note_insert AFTER INSERT ON note BEGIN
         INSERT INTO note_text (rowid, text) VALUES (NEW.id, NEW.text);
       END;
       INSERT INTO note (text) VALUES ('a trail lantern');`,
    );
    expect(allRows(db, "SELECT rowid FROM note_text WHERE note_text MATCH 'lantern'")).toHaveLength(1);
  });
});
