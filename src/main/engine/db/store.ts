import type Database from "better-sqlite3";

/** A connection that query functions read from. */
export interface ReadDb {
  readonly connection: Database.Database;
}

declare const writing: unique symbol;

/** A connection that query functions write to; exists only within a transaction. */
export interface WriteDb extends ReadDb {
  readonly [writing]: true;
}

/** A value that SQLite stores. */
export type SqlValue = string | number | bigint | Buffer | null;

const statements = new WeakMap<Database.Database, Map<string, Database.Statement<SqlValue[]>>>();

/** Statements are cached per connection; SQLite re-prepares them itself after a schema change. */
function prepareCached(db: ReadDb, sql: string): Database.Statement<SqlValue[]> {
  let bySql = statements.get(db.connection);
  if (bySql === undefined) {
    bySql = new Map();
    statements.set(db.connection, bySql);
  }
  let statement = bySql.get(sql);
  if (statement === undefined) {
    statement = db.connection.prepare<SqlValue[]>(sql);
    bySql.set(sql, statement);
  }
  return statement;
}

/** The first row, or `undefined`. The row type is the caller's promise about its own SQL. */
export function getRow<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): Row | undefined {
  return prepareCached(db, sql).get(...values) as Row | undefined;
}

export function allRows<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): Row[] {
  return prepareCached(db, sql).all(...values) as Row[];
}

/** Rows one at a time, on a statement of its own: the cached one would be busy for nested queries. */
export function eachRow<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): IterableIterator<Row> {
  return db.connection.prepare<SqlValue[]>(sql).iterate(...values) as IterableIterator<Row>;
}

/** Changes rows; returns how many. */
export function change(db: WriteDb, sql: string, ...values: SqlValue[]): number {
  return prepareCached(db, sql).run(...values).changes;
}

/** Inserts a row; returns its rowid. */
export function insert(db: WriteDb, sql: string, ...values: SqlValue[]): number {
  return Number(prepareCached(db, sql).run(...values).lastInsertRowid);
}

export interface WriteOptions {
  /**
   * Waits for the disk, so that the data survives a power cut and not just a killed process. For actions of a person
   * (keys, accounts, imports); the charge for a lookup does without.
   */
  readonly durable?: boolean;
}

/** Runs a callback in one transaction: if it throws, nothing is saved. */
export function write<T>(db: ReadDb, callback: (tx: WriteDb) => T, options: WriteOptions = {}): T {
  const { connection } = db;
  if (connection.inTransaction) throw new Error("A transaction is already open on this connection.");
  if (options.durable === true) connection.pragma("synchronous = FULL");
  try {
    prepareCached(db, "BEGIN IMMEDIATE").run();
    try {
      const result = callback(db as WriteDb);
      prepareCached(db, "COMMIT").run();
      return result;
    } catch (error) {
      // SQLite rolls back by itself on some errors, a full disk among them.
      if (connection.inTransaction) prepareCached(db, "ROLLBACK").run();
      throw error;
    }
  } finally {
    if (options.durable === true && connection.open) connection.pragma("synchronous = NORMAL");
  }
}

/** Runs a callback on one snapshot of the database, whatever other processes write meanwhile. */
export function readSnapshot<T>(db: ReadDb, callback: () => T): T {
  prepareCached(db, "BEGIN").run();
  try {
    return callback();
  } finally {
    if (db.connection.inTransaction) prepareCached(db, "COMMIT").run();
  }
}

/** Runs a callback in a savepoint: if it throws, undoes only its own changes and rethrows. */
export function withSavepoint<T>(tx: WriteDb, callback: () => T): T {
  prepareCached(tx, "SAVEPOINT attempt").run();
  try {
    const result = callback();
    prepareCached(tx, "RELEASE attempt").run();
    return result;
  } catch (error) {
    if (tx.connection.inTransaction) {
      prepareCached(tx, "ROLLBACK TO attempt").run();
      prepareCached(tx, "RELEASE attempt").run();
    }
    throw error;
  }
}

/** How many rows this connection has changed so far. */
export function countChanges(db: ReadDb): number {
  return getRow<{ count: number }>(db, "SELECT total_changes() AS count")?.count ?? 0;
}
