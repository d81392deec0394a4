import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { endSnooze, productWithEndedSnooze } from "../../db/alerts/alert-snooze.js";
import { type WriteDb, write } from "../../db/store.js";
import { isScheduled } from "../../db/watch/schedule.js";
import { newEventId } from "../../domain/random-text.js";
import { addAlert } from "../channels/queue-alert.js";
import type { OperationContext } from "../request/context.js";
import { completionData } from "../watch/schedule-run.js";
import { evaluateEvent } from "./evaluate-event.js";

type SnoozeContext = Pick<OperationContext, "db" | "clock" | "randomBytes">;

/** The end of a snooze concerns no particular shop, so it is evaluated like a completed check. */
const eventType = "schedule_completion";

function endProductSnooze(
  { clock, randomBytes }: SnoozeContext,
  tx: WriteDb,
  productId: number,
): InboxEntry | null {
  endSnooze(tx, productId);
  // Products that are no longer scheduled get no alerts.
  const data = isScheduled(tx, productId)
    ? completionData(tx, { productId, retailer: null, runPriceMinor: null })
    : null;
  if (data === null) return null;
  const nowMs = clock.now();
  const alert = evaluateEvent(tx, { type: eventType, data, createdMs: nowMs }, nowMs);
  const eventId = newEventId(randomBytes);
  return (
    alert && addAlert(tx, { eventId, type: eventType, isTest: false, data, ...alert, receivedMs: nowMs })
  );
}

/**
 * Ends expired snoozes and raises the alerts that they held back, if those still apply. The end of a snooze, its
 * inbox entry and the rules' memory share a transaction. Alerts raised by an event in the meantime are not
 * repeated.
 */
export function* endSnoozes(context: SnoozeContext): Generator<InboxEntry, void> {
  for (;;) {
    const productId = productWithEndedSnooze(context.db, context.clock.now());
    if (productId === undefined) return;
    const entry = write(context.db, (tx) => endProductSnooze(context, tx, productId));
    if (entry !== null) yield entry;
  }
}
