import { Bell, CheckCheck } from "lucide-react";
import type { KeyboardEvent } from "react";
import { create } from "zustand";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { Button } from "../../components/button.js";
import { CheckField } from "../../components/fields.js";
import { Keys } from "../../components/keys.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../components/states.js";
import { type AlertRowContent, alertDays, alertRows, hasGroups, isUnread } from "../../lib/alert-groups.js";
import { formatCount, formatDay, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { findRow, leaveRow, useRowKeys } from "../../lib/use-row-keys.js";
import { loadInbox, loadOlder, markEntries, removeEntries, useInbox } from "../../stores/inbox.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { useWatchList } from "../../stores/watch-list.js";
import { AlertRow } from "./alert-row.js";

/** Kept outside of the view, so that going back from a product shows the same list. */
const useInboxView = create<{ readonly isUnreadOnly: boolean }>(() => ({ isUnreadOnly: false }));

function showUnreadOnly(isUnreadOnly: boolean): void {
  useInboxView.setState({ isUnreadOnly });
}

export function InboxActions() {
  const { unread, total, isKnown } = useInbox();
  const isUnreadOnly = useInboxView((state) => state.isUnreadOnly);
  if (isKnown && total === 0) return null;
  return (
    <div className="alerts-actions line gap-3">
      <p className="quiet" role="status">
        {isKnown && unreadText(unread, total)}
      </p>
      <CheckField checked={isUnreadOnly} onChange={showUnreadOnly}>
        {texts().alerts.unreadOnly}
      </CheckField>
      <Button icon={CheckCheck} disabled={unread === 0} onClick={() => void markEntries(true)}>
        {texts().alerts.markAllRead}
      </Button>
    </div>
  );
}

function unreadText(unread: number, total: number): string {
  const { alerts } = texts();
  return unread === 0
    ? alerts.allRead(formatCount(total))
    : alerts.unreadOf(formatCount(unread), formatCount(total));
}

/** Newest first, by day. */
export function Inbox() {
  const { entries, total, isKnown, isLoading, error } = useInbox();
  const isUnreadOnly = useInboxView((state) => state.isUnreadOnly);
  const shown = isUnreadOnly ? entries.filter(({ read_at }) => read_at === null) : entries;
  if (isKnown && entries.length === 0 && !error) return <NoAlerts />;
  return (
    <>
      {error && <ErrorNote error={error} onRetry={() => void loadInbox()} />}
      {!isKnown && !error && <SkeletonRows count={6} label={texts().alerts.loading} />}
      <AlertList entries={shown} />
      {isKnown && isUnreadOnly && shown.length === 0 && <NothingUnread />}
      {isKnown && entries.length < total && (
        <Button className="load-more" disabled={isLoading} onClick={() => void loadOlder()}>
          {texts().alerts.showOlder}
          <span className="quiet">
            {texts().common.outOf(formatCount(entries.length), formatCount(total))}
          </span>
        </Button>
      )}
      {entries.length > 0 && <KeyHint canUnfold={hasGroups(shown)} />}
    </>
  );
}

function NothingUnread() {
  const { alerts } = texts();
  return (
    <EmptyState icon={CheckCheck} title={alerts.nothingUnread}>
      <Button onClick={() => showUnreadOnly(false)}>{alerts.showAll}</Button>
    </EmptyState>
  );
}

function KeyHint({ canUnfold }: { readonly canUnfold: boolean }) {
  const { alerts } = texts();
  return (
    <p className="quiet key-hint">
      <Keys keys="↑" /> <Keys keys="↓" /> {alerts.keys.move},{" "}
      {canUnfold && (
        <>
          <Keys keys="→" /> <Keys keys="←" /> {alerts.keys.group},{" "}
        </>
      )}
      <Keys keys="Enter" /> {alerts.keys.open}, <Keys keys="U" /> {alerts.keys.toggle}, <Keys keys="Delete" />{" "}
      {alerts.keys.remove}
    </p>
  );
}

function NoAlerts() {
  const watched = useWatchList((state) => state.items.length);
  const { alerts } = texts();
  return (
    <EmptyState
      icon={Bell}
      title={alerts.noneTitle}
      text={watched === 0 ? alerts.noneUnwatched : alerts.noneWatched(formatPlural("product", watched))}
    >
      <div className="line wraps centred">
        {watched > 0 && (
          <Button variant="primary" onClick={() => go({ view: "watch" })}>
            {alerts.seeWatched}
          </Button>
        )}
        <Button variant={watched === 0 ? "primary" : "secondary"} onClick={focusLookup}>
          {alerts.findProduct}
        </Button>
      </div>
    </EmptyState>
  );
}

/** The keys of the open groups. Kept outside of the view, so that going back from a product shows the same list. */
const useOpenGroups = create<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));

function openGroup(key: string, isOpen: boolean): void {
  useOpenGroups.setState(({ keys }) => ({
    keys: new Set(isOpen ? [...keys, key] : [...keys].filter((each) => each !== key)),
  }));
}

/** One list per day; the arrow keys move through all of them, and open and close groups. */
function AlertList({ entries }: { readonly entries: readonly InboxEntry[] }) {
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
