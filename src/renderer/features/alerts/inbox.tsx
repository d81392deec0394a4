import { Bell, CheckCheck } from "lucide-react";
import { create } from "zustand";
import { Button } from "../../components/button.js";
import { CheckField } from "../../components/fields.js";
import { Keys } from "../../components/keys.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../components/states.js";
import { hasGroups } from "../../lib/alert-groups.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { loadInbox, loadOlder, markEntries, useInbox } from "../../stores/inbox.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { useWatchList } from "../../stores/watch-list.js";
import { AlertList } from "./alert-list.js";

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
