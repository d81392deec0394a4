import type { InboxEntry } from "../../shared/app/alerts.js";
import { groupBy } from "../../shared/arrays.js";
import { formatDay } from "./format.js";

type SomeEntries = readonly [InboxEntry, ...InboxEntry[]];

/** The alerts about one product on one day of the reader's calendar, newest first. */
export interface AlertGroup {
  /** The same when alerts arrive, or older ones are loaded. */
  readonly key: string;
  readonly entries: SomeEntries;
}

export interface AlertDay {
  readonly day: string;
  readonly groups: readonly AlertGroup[];
}

/** Names the day by its date: a day has another name tomorrow, or in another language. */
function groupKey({ received_at, data }: InboxEntry): string {
  return `${new Date(received_at).toDateString()} ${data.product.service}`;
}

/** Groups alerts by day and product, in the order of their newest ones. */
export function alertDays(entries: readonly InboxEntry[], nowMs: number): AlertDay[] {
  const byDay = groupBy(entries, ({ received_at }) => formatDay(received_at, nowMs));
  return [...byDay].map(([day, ofDay]) => ({
    day,
    groups: [...groupBy(ofDay, groupKey)].map(([key, entries]) => ({
      key,
      entries: entries as SomeEntries,
    })),
  }));
}

/** Whether any alerts share a row until it is opened. */
export function hasGroups(entries: readonly InboxEntry[]): boolean {
  return new Set(entries.map(groupKey)).size < entries.length;
}

/** A row of the inbox. */
export interface AlertRowContent {
  readonly group: AlertGroup;
  readonly entry: InboxEntry;
  /** The alerts that actions on the row apply to: that of the row, or all of a closed group. */
  readonly subject: SomeEntries;
}

/** The rows of a group: its newest alert for all of them, or each one if it is open. */
export function alertRows(group: AlertGroup, isOpen: boolean): AlertRowContent[] {
  const { entries } = group;
  return isOpen
    ? entries.map((entry) => ({ group, entry, subject: [entry] }))
    : [{ group, entry: entries[0], subject: entries }];
}

export function isUnread(entries: readonly InboxEntry[]): boolean {
  return entries.some(({ read_at }) => read_at === null);
}
