import { Bell, CheckCheck } from "lucide-react";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { loadInbox, loadOlder, markEntries, useInbox } from "../../stores/inbox.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { useWatched } from "../../stores/watched.js";
import { AlertList } from "./alert-list.js";
import { ListenerNote } from "./listener-note.js";
import "./alerts-view.css";

/** What happened to the products that are watched, the newest first. */
export function AlertsView() {
  const { entries, unread, total, isKnown, isLoading, error } = useInbox();
  if (isKnown && entries.length === 0 && !error) return <NoAlerts />;
  return (
    <div className="page">
      <header className="page-header">
        <h1>Alerts</h1>
        <div className="alerts-actions">
          <p className="quiet" role="status">
            {isKnown &&
              `${unread === 0 ? "All read" : `${formatCount(unread)} unread`} of ${formatCount(total)}`}
          </p>
          <Button
            icon={<CheckCheck size={14} aria-hidden="true" />}
            disabled={unread === 0}
            onClick={() => void markEntries(true)}
          >
            Mark all read
          </Button>
        </div>
      </header>
      <ListenerNote />
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
    </div>
  );
}

function NoAlerts() {
  const watched = useWatched().schedules?.length ?? 0;
  return (
    <div className="page">
      <h1 className="visually-hidden">Alerts</h1>
      <ListenerNote />
      <EmptyState icon={<Bell size={22} />} title="No alerts yet">
        <p>
          {watched === 0
            ? "Watch a product: when its price drops, or it is back in stock, you are told here."
            : `You watch ${formatPlural("product", watched)}. When a price drops, or one is back in stock, you are told here.`}
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
    </div>
  );
}
