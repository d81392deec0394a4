import { normaliseProductUrl } from "../../domain/product-url.js";
import { allRows, change, type WriteDb } from "../store.js";
import type { Migration } from "./migration.js";

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

export const migration36: Migration = {
  version: 36,
  prepare: normaliseLinks,
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
-- Rules without a currency of their own have compared in that of the product's first shop.
INSERT INTO alert_memory (service, rule_id, currency, at, price_minor, retailer)
  SELECT m.service, m.rule_id, coalesce(r.trigger ->> 'currency', (SELECT o.currency FROM offer o JOIN product p
      ON p.id = o.product_id WHERE p.service = m.service AND o.is_trusted = 1 AND o.is_valid = 1 AND o.is_auction = 0
      ORDER BY o.id LIMIT 1), 'USD'), m.at, m.price_minor, m.retailer
  FROM former_memory m JOIN alert_rule r ON r.id = m.rule_id WHERE m.price_minor IS NOT NULL;
DROP TABLE former_memory;
CREATE INDEX alert_memory_rule ON alert_memory (rule_id);
CREATE TRIGGER alert_memory_of_product AFTER DELETE ON product BEGIN
  DELETE FROM alert_memory WHERE service = OLD.service;
END;

-- Each act takes effect after all others.
CREATE INDEX act_newest ON act (turn);
`,
};
