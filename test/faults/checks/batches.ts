import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { type Finding, findRows } from "./finding.js";

/** A job has as many results as it says, in their order, and is charged for each product once. */
export function checkBatches(db: ReadDb): Finding[] {
  return [
    ...findRows(
      db,
      "A job whose results are miscounted",
      `SELECT id, status, processed, (SELECT count(*) FROM batch_result WHERE job_id = batch_job.id) AS there
       FROM batch_job WHERE status <> 'failed' AND processed <> there`,
    ),
    ...findRows(
      db,
      "A job that ended early",
      "SELECT id, processed, total FROM batch_job WHERE status = 'completed' AND processed <> total",
    ),
    ...findRows(
      db,
      "A failed job that was not refunded",
      `SELECT id FROM batch_job WHERE status = 'failed'
         AND EXISTS (SELECT 1 FROM batch_charge WHERE job_id = batch_job.id)`,
    ),
    ...findRows(
      db,
      "A job without offers or reviews whose charge is not one credit a product",
      `SELECT id, (SELECT coalesce(sum(credits), 0) FROM batch_charge WHERE job_id = batch_job.id) AS charged,
         (SELECT count(DISTINCT product_id) FROM batch_result WHERE job_id = batch_job.id) AS products
       FROM batch_job WHERE include = '[]' AND status <> 'failed' AND charged <> products`,
    ),
  ];
}
