import {
  allRows,
  allValues,
  change,
  getRow,
  getValue,
  newIdSql,
  type ReadDb,
  type WriteDb,
} from "../store.js";
import { copyTags, type MergedTag, moveTags, returnTags, tagsToMerge } from "./tag.js";

/** Everything but the offers that moves when a product is merged into another one, and back when it is split off. */
export interface Belongings {
  readonly schedules: readonly number[];
  readonly rules: readonly number[];
  readonly snoozedUntilMs: number | null;
  /** The review's JSON. */
  readonly review: string | null;
  /** Absent in rows saved before tags existed. */
  readonly tags?: readonly MergedTag[];
  /** The schedules themselves: one is deleted if both products have it. Absent in rows of older versions. */
  readonly scheduleRows?: readonly ScheduleRow[];
  /** Absent in rows of older versions. */
  readonly purchases?: readonly number[];
  /** Targets that are off while the products are one, which keeps its own. Absent in rows of older versions. */
  readonly mutedTargets?: readonly number[];
}

interface ScheduleRow {
  readonly account_id: number;
  readonly cadence: string;
  readonly retailer: string | null;
  readonly created_at: number;
  readonly due_at: number;
}

function selectIds(db: ReadDb, sql: string, productId: number): number[] {
  return allValues<number>(db, sql, productId);
}

/** Enabled targets of a product in currencies in which `into` has one itself. */
function targetsBesideOwn(db: ReadDb, productId: number, into: number): number[] {
  const sql = `SELECT rule.id FROM alert_rule rule JOIN alert_rule own
      ON own.product_id = ? AND own.is_enabled = 1
      AND own.trigger ->> 'kind' = 'target' AND own.trigger ->> 'currency' = rule.trigger ->> 'currency'
    WHERE rule.product_id = ? AND rule.is_enabled = 1
      AND rule.trigger ->> 'kind' = 'target'
    GROUP BY rule.id`;
  return allValues<number>(db, sql, into, productId);
}

/** Switches rules on or off, as far as they still belong to the product. */
function switchRules(tx: WriteDb, productId: number, rules: readonly number[], isEnabled: boolean): void {
  const sql =
    "UPDATE alert_rule SET is_enabled = ? WHERE product_id = ? AND id IN (SELECT value FROM json_each(?))";
  change(tx, sql, isEnabled, productId, rules);
}

/** A product's belongings before it is merged into `into`. */
export function readBelongings(db: ReadDb, productId: number, into: number): Belongings {
  const snoozeSql = "SELECT until FROM alert_snooze WHERE product_id = ?";
  const reviewSql = "SELECT body FROM review WHERE product_id = ?";
  return {
    schedules: selectIds(db, "SELECT id FROM schedule WHERE product_id = ?", productId),
    rules: selectIds(db, "SELECT id FROM alert_rule WHERE product_id = ?", productId),
    purchases: selectIds(db, "SELECT id FROM purchase WHERE product_id = ?", productId),
    snoozedUntilMs: getValue<number>(db, snoozeSql, productId) ?? null,
    review: getValue<string>(db, reviewSql, productId) ?? null,
    tags: tagsToMerge(db, productId, into),
    mutedTargets: targetsBesideOwn(db, productId, into),
    scheduleRows: allRows<ScheduleRow>(
      db,
      "SELECT account_id, cadence, retailer, created_at, due_at FROM schedule WHERE product_id = ?",
      productId,
    ),
  };
}

/** Where a product can have only one row, the target keeps its own and the source's is deleted with the source. */
const moveStatements = [
  "UPDATE OR IGNORE schedule SET product_id = ? WHERE product_id = ?",
  "UPDATE alert_rule SET product_id = ? WHERE product_id = ?",
  "UPDATE purchase SET product_id = ? WHERE product_id = ?",
  "UPDATE OR IGNORE alert_snooze SET product_id = ? WHERE product_id = ?",
  "UPDATE OR IGNORE review SET product_id = ? WHERE product_id = ?",
  "UPDATE merged_product SET product_id = ? WHERE product_id = ?",
] as const;

/** A notification about the source counts as one about the target. */
function moveMemories(tx: WriteDb, from: number, into: number, rules: readonly number[]): void {
  const sql = `UPDATE OR IGNORE alert_memory SET service = (SELECT service FROM product WHERE id = :into)
    WHERE service = (SELECT service FROM product WHERE id = :from) AND rule_id IN (SELECT value FROM json_each(:rules))`;
  change(tx, sql, { from, into, rules });
}

/** Moves a product's belongings, as `readBelongings` found them, and its rules' memories. */
export function moveBelongings(
  tx: WriteDb,
  from: number,
  into: number,
  { mutedTargets = [] }: Belongings,
): void {
  switchRules(tx, from, mutedTargets, false);
  moveMemories(tx, from, into, selectIds(tx, "SELECT id FROM alert_rule WHERE product_id = ?", from));
  for (const sql of moveStatements) change(tx, sql, into, from);
  moveTags(tx, from, into);
}

/** Moves the belongings of a merged product back to it, as far as they still exist. */
export function returnBelongings(tx: WriteDb, from: number, into: number, belongings: Belongings): void {
  for (const [table, ids] of [
    ["schedule", belongings.schedules],
    ["alert_rule", belongings.rules],
    ["purchase", belongings.purchases ?? []],
  ] as const)
    change(
      tx,
      `UPDATE OR IGNORE ${table} SET product_id = ? WHERE product_id = ? AND id IN (SELECT value FROM json_each(?))`,
      into,
      from,
      ids,
    );
  const scheduleSql = `INSERT OR IGNORE INTO schedule (id, account_id, product_id, cadence, retailer, created_at, due_at)
    VALUES (${newIdSql("schedule")}, :account_id, :into, :cadence, :retailer, :created_at, :due_at)`;
  for (const row of belongings.scheduleRows ?? []) change(tx, scheduleSql, { ...row, into });
  switchRules(tx, into, belongings.mutedTargets ?? [], true);
  moveMemories(tx, from, into, belongings.rules);
  returnTags(tx, from, into, belongings.tags ?? []);
  if (belongings.snoozedUntilMs !== null)
    change(
      tx,
      "INSERT OR IGNORE INTO alert_snooze (product_id, until) VALUES (?, ?)",
      into,
      belongings.snoozedUntilMs,
    );
  if (belongings.review !== null) {
    change(tx, "DELETE FROM review WHERE product_id = ? AND body = ?", from, belongings.review);
    change(tx, "INSERT OR IGNORE INTO review (product_id, body) VALUES (?, ?)", into, belongings.review);
  }
}

/** Copies schedules and tags, so that a product that was split off is checked as before. */
export function copySchedulesAndTags(tx: WriteDb, from: number, into: number): void {
  change(
    tx,
    `INSERT OR IGNORE INTO schedule (id, account_id, product_id, cadence, retailer, created_at, due_at)
     SELECT ${newIdSql("schedule")} + row_number() OVER (ORDER BY id) - 1, account_id, ?, cadence, retailer, created_at, due_at FROM schedule WHERE product_id = ?`,
    into,
    from,
  );
  copyTags(tx, from, into);
}

/** Whether an upstream, enabled or not, knows the product; it then decides which offers belong to the product. */
export function hasUpstream(db: ReadDb, productId: number): boolean {
  return getRow(db, "SELECT 1 FROM service_product WHERE product_id = ? LIMIT 1", productId) !== undefined;
}
