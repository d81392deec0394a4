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

/** The values of named parameters (`:isActive`); fields that the SQL does not name are ignored. */
type NamedValues = object;

interface CachedStatement {
  readonly statement: Database.Statement<unknown[]>;
  /** Columns named like `isActive`: SQLite has no booleans. */
  readonly flags: readonly string[];
}

const statements = new WeakMap<Database.Database, Map<string, CachedStatement>>();

/** Statements are cached per connection; SQLite re-prepares them itself after a schema change. */
function prepareCached(db: ReadDb, sql: string): CachedStatement {
  let bySql = statements.get(db.connection);
  if (bySql === undefined) {
    bySql = new Map();
    statements.set(db.connection, bySql);
  }
  let cached = bySql.get(sql);
  if (cached === undefined) {
    const statement = db.connection.prepare(sql);
    const columns = statement.reader ? statement.columns().map(({ name }) => name) : [];
    cached = { statement, flags: columns.filter((name) => /^is[A-Z]/.test(name)) };
    bySql.set(sql, cached);
  }
  return cached;
}

function readFlags<Row>(row: unknown, flags: readonly string[]): Row {
  const fields = row as Record<string, unknown>;
  for (const flag of flags) if (fields[flag] !== null) fields[flag] = fields[flag] === 1;
  return row as Row;
}

function writeFlags(values: NamedValues): NamedValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]),
  );
}

/**
 * The first row, or `undefined`. The row type is the caller's promise about its own SQL. Columns named like `isActive`
 * are read as booleans.
 */
export function getRow<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): Row | undefined {
  const { statement, flags } = prepareCached(db, sql);
  const row = statement.get(...values);
  return row === undefined ? undefined : readFlags<Row>(row, flags);
}

export function allRows<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): Row[] {
  const { statement, flags } = prepareCached(db, sql);
  const rows = statement.all(...values);
  return flags.length === 0 ? (rows as Row[]) : rows.map((row) => readFlags<Row>(row, flags));
}

/** Rows of an SQL with named parameters. */
export function allNamed<Row>(db: ReadDb, sql: string, values: NamedValues): Row[] {
  const { statement, flags } = prepareCached(db, sql);
  return statement.all(writeFlags(values)).map((row) => readFlags<Row>(row, flags));
}

/** Rows one at a time, on a statement of its own: the cached one would be busy for nested queries. */
export function eachRow<Row>(db: ReadDb, sql: string, ...values: SqlValue[]): IterableIterator<Row> {
  return db.connection.prepare<SqlValue[]>(sql).iterate(...values) as IterableIterator<Row>;
}

/** Changes rows; returns how many. */
export function change(db: WriteDb, sql: string, ...values: SqlValue[]): number {
  return prepareCached(db, sql).statement.run(...values).changes;
}

/** Changes rows by an SQL with named parameters; returns how many. */
export function changeNamed(db: WriteDb, sql: string, values: NamedValues): number {
  return prepareCached(db, sql).statement.run(writeFlags(values)).changes;
}

/** Inserts a row; returns its rowid. */
export function insert(db: WriteDb, sql: string, ...values: SqlValue[]): number {
  return Number(prepareCached(db, sql).statement.run(...values).lastInsertRowid);
}

/** Inserts a row by an SQL with named parameters; returns its rowid. */
export function insertNamed(db: WriteDb, sql: string, values: NamedValues): number {
  return Number(prepareCached(db, sql).statement.run(writeFlags(values)).lastInsertRowid);
}

interface WriteOptions {
  readonly durable?: boolean;
}

/** Runs a callback in one transaction: if it throws, nothing is saved. */
export function write<T>(db: ReadDb, callback: (tx: WriteDb) => T, options: WriteOptions = {}): T {
  const { connection } = db;
  if (connection.inTransaction) throw new Error("A transaction is already open on this connection.");
  if (options.durable === true) connection.pragma("synchronous = FULL");
  try {
    prepareCached(db, "BEGIN IMMEDIATE").statement.run();
    try {
      const result = callback(db as WriteDb);
      prepareCached(db, "COMMIT").statement.run();
      return result;
    } catch (error) {
      // SQLite rolls back by itself on some errors, a full disk among them.
      if (connection.inTransaction) prepareCached(db, "ROLLBACK").statement.run();
      throw error;
    }
  } finally {
    if (options.durable === true && connection.open) connection.pragma("synchronous = NORMAL");
  }
}

/**
 * Runs a callback in one transaction and waits for the disk, so that the data survives a power cut and not just a killed
 * process. For actions of a person (keys, accounts, imports); the charge for a lookup does without.
 */
export function writeDurably<T>(db: ReadDb, callback: (tx: WriteDb) => T): T {
  return write(db, callback, { durable: true });
}

/** Runs a callback on one snapshot of the database, whatever other processes write meanwhile. */
export function readSnapshot<T>(db: ReadDb, callback: () => T): T {
  prepareCached(db, "BEGIN").statement.run();
  try {
    return callback();
  } finally {
    if (db.connection.inTransaction) prepareCached(db, "COMMIT").statement.run();
  }
}

/** Runs a callback in a savepoint: if it throws, undoes only its own changes and rethrows. */
export function withSavepoint<T>(tx: WriteDb, callback: () => T): T {
  prepareCached(tx, "SAVEPOINT attempt").statement.run();
  try {
    const result = callback();
    prepareCached(tx, "RELEASE attempt").statement.run();
    return result;
  } catch (error) {
    if (tx.connection.inTransaction) {
      prepareCached(tx, "ROLLBACK TO attempt").statement.run();
      prepareCached(tx, "RELEASE attempt").statement.run();
    }
    throw error;
  }
}

/** How many rows this connection has changed so far. */
export function countChanges(db: ReadDb): number {
  return getRow<{ count: number }>(db, "SELECT total_changes() AS count")?.count ?? 0;
}
