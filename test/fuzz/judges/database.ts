import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";

interface Equation {
  readonly name: string;
  /** Rows that break it. */
  readonly sql: string;
}

/** What is kept twice has to agree, whatever was asked of the engine. */
const equations: readonly Equation[] = [
  {
    name: "a product's count of offers that the API returns",
    sql: `SELECT service FROM product
      WHERE offer_count <> (SELECT count(*) FROM offer
        WHERE product_id = product.id AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD')`,
  },
  {
    name: "an offer's count of blocks",
    sql: `SELECT public_id FROM offer
      WHERE block_count <> (SELECT count(*) FROM price_block WHERE offer_id = offer.id)`,
  },
  {
    name: "a batch job's progress",
    sql: `SELECT id FROM batch_job WHERE processed > total OR (status = 'completed' AND processed <> total)`,
  },
  {
    name: "a failed batch job's charge",
    sql: `SELECT id FROM batch_job JOIN batch_charge ON job_id = id WHERE status = 'failed'`,
  },
  {
    name: "an account's number of webhooks",
    sql: "SELECT account_id FROM webhook GROUP BY account_id HAVING count(*) > 6",
  },
];

function breaches(db: ReadDb, { name, sql }: Equation): string[] {
  return allRows<Record<string, unknown>>(db, sql)
    .slice(0, 5)
    .map((row) => `The equation of ${name} does not hold: ${JSON.stringify(row)}`);
}

/** Whether the file is sound, nothing points nowhere, and what is kept twice agrees. */
export function databaseComplaints(db: ReadDb): string[] {
  const integrity = db.connection.pragma("integrity_check(5)", { simple: true });
  const orphans = db.connection.pragma("foreign_key_check") as unknown[];
  return [
    ...(integrity === "ok" ? [] : [`The database is damaged: ${String(integrity)}`]),
    ...(orphans.length === 0 ? [] : [`Rows point nowhere: ${JSON.stringify(orphans.slice(0, 3))}`]),
    ...equations.flatMap((equation) => breaches(db, equation)),
  ];
}
