import { normaliseProductUrl } from "../../domain/product-url.js";
import type { RowChange, RowValues } from "../acts/recorded-tables.js";
import { allRows, change, getValue, type WriteDb } from "../store.js";
import type { Migration } from "./migration.js";

/** What a rule compares in. One without a currency of its own has compared in that of the product's first shop. */
const currencySql = (rule: string, service: string) => `coalesce(
  (SELECT r.trigger ->> 'currency' FROM alert_rule r WHERE r.id = ${rule}),
  (SELECT o.currency FROM offer o JOIN product p ON p.id = o.product_id
    WHERE p.service = ${service} AND o.is_trusted = 1 AND o.is_valid = 1 AND o.is_auction = 0 ORDER BY o.id LIMIT 1),
  'USD')`;

/** Rekeys stored links, so that each spelling of an address finds them. */
function normaliseLinks(tx: WriteDb): void {
  for (const table of ["identifier", "service_identifier"]) {
    const links = allRows<{ value: string }>(
      tx,
      `SELECT DISTINCT value FROM ${table} WHERE kind = 4 AND instr(value, '%') > 0`,
    );
    for (const { value } of links)
      change(
        tx,
        `UPDATE OR REPLACE ${table} SET value = ? WHERE kind = 4 AND value = ?`,
        normaliseProductUrl(`https://${value}`) ?? value,
        value,
      );
  }
}

/** The same for what an act has recorded: it may have removed the rule, or the product with its shops. */
function addCurrencies(tx: WriteDb, changes: readonly RowChange[]): RowChange[] {
  const rowsOf = (wanted: string) =>
    changes.flatMap(([table, before, after]) => (table === wanted ? [before ?? after ?? {}] : []));
  const addCurrency = (row: RowValues | null): RowValues | null => {
    if (row === null || row.price_minor === null) return null;
    const rule = rowsOf("alert_rule").find(({ id }) => id === row.rule_id);
    const own = rule === undefined ? undefined : JSON.parse(String(rule.trigger)).currency;
    const sql = `SELECT ${currencySql("?", "?")}`;
    const stored = () => getValue<string>(tx, sql, row.rule_id ?? null, row.service ?? null) ?? null;
    return { ...row, currency: own ?? rowsOf("offer")[0]?.currency ?? stored() };
  };
  return changes.map((recorded) => {
    const [table, before, after] = recorded;
    return table === "alert_memory" ? [table, addCurrency(before), addCurrency(after)] : recorded;
  });
}

function convertActs(tx: WriteDb): void {
  const sql = `SELECT id, changes AS "changes:json" FROM act WHERE changes LIKE '%"alert_memory"%'`;
  for (const { id, changes } of allRows<{ id: number; changes: RowChange[] }>(tx, sql))
    change(tx, "UPDATE act SET changes = ? WHERE id = ?", JSON.stringify(addCurrencies(tx, changes)), id);
}

export const migration36: Migration = {
  version: 36,
  prepare: (tx) => {
    normaliseLinks(tx);
    convertActs(tx);
  },
  sql: `
-- What rules remember of a product, for each currency.
DROP TRIGGER alert_memory_of_product;
ALTER TABLE alert_memory RENAME TO former_memory;
CREATE TABLE alert_memory (
  service TEXT NOT NULL,
  rule_id INTEGER NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
  currency TEXT NOT NULL,
  at INTEGER NOT NULL,
  price_minor INTEGER NOT NULL,
  retailer TEXT,
  PRIMARY KEY (service, rule_id, currency)
) STRICT, WITHOUT ROWID;
INSERT INTO alert_memory (service, rule_id, currency, at, price_minor, retailer)
  SELECT service, rule_id, ${currencySql("former_memory.rule_id", "former_memory.service")}, at, price_minor, retailer
  FROM former_memory WHERE price_minor IS NOT NULL;
DROP TABLE former_memory;
CREATE INDEX alert_memory_rule ON alert_memory (rule_id);
CREATE TRIGGER alert_memory_of_product AFTER DELETE ON product BEGIN
  DELETE FROM alert_memory WHERE service = OLD.service;
END;

-- Each act takes effect after all others.
CREATE INDEX act_newest ON act (turn);

-- What a finished job takes: identifiers and results.
ALTER TABLE batch_job ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE batch_job SET bytes = octet_length(identifiers)
    + coalesce((SELECT sum(octet_length(body)) FROM batch_result WHERE job_id = batch_job.id), 0)
  WHERE finished_at IS NOT NULL;
DROP INDEX batch_job_account;
CREATE INDEX batch_job_account ON batch_job (account_id, created_at, bytes);
`,
};
