import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { channelsOfRules } from "../../db/alerts/alert-rule.js";
import { insertEntry, type NewInboxEntry } from "../../db/alerts/inbox.js";
import { allChannelIds } from "../../db/channels/channel.js";
import { queueChannelAlert } from "../../db/channels/channel-message.js";
import type { WriteDb } from "../../db/store.js";
import { nameListed } from "../pages/name-listed.js";

/**
 * Queues an alert for the channels of its rules, in the transaction that writes it. An alert without a rule, such as
 * that of failing checks, goes to all channels. Channels that have it already are left out.
 */
export function queueForChannels(
  tx: WriteDb,
  entryId: number,
  { ruleIds, atMs }: { readonly ruleIds: readonly number[]; readonly atMs: number },
): void {
  const channelIds = allChannelIds(tx);
  if (channelIds.length === 0) return;
  const chosen = ruleIds.length === 0 ? [null] : channelsOfRules(tx, ruleIds);
  for (const id of channelIds)
    if (chosen.some((ids) => ids === null || ids.includes(id))) queueChannelAlert(tx, id, entryId, atMs);
}

/** Adds an alert to the inbox and queues it for the channels. Returns `null` if the event already has an entry. */
export function addAlert(tx: WriteDb, entry: NewInboxEntry): InboxEntry | null {
  const added = insertEntry(tx, nameListed(tx, entry));
  if (added !== null) queueForChannels(tx, added.id, { ruleIds: entry.ruleIds, atMs: entry.receivedMs });
  return added;
}
