import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { type Finding, findRows } from "./finding.js";

/** An entry comes of one event that was received, and no event makes two of them. */
export function checkInbox(db: ReadDb): Finding[] {
  return [
    ...findRows(
      db,
      "Two entries of one event",
      "SELECT event_id, count(*) AS rows FROM inbox GROUP BY event_id HAVING count(*) > 1",
    ),
    ...findRows(
      db,
      "An entry of an event that was never received",
      `SELECT event_id, type FROM inbox WHERE type NOT IN ('checks_failing', 'checks_recovered')
         AND event_id NOT IN (SELECT id FROM received_event)`,
    ),
  ];
}

/** What the app was told to show: each entry once, however often the engine was started. */
export function checkTold(eventIds: readonly string[]): Finding[] {
  const seen = new Set<string>();
  return eventIds.flatMap((id) => {
    if (seen.has(id)) return [`The app was told twice of ${id}`];
    seen.add(id);
    return [];
  });
}
