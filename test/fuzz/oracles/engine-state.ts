import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";

/** Redundant data and limits. Each query finds the rows that violate its invariant. */
const invariants: Readonly<Record<string, string>> = {
  "a product's number of offers in the API": `SELECT service FROM product
    WHERE offer_count <> (SELECT count(*) FROM offer
      WHERE product_id = product.id AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD')`,
  "an offer's number of blocks": `SELECT public_id FROM offer
    WHERE block_count <> (SELECT count(*) FROM price_block WHERE offer_id = offer.id)`,
  "a batch job's progress":
    "SELECT id FROM batch_job WHERE processed > total OR (status = 'completed' AND processed <> total)",
  "a failed batch job's charge":
    "SELECT id FROM batch_job JOIN batch_charge ON job_id = id WHERE status = 'failed'",
  "an account's number of webhooks": "SELECT account_id FROM webhook GROUP BY account_id HAVING count(*) > 6",
};

/** Damage, dangling references and violated invariants of a database. */
export function findDatabaseErrors(db: ReadDb): string[] {
  const integrity = db.connection.pragma("integrity_check(5)", { simple: true });
  const dangling = db.connection.pragma("foreign_key_check") as unknown[];
  const violations = Object.entries(invariants).flatMap(([name, sql]) =>
    allRows<Record<string, unknown>>(db, sql)
      .slice(0, 5)
      .map((row) => `${name} is inconsistent: ${JSON.stringify(row)}`),
  );
  return [
    ...(integrity === "ok" ? [] : [`The database is damaged: ${String(integrity)}`]),
    ...(dangling.length === 0 ? [] : [`References dangle: ${JSON.stringify(dangling.slice(0, 3))}`]),
    ...violations,
  ];
}

interface LogLine {
  readonly level: "info" | "error";
  readonly message: string;
  readonly error?: string;
}

/** The distinct errors in the engine's log. Bad input must cause none. */
export function findLoggedErrors(folder: string): string[] {
  const file = join(folder, "logs", "engine.log");
  if (!existsSync(file)) return [];
  const errors = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogLine)
    .filter(({ level }) => level === "error")
    .map(({ message, error }) => `The engine logged an error: ${message} ${error ?? ""}`);
  return [...new Set(errors)].slice(0, 5);
}
