import type { RuleMemory } from "../../domain/alerts/rule.js";
import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** What a rule remembers of a product; of each currency, because prices compare only within one. */
export function memoriesOf(db: ReadDb, productKey: string, ruleId: number): RuleMemory[] {
  const sql = `SELECT currency, at AS atMs, price_minor AS priceMinor, retailer
    FROM alert_memory WHERE service = ? AND rule_id = ?`;
  return allRows(db, sql, productKey, ruleId);
}

export function saveMemory(tx: WriteDb, productKey: string, ruleId: number, memory: RuleMemory): void {
  const sql = `INSERT OR REPLACE INTO alert_memory (service, rule_id, currency, at, price_minor, retailer)
    VALUES (:productKey, :ruleId, :currency, :atMs, :priceMinor, :retailer)`;
  change(tx, sql, { productKey, ruleId, ...memory });
}

export function deleteMemory(tx: WriteDb, productKey: string, ruleId: number, currency: string): void {
  const sql = "DELETE FROM alert_memory WHERE service = ? AND rule_id = ? AND currency = ?";
  change(tx, sql, productKey, ruleId, currency);
}

/** An edited rule starts over: nothing has been notified under its new condition. */
export function deleteMemoriesOfRule(tx: WriteDb, ruleId: number): void {
  change(tx, "DELETE FROM alert_memory WHERE rule_id = ?", ruleId);
}
