import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { eventType } from "../../../../shared/contract/webhook.js";
import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { markAnnounced, unannouncedEntries, unannouncedEntry } from "../../db/alerts/inbox.js";
import { write } from "../../db/store.js";
import { insertDelivery, latestDelivery } from "../../db/webhooks/delivery.js";
import { insertEvent } from "../../db/webhooks/event.js";
import { allWebhooks, type StoredWebhook } from "../../db/webhooks/webhook.js";
import type { StoreContext } from "../request/context.js";

interface Announcer {
  /** Whether the app's own listener runs in this process. */
  readonly hasListener: boolean;
  readonly emit: (entry: InboxEntry) => void;
}

const maxPerTurn = 200;
/** The listener answers in milliseconds; after this time, the engine announces by itself. */
const maxListenerMs = MINUTE_MS;
/** What was recorded longer ago, while no app ran, is in the inbox, but no news. */
const maxNewsMs = DAY_MS;

/**
 * Announces the recorded alerts, oldest first: by a signed event to the app's own listener, or directly where that way is
 * closed. An alert is marked after it was emitted: a killed engine emits it again, and the app drops repeats. Returns
 * whether alerts are on their way to the listener.
 */
export function announceAlerts(context: StoreContext, { hasListener, emit }: Announcer): boolean {
  const local = hasListener
    ? allWebhooks(context.db).find(({ isLocal, isActive }) => isLocal && isActive)
    : undefined;
  const nowMs = context.clock.now();
  let isOnItsWay = false;
  for (const entry of unannouncedEntries(context.db, maxPerTurn)) {
    if (local !== undefined && isForListener(context, local, entry)) isOnItsWay = true;
    else announce(context, entry, nowMs - Date.parse(entry.received_at) > maxNewsMs ? () => undefined : emit);
  }
  return isOnItsWay;
}

/** Queues the event of an alert once; true until its first attempt has ended. */
function isForListener({ db, clock }: StoreContext, local: StoredWebhook, entry: InboxEntry): boolean {
  const nowMs = clock.now();
  const type = eventType.safeParse(entry.type).data;
  if (type === undefined || entry.is_test || nowMs - Date.parse(entry.received_at) > maxListenerMs)
    return false;
  const delivery = latestDelivery(db, local.id, entry.event_id);
  if (delivery !== undefined) return delivery.status === "due" && delivery.attempts === 0;
  write(db, (tx) => {
    const { event_id: id, data } = entry;
    insertEvent(tx, { id, accountId: local.accountId, type, data, createdMs: nowMs });
    insertDelivery(tx, local.id, id, nowMs);
  });
  return true;
}

function announce({ db, clock }: StoreContext, entry: InboxEntry, emit: Announcer["emit"]): void {
  emit(entry);
  write(db, (tx) => markAnnounced(tx, entry.id, clock.now()));
}

/** Announces an alert whose event the app's own listener has received, unless it has been announced. */
export function announceEntry(context: StoreContext, entryId: number, emit: Announcer["emit"]): void {
  const entry = unannouncedEntry(context.db, entryId);
  if (entry !== undefined) announce(context, entry, emit);
}
