import { change, getRow, type ReadDb, type WriteDb } from "./store.js";

/** An event that was accepted and not yet worked on. */
export interface WaitingEvent {
  readonly id: string;
  /** The delivery's body, as it was sent. */
  readonly body: string;
  readonly receivedMs: number;
}

/** Returns whether the id is new: events are told apart by it alone (contract, section 6, rule 2). */
export function insertReceived(tx: WriteDb, { id, body, receivedMs }: WaitingEvent): boolean {
  return (
    change(
      tx,
      "INSERT INTO received_event (id, body, received_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
      id,
      body,
      receivedMs,
    ) === 1
  );
}

export function oldestWaiting(db: ReadDb): WaitingEvent | undefined {
  return getRow<WaitingEvent>(
    db,
    `SELECT id, body, received_at AS receivedMs FROM received_event
     WHERE body IS NOT NULL ORDER BY received_at, rowid LIMIT 1`,
  );
}

/** It has been worked on: its id stays, so that a repeat is known. */
export function dropBody(tx: WriteDb, id: string): void {
  change(tx, "UPDATE received_event SET body = NULL WHERE id = ?", id);
}

/** Forgets ids of events that were worked on. Returns how many. */
export function deleteReceivedBefore(tx: WriteDb, beforeMs: number): number {
  return change(tx, "DELETE FROM received_event WHERE body IS NULL AND received_at < ?", beforeMs);
}
