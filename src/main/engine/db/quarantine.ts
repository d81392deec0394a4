import type { Suspect } from "../domain/quality.js";
import { change, type WriteDb } from "./store.js";

/** Prices that wait for a second check (decision 17): at most one an offer. */

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
