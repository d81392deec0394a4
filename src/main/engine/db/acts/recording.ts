import { allRows, getValue, type ReadDb, type WriteDb } from "../store.js";
import { comparePoints } from "./recorded-points.js";
import { type RowChange, type RowValues, recordedTables } from "./recorded-tables.js";

interface Column {
  readonly name: string;
  readonly type: string;
  /** Its place in the primary key, from 1; 0 for other columns. */
  readonly pk: number;
}

export function columnsOf(db: ReadDb, table: string): Column[] {
  return allRows<Column>(db, "SELECT name, type, pk FROM pragma_table_info(?)", table);
}

function rowJson(columns: readonly Column[], row: "OLD" | "NEW"): string {
  const pairs = columns.map(({ name, type }) => {
    const value = `${row}."${name}"`;
    return `'${name}', ${type === "BLOB" ? `hex(${value})` : value}`;
  });
  return `json_object(${pairs.join(", ")})`;
}

const events = ["INSERT", "DELETE", "UPDATE"] as const;

/** The changes of a table that can belong to an act. */
function eventsOf(table: string): readonly (typeof events)[number][] {
  const { goesWith, only } = recordedTables[table] ?? {};
  if (goesWith !== undefined) return ["DELETE"];
  return only === undefined ? events : ["UPDATE"];
}

/** Triggers that log each change of a table, with the row's key before and after. */
function triggersOf(db: ReadDb, table: string): string[] {
  const columns = columnsOf(db, table);
  const keyOf = (row: "OLD" | "NEW") => {
    const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => `${row}."${name}"`);
    return `json_array(${key.join(", ")})`;
  };
  const before = `${keyOf("OLD")}, ${rowJson(columns, "OLD")}`;
  const after = `${keyOf("NEW")}, ${rowJson(columns, "NEW")}`;
  const values = {
    INSERT: `NULL, NULL, ${after}`,
    DELETE: `${before}, NULL, NULL`,
    UPDATE: `${before}, ${after}`,
  };
  return eventsOf(table).map(
    (event) => `CREATE TEMP TRIGGER act_${table}_${event} AFTER ${event} ON main.${table}
      BEGIN INSERT INTO act_log VALUES (NULL, '${table}', ${values[event]}); END;`,
  );
}

interface RecordingSql {
  readonly begin: string;
  readonly end: string;
}

const recordingSql = new WeakMap<object, RecordingSql>();

/** Depends on the schema, which does not change while a connection is open. */
function recordingSqlOf(db: ReadDb): RecordingSql {
  const known = recordingSql.get(db.connection);
  if (known !== undefined) return known;
  const tables = Object.keys(recordedTables);
  const sql = {
    begin: `CREATE TEMP TABLE act_log (
        seq INTEGER PRIMARY KEY, name TEXT, old_key TEXT, before TEXT, new_key TEXT, after TEXT);
      ${tables.flatMap((table) => triggersOf(db, table)).join("\n")}`,
    // Its triggers refer to the log, so they go first.
    end: `${tables
      .flatMap((table) => eventsOf(table).map((event) => `DROP TRIGGER temp.act_${table}_${event};`))
      .join("\n")}
      DROP TABLE temp.act_log;`,
  };
  recordingSql.set(db.connection, sql);
  return sql;
}

interface LoggedChange {
  readonly name: string;
  readonly old_key: string | null;
  readonly before: string | null;
  readonly new_key: string | null;
  readonly after: string | null;
}

interface FoldedChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly first: number;
  readonly last: number;
}

/**
 * One change a row, in the order in which to repeat them: a row that was deleted counts at its end, so that an undo, which
 * goes backwards, inserts parents before their children; another one at its begin, so that an undo moves children away
 * before it deletes their parent.
 */
function foldLog(log: readonly LoggedChange[]): RowChange[] {
  const byKey = new Map<string, FoldedChange>();
  let place = 0;
  const add = (name: string, key: string | null, before: string | null, after: string | null) => {
    const known = byKey.get(`${name} ${key}`);
    place += 1;
    if (known === undefined) byKey.set(`${name} ${key}`, { name, before, after, first: place, last: place });
    else Object.assign(known, { after, last: place });
  };
  for (const { name, old_key: oldKey, before, new_key: newKey, after } of log) {
    if (oldKey === null || newKey === null || oldKey === newKey) add(name, oldKey ?? newKey, before, after);
    else {
      // A row with another key is another row.
      add(name, oldKey, before, null);
      add(name, newKey, null, after);
    }
  }
  const placeOf = ({ after, first, last }: FoldedChange) => (after === null ? last : first);
  const parse = (row: string | null) => (row === null ? null : (JSON.parse(row) as RowValues));
  return [...byKey.values()]
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ name, before, after }) => [name, parse(before), parse(after)]);
}

/** Rows that belong to an act: not those that checks write, or that go and come with another row. */
function isOwnChange([table, before, after]: RowChange, deleted: ReadonlySet<string>): boolean {
  const { only, goesWith, derived = [] } = recordedTables[table] ?? {};
  if (goesWith !== undefined)
    return after === null && before !== null && deleted.has(`${goesWith.table} ${before[goesWith.column]}`);
  if (before === null || after === null) return only === undefined;
  return Object.keys(after).some(
    (column) =>
      before[column] !== after[column] && !derived.includes(column) && (only?.includes(column) ?? true),
  );
}

function ownChanges(changes: readonly RowChange[]): RowChange[] {
  const deleted = new Set(
    changes.flatMap(([table, before, after]) => (after === null ? [`${table} ${before?.id}`] : [])),
  );
  return changes.filter((change) => isOwnChange(change, deleted));
}

/** Larger acts are not recorded, and so cannot be taken back: their text would take too much memory. */
const maxBytes = 100_000_000;

/**
 * Runs a callback and records the rows that it changes. The triggers exist only meanwhile: permanent ones would slow down
 * every price that is recorded.
 */
export function recordChanges<T>(
  tx: WriteDb,
  work: () => T,
): { readonly result: T; readonly changes: readonly RowChange[] } {
  const { connection } = tx;
  const { begin, end } = recordingSqlOf(tx);
  connection.exec(begin);
  // Otherwise, rows that INSERT OR REPLACE deletes would not be logged.
  connection.exec("PRAGMA recursive_triggers = ON");
  try {
    const result = work();
    const bytesSql = "SELECT total(coalesce(length(before), 0) + coalesce(length(after), 0)) FROM act_log";
    if ((getValue<number>(tx, bytesSql) ?? 0) > maxBytes) return { result, changes: [] };
    const log = allRows<LoggedChange>(
      tx,
      "SELECT name, old_key, before, new_key, after FROM act_log ORDER BY seq",
    );
    return { result, changes: comparePoints(ownChanges(foldLog(log))) };
  } finally {
    connection.exec("PRAGMA recursive_triggers = OFF");
    // SQLite rolls back by itself on some errors, with the log and its triggers.
    if (connection.inTransaction) connection.exec(end);
  }
}
