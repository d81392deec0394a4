import type { RuleMemory } from "../../domain/alerts/rule.js";
import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** A product's rule memories by rule id. */
export function memoriesByRule(db: ReadDb, productKey: string): ReadonlyMap<number, RuleMemory> {
  const sql = `SELECT rule_id AS ruleId, at AS atMs, price_minor AS priceMinor, retailer
    FROM alert_memory WHERE service = ?`;
  const rows = allRows<RuleMemory & { readonly ruleId: number }>(db, sql, productKey);
  return new Map(rows.map(({ ruleId, ...memory }) => [ruleId, memory]));
}

export function saveMemory(tx: WriteDb, productKey: string, ruleId: number, memory: RuleMemory | null): void {
  const sql =
    memory === null
      ? "DELETE FROM alert_memory WHERE service = :productKey AND rule_id = :ruleId"
      : `INSERT OR REPLACE INTO alert_memory (service, rule_id, at, price_minor, retailer)
         VALUES (:productKey, :ruleId, :atMs, :priceMinor, :retailer)`;
  change(tx, sql, { productKey, ruleId, ...memory });
}

/** An edited rule starts over: nothing has been notified under its new condition. */
export function deleteMemoriesOfRule(tx: WriteDb, ruleId: number): void {
  change(tx, "DELETE FROM alert_memory WHERE rule_id = ?", ruleId);
}
