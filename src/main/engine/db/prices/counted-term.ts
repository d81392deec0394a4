import type { TermKind } from "../../../../shared/app/paying.js";
import { allRows, change, type ReadDb, type WriteDb } from "../store.js";

/** Stands for the name of a shop. */
export const everyShop = "";

/** What counts beside a shop's prices, since when. */
export interface CountedTerm {
  /** Or `everyShop`. */
  readonly retailer: string;
  readonly kind: TermKind;
  readonly sinceMs: number;
}

export function countedTerms(db: ReadDb): CountedTerm[] {
  return allRows(db, "SELECT retailer, kind, since AS sinceMs FROM counted_term ORDER BY retailer, kind");
}

/** What counts already keeps its time. */
export function insertCountedTerm(tx: WriteDb, term: CountedTerm): void {
  const sql =
    "INSERT OR IGNORE INTO counted_term (retailer, kind, since) VALUES (:retailer, :kind, :sinceMs)";
  change(tx, sql, term);
}

export function deleteCountedTerm(tx: WriteDb, { retailer, kind }: Omit<CountedTerm, "sinceMs">): void {
  change(tx, "DELETE FROM counted_term WHERE retailer = ? AND kind = ?", retailer, kind);
}
