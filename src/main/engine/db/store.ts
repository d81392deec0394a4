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
function prepared(db: ReadDb, sql: string): Database.Statement<SqlValue[]> {
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
  return prepared(db, sql).get(...values) as Row | undefined;
}

export function allRows<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): Row[] {
  return prepared(db, sql).all(...values) as Row[];
}

/** Rows one at a time, on a statement of its own: the cached one would be busy for nested queries. */
export function eachRow<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): IterableIterator<Row> {
  return db.connection.prepare<SqlValue[]>(sql).iterate(...values) as IterableIterator<Row>;
}

/** Changes rows; returns how many. */
export function change(db: WriteDb, sql: string, ...values: SqlValue[]): number {
  return prepared(db, sql).run(...values).changes;
}

/** Inserts a row; returns its rowid. */
export function insert(db: WriteDb, sql: string, ...values: SqlValue[]): number {
  return Number(prepared(db, sql).run(...values).lastInsertRowid);
}

export interface WriteOptions {
  /**
   * Waits for the disk, so that the data survives a power cut and not just a killed process. For actions of a person
   * (keys, accounts, imports); the charge for a lookup does without.
   */
  readonly durable?: boolean;
}

/** Runs a callback in one transaction: if it throws, nothing is saved. */
export function write<T>(db: ReadDb, work: (tx: WriteDb) => T, options: WriteOptions = {}): T {
  const { connection } = db;
  if (connection.inTransaction) throw new Error("A transaction is already open on this connection.");
  if (options.durable === true) connection.pragma("synchronous = FULL");
  try {
    prepared(db, "BEGIN IMMEDIATE").run();
    try {
      const result = work(db as WriteDb);
      prepared(db, "COMMIT").run();
      return result;
    } catch (error) {
      // SQLite rolls back by itself on some errors, a full disk among them.
      if (connection.inTransaction) prepared(db, "ROLLBACK").run();
      throw error;
    }
  } finally {
    if (options.durable === true && connection.open) connection.pragma("synchronous = NORMAL");
  }
}

/** Runs a callback in a savepoint: if it throws, undoes only its own changes and rethrows. */
export function attempt<T>(tx: WriteDb, work: () => T): T {
  prepared(tx, "SAVEPOINT attempt").run();
  try {
    const result = work();
    prepared(tx, "RELEASE attempt").run();
    return result;
  } catch (error) {
    if (tx.connection.inTransaction) {
      prepared(tx, "ROLLBACK TO attempt").run();
      prepared(tx, "RELEASE attempt").run();
    }
    throw error;
  }
}
