import type { Rule } from "../../domain/alerts/rule.js";
import { allRows, allValues, change, insert, newIdSql, type ReadDb, type WriteDb } from "../store.js";

export interface StoredRule extends Rule {
  /** `null` if the rule applies to all products; see `isAddition`. */
  readonly productId: number | null;
  readonly isEnabled: boolean;
  readonly createdMs: number;
  /** Ids of the channels that its alerts are sent to; `null` for all of them. */
  readonly channels: readonly number[] | null;
}

const ruleColumns = `rule.id, rule.product_id AS productId, rule.trigger AS "trigger:json", rule.retailer, rule.condition,
  rule.is_enabled AS isEnabled, rule.created_at AS createdMs, rule.channels AS "channels:json"`;

/** Oldest first, disabled ones included. With `null`, the rules for all products. */
export function rulesOfProduct(db: ReadDb, productId: number | null): StoredRule[] {
  const sql = `SELECT ${ruleColumns} FROM alert_rule AS rule WHERE product_id IS ? ORDER BY id`;
  return allRows(db, sql, productId);
}

/** The enabled rules of several products. */
export function activeRulesOfProducts(db: ReadDb, productIds: readonly number[]): StoredRule[] {
  const sql = `SELECT ${ruleColumns} FROM json_each(?) AS wanted CROSS JOIN alert_rule AS rule
    WHERE rule.product_id = wanted.value AND is_enabled = 1`;
  return allRows(db, sql, productIds);
}

/** A rule with its product's key and title. */
export interface RuleWithProduct extends StoredRule {
  readonly productKey: string | null;
  readonly title: string | null;
}

function selectRulesWithProduct(db: ReadDb, where: string, ...values: number[]): RuleWithProduct[] {
  const sql = `SELECT ${ruleColumns}, product.service AS productKey, product.title
    FROM alert_rule AS rule LEFT JOIN product ON product.id = rule.product_id
    WHERE ${where}
    ORDER BY product.id IS NOT NULL, product.title COLLATE NOCASE, product.id, rule.id`;
  return allRows(db, sql, ...values);
}

/** Every rule: those for all products first, then by product. */
export function allRules(db: ReadDb): RuleWithProduct[] {
  return selectRulesWithProduct(db, "TRUE");
}

/** The rules for all products, then a product's own. */
export function rulesForProduct(db: ReadDb, productId: number): RuleWithProduct[] {
  return selectRulesWithProduct(db, "(rule.product_id IS NULL OR rule.product_id = ?)", productId);
}

export function ruleWithProduct(db: ReadDb, id: number): RuleWithProduct | undefined {
  return selectRulesWithProduct(db, "rule.id = ?", id)[0];
}

export function insertRule(tx: WriteDb, rule: Omit<StoredRule, "id">): number {
  const sql = `INSERT INTO alert_rule (id, product_id, trigger, retailer, condition, is_enabled, created_at, channels)
    VALUES (${newIdSql("alert_rule")}, :productId, :trigger, :retailer, :condition, :isEnabled, :createdMs, :channels)`;
  return insert(tx, sql, rule);
}

export function updateRule(tx: WriteDb, rule: StoredRule): void {
  const sql = `UPDATE alert_rule SET product_id = :productId, trigger = :trigger, retailer = :retailer,
    condition = :condition, is_enabled = :isEnabled, channels = :channels WHERE id = :id`;
  change(tx, sql, rule);
}

/** The channels of each of the rules. */
export function channelsOfRules(db: ReadDb, ids: readonly number[]): StoredRule["channels"][] {
  const sql = `SELECT channels AS "channels:json" FROM alert_rule WHERE id IN (SELECT value FROM json_each(?))`;
  return allValues(db, sql, ids);
}

/** Takes a channel out of all rules. One that named no other is left with none. */
export function removeChannelFromRules(tx: WriteDb, channelId: number): void {
  const sql = `UPDATE alert_rule SET channels =
      (SELECT json_group_array(value) FROM json_each(channels) WHERE value <> :channelId)
    WHERE channels IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(channels) WHERE value = :channelId)`;
  change(tx, sql, { channelId });
}

const inIdListSql = "id IN (SELECT value FROM json_each(?))";

/** The products of rules; `null` stands for all of them. */
export function productsOfRules(db: ReadDb, ids: readonly number[]): (number | null)[] {
  return allValues(db, `SELECT DISTINCT product_id FROM alert_rule WHERE ${inIdListSql}`, ids);
}

/** Deletes rules with what they remember; returns how many. */
export function deleteRules(tx: WriteDb, ids: readonly number[]): number {
  return change(tx, `DELETE FROM alert_rule WHERE ${inIdListSql}`, ids);
}
