import type { KeyboardEvent } from "react";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { groupBy } from "../../../shared/group-by.js";
import { formatDay } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { leaveRow, useRowKeys } from "../../lib/use-row-keys.js";
import { markEntries, removeEntry } from "../../stores/inbox.js";
import { AlertRow } from "./alert-row.js";

interface AlertDay {
  readonly day: string;
  readonly entries: readonly InboxEntry[];
}

/** Groups entries by the reader's calendar day, keeping their order. */
export function alertDays(entries: readonly InboxEntry[], nowMs: number): AlertDay[] {
  const byDay = groupBy(entries, ({ received_at }) => formatDay(received_at, nowMs));
  return [...byDay].map(([day, own]) => ({ day, entries: own }));
}

/** One list per day; the arrow keys move through all of them. */
export function AlertList({ entries }: { readonly entries: readonly InboxEntry[] }) {
  const nowMs = useNow();
  const today = formatDay(nowMs, nowMs);
  const keys = useRowKeys();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = document.activeElement;
    const entry = entries.find(({ id }) => String(id) === row?.getAttribute("data-row"));
    if (row && entry && event.key === "Delete") {
      leaveRow(row);
      void removeEntry(entry);
    } else if (entry && event.key.toLowerCase() === "u" && !event.ctrlKey && !event.metaKey) {
      void markEntries(entry.read_at === null, [entry.id]);
    } else keys.onKeyDown(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows inside
    <div className="alert-days" onKeyDown={onKeyDown}>
      {alertDays(entries, nowMs).map(({ day, entries: own }) => (
        <section key={day} aria-label={day}>
          <h2 className="alert-day">{day}</h2>
          <ul className="list-card" aria-label={texts().alerts.ofDay(day)}>
            {own.map((entry) => (
              <AlertRow key={entry.id} entry={entry} nowMs={nowMs} isToday={day === today} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
