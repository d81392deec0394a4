import type { KeptPart } from "../../../../shared/app/acts.js";
import { groupBy } from "../../../../shared/arrays.js";
import { allRows, change, getRow, getValue, type ReadDb, type SqlValue, type WriteDb } from "../store.js";
import { pointTable, revertPoints } from "./recorded-points.js";
import { type RowChange, type RowValues, recordedTables } from "./recorded-tables.js";
import { columnsOf } from "./recording.js";

/** A deleted row that cannot come back: the same product, offer or page has been added again. */
export class AddedAgainError extends Error {}

interface ForeignKey {
  readonly column: string;
  readonly parent: string;
}

/** What reverting needs of a table's schema. */
interface TableSchema {
  readonly columns: ReadonlySet<string>;
  readonly blobs: ReadonlySet<string>;
  readonly key: readonly string[];
  readonly parents: readonly ForeignKey[];
}

function readSchema(db: ReadDb, table: string): TableSchema {
  const columns = columnsOf(db, table);
  const parentsSql = 'SELECT "from" AS "column", "table" AS parent FROM pragma_foreign_key_list(?)';
  return {
    columns: new Set(columns.map(({ name }) => name)),
    blobs: new Set(columns.flatMap(({ name, type }) => (type === "BLOB" ? [name] : []))),
    key: columns.filter(({ pk }) => pk > 0).map(({ name }) => name),
    parents: allRows<ForeignKey>(db, parentsSql, table),
  };
}

/** One undo or redo of an act's changes. */
class Revert {
  readonly #tx: WriteDb;
  readonly #changes: readonly RowChange[];
  readonly #schemas = new Map<string, TableSchema>();
  /** Rows that stay as they are, by table and key. */
  readonly #kept: { readonly table: string; readonly row: RowValues }[] = [];
  /** New products of the act that have gained an offer since, by id: they keep all that is not a shop's. */
  readonly #staying: ReadonlySet<unknown>;

  constructor(tx: WriteDb, changes: readonly RowChange[]) {
    this.#tx = tx;
    this.#changes = changes;
    this.#staying = this.#findStaying();
  }

