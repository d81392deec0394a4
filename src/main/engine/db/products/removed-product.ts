import { allRows, change, getRow, insert, type ReadDb, type SqlValue, type WriteDb } from "../store.js";
import { deleteProduct, productById, type StoredProduct } from "./product.js";
import { deleteProductText, saveProductText } from "./product-text.js";

/** Removing a product, or parts of one, keeps all its rows aside, so that an undo restores exactly what was. */

type Row = Record<string, SqlValue>;

interface TableRows {
  readonly table: string;
  readonly rows: readonly Row[];
}

interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
}

/** Foreign keys by which a row goes when its parent does. */
function cascadingKeys(db: ReadDb): ForeignKey[] {
  return allRows<ForeignKey>(
    db,
    `SELECT child.name AS "table", key."from" AS "column", key."table" AS parent
     FROM sqlite_schema AS child JOIN pragma_foreign_key_list(child.name) AS key
     WHERE child.type = 'table' AND key.on_delete = 'CASCADE'`,
  );
}

/** Rows of a table, by a condition in SQL and its values. */
export interface RowSelection {
  readonly table: string;
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** Rows and all that would go with them; parents come before their children. */
function collectRows(db: ReadDb, { table: root, where: rootWhere, values: rootValues }: RowSelection) {
  const keys = cascadingKeys(db);
  const found: TableRows[] = [];
  const collect = (table: string, where: string, ...values: readonly SqlValue[]) => {
    const rows = allRows<Row>(db, `SELECT * FROM ${table} WHERE ${where}`, ...values);
    if (rows.length === 0) return;
    found.push({ table, rows });
    const ids = JSON.stringify(rows.map(({ id }) => id));
    for (const key of keys.filter(({ parent }) => parent === table))
      collect(key.table, `${key.column} IN (SELECT value FROM json_each(?))`, ids);
  };
  collect(root, rootWhere, ...rootValues);
  return found;
}

function fromJson(text: string): TableRows[] {
  // Written only by this module. A Buffer has a form of its own in JSON.
  return JSON.parse(text, (_key, value) =>
    value?.type === "Buffer" && Array.isArray(value.data) ? Buffer.from(value.data) : value,
  ) as TableRows[];
}

function setAside(tx: WriteDb, tables: readonly TableRows[], nowMs: number): number {
  const sql = "INSERT INTO removed_product (removed_at, tables) VALUES (?, ?)";
  return insert(tx, sql, nowMs, JSON.stringify(tables));
}

/** Removes a product with all that belongs to it; returns an id for `restoreProduct`. */
export function removeProduct(tx: WriteDb, productId: number, nowMs: number): number {
  const tables = collectRows(tx, { table: "product", where: "id = ?", values: [productId] });
  deleteProductText(tx, productId);
  deleteProduct(tx, productId);
  return setAside(tx, tables, nowMs);
}

/** Removes rows other than products with all that belongs to them; returns an id for `restoreRows`. */
export function removeRows(tx: WriteDb, selections: readonly RowSelection[], nowMs: number): number {
  const tables = selections.flatMap((selection) => {
    const found = collectRows(tx, selection);
    change(tx, `DELETE FROM ${selection.table} WHERE ${selection.where}`, ...selection.values);
    return found;
  });
  return setAside(tx, tables, nowMs);
}

/** Removals before this time can no longer be undone. */
export function forgetRemovedProducts(tx: WriteDb, beforeMs: number): void {
  change(tx, "DELETE FROM removed_product WHERE removed_at < ?", beforeMs);
}

/** The ids that rows got instead of those that other rows have taken meanwhile, by table. */
type NewIds = Map<string, Map<SqlValue, number>>;

function insertRow(tx: WriteDb, table: string, row: Row): number {
  const columns = Object.keys(row);
  const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  return insert(tx, sql, ...Object.values(row));
}

/** Inserts a row again, under a new id if another row has taken its own. */
function reinsertRow(tx: WriteDb, table: string, row: Row, newIds: NewIds): void {
  const { id = null } = row;
  const isTaken =
    typeof id === "number" && getRow(tx, `SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined;
  const newId = insertRow(tx, table, isTaken ? { ...row, id: null } : row);
  if (isTaken) newIds.set(table, (newIds.get(table) ?? new Map()).set(id, newId));
}

/** The row with the new ids of its parents. */
function withNewParents(row: Row, keys: readonly ForeignKey[], newIds: NewIds): Row {
  const parents = keys.map(({ column, parent }) => {
    const id = row[column] ?? null;
    return [column, newIds.get(parent)?.get(id) ?? id] as const;
  });
  return { ...row, ...Object.fromEntries(parents) };
}

/** Returns the row id of the product, if that is what the rows began with. */
function insertRows(tx: WriteDb, tables: readonly TableRows[]): number {
  const keys = cascadingKeys(tx);
  const newIds: NewIds = new Map();
  for (const { table, rows } of tables) {
    const own = keys.filter((key) => key.table === table);
    for (const row of rows) reinsertRow(tx, table, withNewParents(row, own, newIds), newIds);
  }
  const id = tables[0]?.rows[0]?.id ?? null;
  return newIds.get("product")?.get(id) ?? Number(id);
}

/** Restores rows that were set aside. Throws a constraint error if some have been added again meanwhile. */
export function restoreRows(tx: WriteDb, removedId: number): StoredProduct | undefined {
  const sql = "DELETE FROM removed_product WHERE id = ? RETURNING tables";
  const removed = getRow<{ tables: string }>(tx, sql, removedId);
  const tables = removed === undefined ? [] : fromJson(removed.tables);
  const rootId = insertRows(tx, tables);
  if (tables[0]?.table !== "product") return undefined;
  const stored = productById(tx, rootId);
  if (stored === undefined) throw new Error("The product just restored cannot be found.");
  saveProductText(tx, stored.id, stored.product);
  return stored;
}

/**
 * Restores a removed product; returns its key, or undefined if there is none with this id. Throws a constraint error
 * if the same product or offer has been added again meanwhile.
 */
export function restoreProduct(tx: WriteDb, removedId: number): string | undefined {
  return restoreRows(tx, removedId)?.product.service;
}
