import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { markAnnounced, unannouncedEntries, unannouncedEntry } from "../../db/alerts/inbox.js";
import { write } from "../../db/store.js";
import type { OperationContext } from "../request/context.js";

type AnnounceContext = Pick<OperationContext, "db" | "clock">;

const maxPerTurn = 50;

/**
 * Emits the recorded alerts that have not been announced, oldest first, but for those that are on their way to the app's
 * own listener. An alert is marked after it was emitted: a killed engine emits it again, and the app drops repeats.
 */
export function announceAlerts(
  { db, clock }: AnnounceContext,
  options: { readonly hasListener: boolean; readonly emit: (entry: InboxEntry) => void },
): void {
  for (;;) {
    const entries = unannouncedEntries(db, { isListening: options.hasListener, limit: maxPerTurn });
    for (const entry of entries) options.emit(entry);
    const ids = entries.map(({ id }) => id);
    if (ids.length > 0) write(db, (tx) => markAnnounced(tx, ids, clock.now()));
    if (entries.length < maxPerTurn) return;
  }
}

/** Announces an alert whose event the app's own listener has received, unless it has been announced. */
export function announceEntry(
  { db, clock }: AnnounceContext,
  entryId: number,
  emit: (entry: InboxEntry) => void,
): void {
  const entry = unannouncedEntry(db, entryId);
  if (entry === undefined) return;
  emit(entry);
  write(db, (tx) => markAnnounced(tx, [entryId], clock.now()));
}