  run(): void {
    for (const [table, before, after] of [...this.#changes].reverse()) {
      if (recordedTables[table] === undefined) continue;
      if (before === null) this.#delete(table, after ?? {});
      else if (after === null) this.#insert(table, before);
      else this.#restore(table, before, after);
    }
    const points = this.#changes.filter(([table]) => table === pointTable);
    for (const [offerId, changes] of groupBy(
      points,
      ([, before, after]) => (before ?? after)?.offer_id ?? null,
    ))
      this.#revertPoints(Number(offerId), changes);
  }

  /** What stayed, once each. */
  kept(): KeptPart[] {
    const parts = this.#kept.flatMap(({ table, row }): KeptPart[] => {
      const what = table === pointTable ? "price" : recordedTables[table]?.what;
      if (what === undefined || this.#isGoneWithProduct(table, row)) return [];
      return [{ what, title: this.#titleOf(table, row) }];
    });
    return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  }

  /** Whether a part that had changed went with the act's new product all the same. */
  #isGoneWithProduct(table: string, row: RowValues): boolean {
    return this.#newProducts().includes(row.product_id ?? null) && this.#current(table, row) === undefined;
  }

  #newProducts(): (number | string | null)[] {
    return this.#changes.flatMap(([table, before, after]) =>
      table === "product" && before === null ? [after?.id ?? null] : [],
    );
  }

  #findStaying(): ReadonlySet<unknown> {
    const own = this.#changes.flatMap(([table, , after]) =>
      table === "offer" && after !== null ? [after.id] : [],
    );
    const sql = `SELECT 1 FROM offer WHERE product_id = ? AND id NOT IN (SELECT value FROM json_each(?)) LIMIT 1`;
    return new Set(
      this.#newProducts().filter((id) => getRow(this.#tx, sql, id, JSON.stringify(own)) !== undefined),
    );
  }

  #schema(table: string): TableSchema {
    const known = this.#schemas.get(table) ?? readSchema(this.#tx, table);
    this.#schemas.set(table, known);
    return known;
  }

  #where(table: string, row: RowValues): { readonly where: string; readonly values: SqlValue[] } {
    const { key } = this.#schema(table);
    return {
      where: key.map((column) => `"${column}" = ?`).join(" AND "),
      values: key.map((column) => row[column] ?? null),
    };
  }

  /** The row as it is now, in the form of recorded ones. */
  #current(table: string, row: RowValues): RowValues | undefined {
    const { where, values } = this.#where(table, row);
    return getRow<RowValues>(this.#tx, `SELECT * FROM ${table} WHERE ${where}`, ...values);
  }

  #hasParents(table: string, row: RowValues): boolean {
    return this.#schema(table).parents.every(({ column, parent }) => {
      const id = row[column] ?? null;
      return id === null || getRow(this.#tx, `SELECT 1 FROM ${parent} WHERE id = ?`, id) !== undefined;
    });
  }

  #keep(table: string, row: RowValues): void {
    this.#kept.push({ table, row });
  }

  #insert(table: string, row: RowValues): void {
    if (!this.#hasParents(table, row)) {
      this.#keep(table, row);
      return;
    }
    const { columns, blobs } = this.#schema(table);
    const names = Object.keys(row).filter((name) => columns.has(name));
    const values = names.map((name) => {
      const value = row[name] ?? null;
      return blobs.has(name) && value !== null ? Buffer.from(String(value), "hex") : value;
    });
    const quoted = names.map((name) => `"${name}"`).join(", ");
    const sql = `INSERT OR IGNORE INTO ${table} (${quoted}) VALUES (${names.map(() => "?").join(", ")})`;
    if (change(this.#tx, sql, ...values) === 1) return;
    if (recordedTables[table]?.isUnique === true) throw new AddedAgainError(this.#titleOf(table, row) ?? "");
    this.#keep(table, row);
  }

  #delete(table: string, row: RowValues): void {
    const isShop = table === "offer" || "offer_id" in row || table === "merged_product";
    if (!isShop && this.#staying.has(table === "product" ? row.id : row.product_id)) {
      if (table === "product") this.#keep(table, row);
      return;
    }
    const now = this.#current(table, row);
    if (now === undefined) return;
    if (table !== "product" && this.#changedColumns(table, row, now).length > 0) {
      this.#keep(table, row);
      return;
    }
    const { where, values } = this.#where(table, row);
    change(this.#tx, `DELETE FROM ${table} WHERE ${where}`, ...values);
  }

  /** Columns with another value than the act wrote, leaving out those that checks write. */
  #changedColumns(table: string, written: RowValues, now: RowValues): string[] {
    const { quiet = [], derived = [] } = recordedTables[table] ?? {};
    return Object.keys(written).filter(
      (column) =>
        column in now &&
        now[column] !== written[column] &&
        !quiet.includes(column) &&
        !derived.includes(column),
    );
  }

  #restore(table: string, before: RowValues, after: RowValues): void {
    const now = this.#current(table, after);
    if (now === undefined) {
      this.#keep(table, after);
      return;
    }
    const { quiet = [], derived = [], only } = recordedTables[table] ?? {};
    const changed = Object.keys(after).filter(
      (column) =>
        column in now &&
        before[column] !== after[column] &&
        now[column] !== before[column] &&
        !derived.includes(column) &&
        (only?.includes(column) ?? true),
    );
    const restored = changed.filter((column) => now[column] === after[column]);
    if (changed.some((column) => now[column] !== after[column] && !quiet.includes(column)))
      this.#keep(table, after);
    if (restored.length === 0) return;
    const row = { ...now, ...Object.fromEntries(restored.map((column) => [column, before[column] ?? null])) };
    const { where, values } = this.#where(table, after);
    const sql = `UPDATE OR IGNORE ${table} SET ${restored.map((column) => `"${column}" = ?`).join(", ")} WHERE ${where}`;
    const isRestored =
      this.#hasParents(table, row) &&
      change(this.#tx, sql, ...restored.map((column) => before[column] ?? null), ...values) === 1;
    if (!isRestored) this.#keep(table, after);
  }

  #revertPoints(offerId: number, changes: readonly RowChange[]): void {
    const exists = getRow(this.#tx, "SELECT 1 FROM offer WHERE id = ?", offerId) !== undefined;
    if (!exists || revertPoints(this.#tx, offerId, changes)) this.#keep(pointTable, { offer_id: offerId });
  }

  #titleOf(table: string, row: RowValues): string | null {
    if (table === "recipe" || table === "shop_name") return String(row.host);
    const offerId = table === "offer" ? row.id : row.offer_id;
    const productId = table === "product" ? row.id : row.product_id;
    const sql =
      productId == null
        ? "SELECT title FROM product WHERE id = (SELECT product_id FROM offer WHERE id = ?)"
        : "SELECT title FROM product WHERE id = ?";
    const title = getValue<string>(this.#tx, sql, productId ?? offerId ?? null) ?? row.title;
    return typeof title === "string" ? title : null;
  }
}

/**
 * Reverts changes, backwards: deletes rows that were inserted, inserts those that were deleted, and restores values that
 * nothing newer has changed. Returns what stayed. Throws `AddedAgainError`.
 */
export function revertChanges(tx: WriteDb, changes: readonly RowChange[]): KeptPart[] {
  const revert = new Revert(tx, changes);
  revert.run();
  return revert.kept();
}
