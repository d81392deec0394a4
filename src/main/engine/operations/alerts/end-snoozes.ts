import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { endedSnooze, endSnooze } from "../../db/alert-snooze.js";
import { insertEntry } from "../../db/inbox.js";
import { isScheduled } from "../../db/schedule.js";
import { type WriteDb, write } from "../../db/store.js";
import { newEventId } from "../../domain/random-text.js";
import type { OperationContext } from "../context.js";
import { completionData } from "../schedule-run.js";
import { judgeEvent } from "./judge-event.js";

type SnoozeContext = Pick<OperationContext, "db" | "clock" | "randomBytes">;

/** As a finished check would: it is the event that no shop makes. */
const type = "schedule_completion";

function endOne({ clock, randomBytes }: SnoozeContext, tx: WriteDb, productId: number): InboxEntry | null {
  endSnooze(tx, productId);
  // Of what nobody watches any more there are no alerts.
  const data = isScheduled(tx, productId)
    ? completionData(tx, { productId, retailer: null, runPriceMinor: null })
    : null;
  if (data === null) return null;
  const nowMs = clock.now();
  const alert = judgeEvent(tx, { type, data, madeMs: nowMs }, nowMs);
  const eventId = newEventId(randomBytes);
  return alert && insertEntry(tx, { eventId, type, isTest: false, data, ...alert, receivedMs: nowMs });
}

/**
 * Ends the snoozes whose time has come, and tells what their products' rules have waited to tell, if it still holds. A
 * transaction each: end, entry, and what the rules remember. What was told by an event meanwhile is not told again.
 */
export function* endSnoozes(context: SnoozeContext): Generator<InboxEntry, void> {
  for (;;) {
    const productId = endedSnooze(context.db, context.clock.now());
    if (productId === undefined) return;
    const entry = write(context.db, (tx) => endOne(context, tx, productId));
    if (entry !== null) yield entry;
  }
}
