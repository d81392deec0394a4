import { Bell, CheckCheck } from "lucide-react";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { loadInbox, loadOlder, markEntries, useInbox } from "../../stores/inbox.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { useWatchList } from "../../stores/watch-list.js";
import { AlertList } from "./alert-list.js";

export function InboxActions() {
  const { unread, total, isKnown } = useInbox();
  if (isKnown && total === 0) return null;
  return (
    <div className="alerts-actions">
      <p className="quiet" role="status">
        {isKnown && `${unread === 0 ? "All read" : `${formatCount(unread)} unread`} of ${formatCount(total)}`}
      </p>
      <Button
        icon={<CheckCheck size={14} aria-hidden="true" />}
        disabled={unread === 0}
        onClick={() => void markEntries(true)}
      >
        Mark all read
      </Button>
    </div>
  );
}

/** The newest first, by day. */
export function Inbox() {
  const { entries, total, isKnown, isLoading, error } = useInbox();
  if (isKnown && entries.length === 0 && !error) return <NoAlerts />;
  return (
    <>
      {error && <ErrorNote error={error} onRetry={() => void loadInbox()} />}
      {!isKnown && !error && (
        <div className="list-card">
          <SkeletonRows count={6} label="Loading alerts" />
        </div>
      )}
      <AlertList entries={entries} />
      {isKnown && entries.length < total && (
        <Button className="load-more" disabled={isLoading} onClick={() => void loadOlder()}>
          Show older
          <span className="quiet">
            {formatCount(entries.length)} of {formatCount(total)}
          </span>
        </Button>
      )}
      {entries.length > 0 && (
        <p className="quiet key-hint">
          <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> opens, <kbd>U</kbd> read or unread,{" "}
          <kbd>Delete</kbd> removes
        </p>
      )}
    </>
  );
}

function NoAlerts() {
  const watched = useWatchList((state) => state.items.length);
  return (
    <EmptyState icon={<Bell size={22} />} title="No alerts yet">
      <p>
        {watched === 0
          ? "Watch a product: when its price drops, or it is back in stock, you are told here."
          : `You watch ${formatPlural("product", watched)}. What your rules find worth telling is told here.`}
      </p>
      <div className="empty-actions">
        {watched > 0 && (
          <Button variant="primary" onClick={() => go({ view: "watch" })}>
            See what is watched
          </Button>
        )}
        <Button variant={watched === 0 ? "primary" : "secondary"} onClick={focusLookup}>
          Find a product to watch
        </Button>
      </div>
    </EmptyState>
  );
}
