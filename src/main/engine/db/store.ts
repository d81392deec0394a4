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

/**
 * The values of a statement's parameters: those of `?` in their order, or one object with those of named ones (`:isActive`,
 * `:tags`). Fields that the SQL does not name are ignored. Booleans are written as numbers, lists and objects as JSON.
 */
type Values = readonly (SqlValue | boolean | readonly (string | number)[])[] | readonly [named: object];

interface CachedStatement {
  readonly statement: Database.Statement<unknown[]>;
  /** Columns of types that SQLite does not have: those named like `isActive`, and those that name their type. */
  readonly encoded: readonly string[];
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
    cached = { statement, encoded: columns.filter((name) => /^is[A-Z]|:/.test(name)) };
    bySql.set(sql, cached);
  }
  return cached;
}

const decoders = {
  bool: (value: unknown) => value === 1,
  json: (value: unknown) => JSON.parse(String(value)),
  time: (value: unknown) => new Date(Number(value)).toISOString(),
};

function decodeRow<Row>(row: unknown, encoded: readonly string[]): Row {
  const fields = row as Record<string, unknown>;
  for (const column of encoded) {
    const [name = column, type = "bool"] = column.split(":");
    const value = fields[column];
    if (name !== column) delete fields[column];
    fields[name] = value === null ? null : decoders[type as keyof typeof decoders](value);
  }
  return row as Row;
}

function encodeValue(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" && value !== null && !Buffer.isBuffer(value)
    ? JSON.stringify(value)
    : value;
}

function encodeValues(values: Values): unknown[] {
  const [named] = values;
  const isNamed =
    typeof named === "object" && named !== null && !Array.isArray(named) && !Buffer.isBuffer(named);
  if (!isNamed) return values.map(encodeValue);
  const encoded: Record<string, unknown> = { ...named };
  for (const name in encoded) encoded[name] = encodeValue(encoded[name]);
  return [encoded];
}

/**
 * The first row, or `undefined`. The row type is the caller's promise about its own SQL. Columns named like `isActive`
 * are read as booleans. Those named like `tags:json` are read as the field `tags`, parsed: no other program writes them;
 * `:bool` and `:time` (milliseconds UTC, read as ISO 8601) do the same for the fields of the app's own operations.
 */
export function getRow<Row>(db: ReadDb, sql: string, ...values: Values): Row | undefined {
  const { statement, encoded } = prepareCached(db, sql);
  const row = statement.get(...encodeValues(values));
  return row === undefined ? undefined : decodeRow<Row>(row, encoded);
}

export function allRows<Row>(db: ReadDb, sql: string, ...values: Values): Row[] {
  const { statement, encoded } = prepareCached(db, sql);
  const rows = statement.all(...encodeValues(values));
  return encoded.length === 0 ? (rows as Row[]) : rows.map((row) => decodeRow<Row>(row, encoded));
}

/** The first column of the first row, or `undefined`. */
export function getValue<Value>(db: ReadDb, sql: string, ...values: Values): Value | undefined {
  const row = getRow<Record<string, Value>>(db, sql, ...values);
  return row && Object.values(row)[0];
}

/** The first column of all rows. */
export function allValues<Value>(db: ReadDb, sql: string, ...values: Values): Value[] {
  return allRows<Record<string, Value>>(db, sql, ...values).map((row) => Object.values(row)[0] as Value);
}

/** Rows one at a time, on a statement of its own: the cached one would be busy for nested queries. */
export function eachRow<Row>(db: ReadDb, sql: string, ...values: Values): IterableIterator<Row> {
  return db.connection.prepare<unknown[]>(sql).iterate(...encodeValues(values)) as IterableIterator<Row>;
}

/** Changes rows; returns how many. */
export function change(db: WriteDb, sql: string, ...values: Values): number {
  return prepareCached(db, sql).statement.run(...encodeValues(values)).changes;
}

/** Inserts a row; returns its rowid. */
export function insert(db: WriteDb, sql: string, ...values: Values): number {
  return Number(prepareCached(db, sql).statement.run(...encodeValues(values)).lastInsertRowid);
}

export interface WriteOptions {
  readonly durable?: boolean;
}

/** Runs a callback in one transaction: if it throws, nothing is saved. */
export function write<T>(db: ReadDb, callback: (tx: WriteDb) => T, options: WriteOptions = {}): T {
  const { connection } = db;
  if (connection.inTransaction) throw new Error("A transaction is already open on this connection.");
  // `pragma` would leave a statement until garbage collection, and each change of the schema visits all of those.
  if (options.durable === true) connection.exec("PRAGMA synchronous = FULL");
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
    if (options.durable === true && connection.open) connection.exec("PRAGMA synchronous = NORMAL");
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
  return getValue<number>(db, "SELECT total_changes()") ?? 0;
}

/** SQL for the id of a new row, which no deleted row of the table had: acts refer to rows by their ids. */
export function newIdSql(
  table: "product" | "offer" | "schedule" | "alert_rule" | "history_edit" | "service",
) {
  return `(SELECT max(id, coalesce((SELECT max(id) FROM ${table}), 0)) + 1 FROM last_id WHERE name = '${table}')`;
}
