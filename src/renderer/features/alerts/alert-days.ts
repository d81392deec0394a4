import type { InboxEntry } from "../../../shared/app/alerts.js";
import { groupBy } from "../../../shared/group-by.js";
import { formatDay } from "../../lib/format.js";

export interface AlertDay {
  readonly day: string;
  readonly entries: readonly InboxEntry[];
}

/** Groups entries by the reader's calendar day, keeping their order. */
export function alertDays(entries: readonly InboxEntry[], nowMs: number): AlertDay[] {
  const byDay = groupBy(entries, ({ received_at }) => formatDay(received_at, nowMs));
  return [...byDay].map(([day, own]) => ({ day, entries: own }));
}
