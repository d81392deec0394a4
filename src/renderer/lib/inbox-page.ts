import type { InboxEntry, InboxPage } from "../../shared/app/alerts.js";

/** The loaded part of the inbox, newest first. Its counts are of all entries. */
export type Inbox = InboxPage;

export const emptyInbox: Inbox = { entries: [], unread: 0, total: 0 };

function unreadOf(entries: readonly InboxEntry[]): number {
  return entries.filter(({ read_at }) => read_at === null).length;
}

/** Adds a new entry on top; a known one changes nothing. */
export function withEntry(inbox: Inbox, entry: InboxEntry): Inbox {
  if (inbox.entries.some(({ id }) => id === entry.id)) return inbox;
  return {
    entries: [entry, ...inbox.entries],
    unread: inbox.unread + unreadOf([entry]),
    total: inbox.total + 1,
  };
}

/** Appends the next older page, and takes its counts, which are the newest. */
export function withOlder(inbox: Inbox, page: InboxPage): Inbox {
  const known = new Set(inbox.entries.map(({ id }) => id));
  const older = page.entries.filter(({ id }) => !known.has(id));
  return { entries: [...inbox.entries, ...older], unread: page.unread, total: page.total };
}

/** Marks entries as read at `nowMs` or as unread; all of them if `ids` is omitted. */
export function withMark(inbox: Inbox, isRead: boolean, nowMs: number, ids?: readonly number[]): Inbox {
  const readAt = isRead ? new Date(nowMs).toISOString() : null;
  const entries = inbox.entries.map((entry) => {
    const isMeant = ids === undefined || ids.includes(entry.id);
    return isMeant && (entry.read_at !== null) !== isRead ? { ...entry, read_at: readAt } : entry;
  });
  const change = unreadOf(entries) - unreadOf(inbox.entries);
  const unread = ids === undefined ? (isRead ? 0 : inbox.total) : Math.max(0, inbox.unread + change);
  return { ...inbox, entries, unread };
}

export function withoutEntries(inbox: Inbox, ids: readonly number[]): Inbox {
  const isGone = ({ id }: InboxEntry) => ids.includes(id);
  const gone = inbox.entries.filter(isGone);
  return {
    entries: inbox.entries.filter((entry) => !isGone(entry)),
    unread: Math.max(0, inbox.unread - unreadOf(gone)),
    total: Math.max(0, inbox.total - gone.length),
  };
}
