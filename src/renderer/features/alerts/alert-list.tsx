import type { KeyboardEvent } from "react";
import { create } from "zustand";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { type AlertRowContent, alertDays, alertRows, isUnread } from "../../lib/alert-groups.js";
import { formatDay } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { findRow, leaveRow, useRowKeys } from "../../lib/use-row-keys.js";
import { markEntries, removeEntries } from "../../stores/inbox.js";
import { AlertRow } from "./alert-row.js";

/** The keys of the open groups. Kept outside of the view, so that going back from a product shows the same list. */
const useOpenGroups = create<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

function openGroup(key: string, isOpen: boolean): void {
  useOpenGroups.setState(({ keys }) => ({
    keys: new Set(isOpen ? [...keys, key] : [...keys].filter((each) => each !== key)),
  }));
}

/** One list per day; the arrow keys move through all of them, and open and close groups. */
export function AlertList({ entries }: { readonly entries: readonly InboxEntry[] }) {
  const nowMs = useNow();
  const today = formatDay(nowMs, nowMs);
  const openKeys = useOpenGroups(({ keys }) => keys);
  const days = alertDays(entries, nowMs).map(({ day, groups }) => ({
    day,
    rows: groups.flatMap((group) => alertRows(group, openKeys.has(group.key))),
  }));
  const keys = useRowKeys();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = document.activeElement;
    const shown = days
      .flatMap(({ rows }) => rows)
      .find(({ entry }) => String(entry.id) === element?.getAttribute("data-row"));
    if (!element || !shown || !actOnRow(event, element, shown)) keys.onKeyDown(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows inside
    <div className="alert-days stack gap-4" onKeyDown={onKeyDown}>
      {days.map(({ day, rows }) => (
        <section key={day} aria-label={day}>
          <h2 className="alert-day soft">{day}</h2>
          <ul className="list-card" aria-label={texts().alerts.ofDay(day)}>
            {rows.map((row) => (
              <AlertRow
                key={row.entry.id}
                row={row}
                isOpen={openKeys.has(row.group.key)}
                nowMs={nowMs}
                isToday={day === today}
                onOpen={(isOpen) => openGroup(row.group.key, isOpen)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Handles the keys of a focused row; returns whether the key was one of them. */
function actOnRow(event: KeyboardEvent<HTMLElement>, row: Element, shown: AlertRowContent): boolean {
  const { group, subject } = shown;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case "Delete":
      leaveRow(row);
      void removeEntries(subject);
      return true;
    case "u":
    case "U":
      void markEntries(isUnread(subject), subject);
      return true;
    case "ArrowRight":
      openGroup(group.key, true);
      return true;
    case "ArrowLeft":
      findRow(event.currentTarget, String(group.entries[0].id))?.focus();
      openGroup(group.key, false);
      return true;
    default:
      return false;
  }
}
