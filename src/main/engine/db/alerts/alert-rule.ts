import type { Condition } from "../../../../shared/contract/primitives.js";
import type { Rule, Trigger } from "../../domain/alerts/rule.js";
import { allRows, change, insert, type ReadDb, type WriteDb } from "../store.js";

export interface StoredRule extends Rule {
  /** `null` if the rule applies to all products; see `isAddition`. */
  readonly productId: number | null;
  readonly isEnabled: boolean;
  readonly createdMs: number;
  /** Ids of the channels that its alerts are sent to; `null` for all of them. */
  readonly channels: readonly number[] | null;
}

interface RuleRow {
  id: number;
  product_id: number | null;
  trigger: string;
  retailer: string | null;
  condition: Condition | null;
  is_enabled: number;
  created_at: number;
  channels: string | null;
}

function toRule(row: RuleRow): StoredRule {
  return {
    id: row.id,
    productId: row.product_id,
    // Written only by this module and the migration.
    trigger: JSON.parse(row.trigger) as Trigger,
    retailer: row.retailer,
    condition: row.condition,
    isEnabled: row.is_enabled === 1,
    createdMs: row.created_at,
    channels: row.channels === null ? null : (JSON.parse(row.channels) as number[]),
  };
}

function toJsonOrNull(channels: StoredRule["channels"]): string | null {
  return channels === null ? null : JSON.stringify(channels);
}

/** Oldest first, disabled ones included. With `null`, the rules for all products. */
export function rulesOfProduct(db: ReadDb, productId: number | null): StoredRule[] {
  return allRows<RuleRow>(
    db,
    "SELECT * FROM alert_rule WHERE product_id IS ? AND removed_at IS NULL ORDER BY id",
    productId,
  ).map(toRule);
}

/** The enabled rules of several products. */
export function activeRulesOfProducts(db: ReadDb, productIds: readonly number[]): StoredRule[] {
  return allRows<RuleRow>(
    db,
    `SELECT alert_rule.* FROM json_each(?) AS wanted CROSS JOIN alert_rule
     WHERE alert_rule.product_id = wanted.value AND removed_at IS NULL AND is_enabled = 1`,
    JSON.stringify(productIds),
  ).map(toRule);
}

/** A rule with its product's key and title. */
export interface RuleWithProduct extends StoredRule {
  readonly productKey: string | null;
  readonly title: string | null;
}

type RuleWithProductRow = RuleRow & { readonly productKey: string | null; readonly title: string | null };

function selectRulesWithProduct(db: ReadDb, where: string, ...values: number[]): RuleWithProduct[] {
  return allRows<RuleWithProductRow>(
    db,
    `SELECT r.*, p.service AS productKey, p.title FROM alert_rule r LEFT JOIN product p ON p.id = r.product_id
     WHERE r.removed_at IS NULL AND ${where}
     ORDER BY p.id IS NOT NULL, p.title COLLATE NOCASE, p.id, r.id`,
    ...values,
  ).map((row) => ({ ...toRule(row), productKey: row.productKey, title: row.title }));
}

/** Every rule: those for all products first, then by product. */
export function allRules(db: ReadDb): RuleWithProduct[] {
  return selectRulesWithProduct(db, "TRUE");
}

/** The rules for all products, then a product's own. */
export function rulesForProduct(db: ReadDb, productId: number): RuleWithProduct[] {
  return selectRulesWithProduct(db, "(r.product_id IS NULL OR r.product_id = ?)", productId);
}

export function ruleWithProduct(db: ReadDb, id: number): RuleWithProduct | undefined {
  return selectRulesWithProduct(db, "r.id = ?", id)[0];
}

export function insertRule(tx: WriteDb, rule: Omit<StoredRule, "id">): number {
  return insert(
    tx,
    `INSERT INTO alert_rule (product_id, trigger, retailer, condition, is_enabled, created_at, channels)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    rule.productId,
    JSON.stringify(rule.trigger),
    rule.retailer,
    rule.condition,
    Number(rule.isEnabled),
    rule.createdMs,
    toJsonOrNull(rule.channels),
  );
}

export function updateRule(tx: WriteDb, rule: StoredRule): void {
  change(
    tx,
    `UPDATE alert_rule SET product_id = ?, trigger = ?, retailer = ?, condition = ?, is_enabled = ?, channels = ?
     WHERE id = ?`,
    rule.productId,
    JSON.stringify(rule.trigger),
    rule.retailer,
    rule.condition,
    Number(rule.isEnabled),
    toJsonOrNull(rule.channels),
    rule.id,
  );
}

/** The channels of each of the rules, removed ones included. */
export function channelsOfRules(db: ReadDb, ids: readonly number[]): StoredRule["channels"][] {
  return allRows<Pick<RuleRow, "channels">>(
    db,
    "SELECT channels FROM alert_rule WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  ).map(({ channels }) => (channels === null ? null : (JSON.parse(channels) as number[])));
}

/** Takes a channel out of all rules. One that named no other is left with none. */
export function removeChannelFromRules(tx: WriteDb, channelId: number): void {
  change(
    tx,
    `UPDATE alert_rule SET channels =
       (SELECT json_group_array(value) FROM json_each(channels) WHERE value <> ?)
     WHERE channels IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(channels) WHERE value = ?)`,
    channelId,
    channelId,
  );
}

const inIdListSql = "id IN (SELECT value FROM json_each(?))";

/** Marks rules as removed, so that `markRulesRestored` can undo it; returns how many changed. */
export function markRulesRemoved(tx: WriteDb, ids: readonly number[], atMs: number): number {
  return change(
    tx,
    `UPDATE alert_rule SET removed_at = ? WHERE removed_at IS NULL AND ${inIdListSql}`,
    atMs,
    JSON.stringify(ids),
  );
}

export function markRulesRestored(tx: WriteDb, ids: readonly number[]): number {
  return change(
    tx,
    `UPDATE alert_rule SET removed_at = NULL WHERE removed_at IS NOT NULL AND ${inIdListSql}`,
    JSON.stringify(ids),
  );
}

/** Permanently deletes rules removed before a time; returns how many. */
export function deleteRulesRemovedBefore(tx: WriteDb, beforeMs: number): number {
  return change(tx, "DELETE FROM alert_rule WHERE removed_at < ?", beforeMs);
}
