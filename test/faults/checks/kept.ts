import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { type Finding, findMissing } from "./finding.js";

/** Writes whose answer came: each is named by what its answer said. */
export const keptKinds = ["key", "import", "schedule", "webhook", "rule", "tag", "batch job"] as const;
export type KeptKind = (typeof keptKinds)[number];
export type Kept = Readonly<Record<KeptKind, ReadonlySet<string>>>;

const rowsOf: Readonly<Record<KeptKind, string>> = {
  key: "SELECT id AS text FROM api_key",
  import: "SELECT service AS text FROM product",
  schedule: `SELECT product.service || ' ' || cadence AS text FROM schedule
    JOIN product ON product.id = schedule.product_id`,
  webhook: "SELECT id AS text FROM webhook",
  rule: "SELECT CAST(id AS TEXT) AS text FROM alert_rule WHERE removed_at IS NULL",
  tag: "SELECT product.service || ' ' || tag.name AS text FROM tag JOIN product ON product.id = tag.product_id",
  "batch job": "SELECT id AS text FROM batch_job",
};

/** No write is lost that was acknowledged. */
export function checkKept(db: ReadDb, kept: Kept): Finding[] {
  return keptKinds.flatMap((kind) => {
    const there = new Set(allRows<{ text: string }>(db, rowsOf[kind]).map(({ text }) => text));
    return findMissing(`The ${kind}`, kept[kind], there);
  });
}

export function countKept(kept: Kept): number {
  return keptKinds.reduce((sum, kind) => sum + kept[kind].size, 0);
}
