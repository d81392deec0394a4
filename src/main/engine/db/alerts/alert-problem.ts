import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** A rule, or an event of another engine, that could not be evaluated and was set aside. */
export interface AlertProblem {
  readonly productKey: string;
  /** Null if the whole evaluation failed. */
  readonly ruleId: number | null;
  readonly atMs: number;
  readonly error: string;
}

/** One row for each product and rule: the latest. */
export function saveProblem(tx: WriteDb, problem: AlertProblem): void {
  const sql = `INSERT INTO alert_problem (service, rule_id, at, error) VALUES (:productKey, coalesce(:ruleId, 0), :atMs, :error)
    ON CONFLICT (service, rule_id) DO UPDATE SET at = excluded.at, error = excluded.error`;
  change(tx, sql, problem);
}

/** The problems of a product that has been evaluated again. */
export function deleteProblemsOfProduct(tx: WriteDb, productKey: string): void {
  change(tx, "DELETE FROM alert_problem WHERE service = ?", productKey);
}

export function deleteProblemsBefore(tx: WriteDb, beforeMs: number): void {
  change(tx, "DELETE FROM alert_problem WHERE at < ?", beforeMs);
}

/** Newest first, with the product's title; the key where it is unknown. */
export function newestProblems(db: ReadDb, limit: number): (AlertProblem & { readonly title: string })[] {
  const sql = `SELECT a.service AS productKey, nullif(a.rule_id, 0) AS ruleId, a.at AS atMs, a.error,
      coalesce(p.title, a.service) AS title
    FROM alert_problem a LEFT JOIN product p ON p.service = a.service ORDER BY a.at DESC LIMIT ?`;
  return allRows(db, sql, limit);
}
