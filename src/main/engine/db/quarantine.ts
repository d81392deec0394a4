import type { Suspect } from "../domain/quality.js";
import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** Prices that wait for a second check (decision 17): at most one an offer. */

export function suspectOf(db: ReadDb, offerId: number): Suspect | null {
  const row = getRow<{ price_minor: number; first_seen_at: number }>(
    db,
    "SELECT price_minor, first_seen_at FROM quarantine WHERE offer_id = ?",
    offerId,
  );
  return row === undefined ? null : { priceMinor: row.price_minor, firstSeenMs: row.first_seen_at };
}

export function saveSuspect(tx: WriteDb, offerId: number, suspect: Suspect): void {
  change(
    tx,
    "INSERT OR REPLACE INTO quarantine (offer_id, price_minor, first_seen_at) VALUES (?, ?, ?)",
    offerId,
    suspect.priceMinor,
    suspect.firstSeenMs,
  );
}

export function clearSuspect(tx: WriteDb, offerId: number): void {
  change(tx, "DELETE FROM quarantine WHERE offer_id = ?", offerId);
}
