import type { RuleMemory } from "../../domain/alerts/rule.js";
import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

interface MemoryRow {
  rule_id: number;
  at: number;
  price_minor: number;
  retailer: string | null;
}

/** A product's rule memories by rule id. */
export function memoriesByRule(db: ReadDb, productKey: string): ReadonlyMap<number, RuleMemory> {
  const rows = allRows<MemoryRow>(
    db,
    "SELECT rule_id, at, price_minor, retailer FROM alert_memory WHERE service = ?",
    productKey,
  );
  return new Map(
    rows.map(({ rule_id, at, price_minor, retailer }) => [
      rule_id,
      { atMs: at, priceMinor: price_minor, retailer },
    ]),
  );
}

export function saveMemory(tx: WriteDb, productKey: string, ruleId: number, memory: RuleMemory | null): void {
  if (memory === null) {
    change(tx, "DELETE FROM alert_memory WHERE service = ? AND rule_id = ?", productKey, ruleId);
    return;
  }
  change(
    tx,
    "INSERT OR REPLACE INTO alert_memory (service, rule_id, at, price_minor, retailer) VALUES (?, ?, ?, ?, ?)",
    productKey,
    ruleId,
    memory.atMs,
    memory.priceMinor,
    memory.retailer,
  );
}

/** An edited rule starts over: nothing has been notified under its new condition. */
export function deleteMemoriesOfRule(tx: WriteDb, ruleId: number): void {
  change(tx, "DELETE FROM alert_memory WHERE rule_id = ?", ruleId);
}
