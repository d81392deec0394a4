import { Link2, ListFilter, RefreshCw, Server, TextSearch } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { Mark } from "../../components/mark.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { Way } from "../../components/way.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { filterWatched } from "../../lib/watch/watch-filter.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { needsShopper, useAdding } from "../../stores/adding.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { lookAroundSample } from "../../stores/sample.js";
import { keepOnTop, loadWatchList, useWatchList } from "../../stores/watch-list.js";
import { showAll, useListView, useWatchView } from "../../stores/watch-view.js";
import { checkNow } from "../../stores/watched.js";
import { ChosenBar } from "./chosen-bar.js";
import { inTitleOrder, sortWatched } from "./sorting.js";
import { UnwatchedList } from "./unwatched-list.js";
import { WatchGrid } from "./watch-grid.js";
import { WatchToolbar } from "./watch-toolbar.js";
import "./watch-view.css";

/** The watch list, the home of the window. */
export function WatchView() {
  const { items, isKnown, total, error } = useWatchList();
  const { watchList } = texts();
  // Reloads, because scripts change the list through the API, too.
  useEffect(() => void loadWatchList(), []);
  if (isKnown && items.length === 0)
    return (
      <NothingWatched>
        <OpenLinks />
        <UnwatchedList />
      </NothingWatched>
    );
  return (
    <div className="page watch-page">
      <WatchHeader total={isKnown ? items.length : total} soFar={items.length} />
      <OpenLinks />
      {error && <ErrorNote error={error} onRetry={() => void loadWatchList()} />}
      {items.length > 0 && <Watched items={items} />}
      {items.length === 0 && !error && (
        <div className="list-card">
          <SkeletonRows count={8} label={watchList.loading} />
        </div>
      )}
      {isKnown && <UnwatchedList />}
    </div>
  );
}

/** Counts pasted links that wait for the shopper. */
function OpenLinks() {
  const open = useAdding(({ entries }) => entries.filter(needsShopper).length);
  const { adding, common } = texts();
  if (open === 0) return null;
  return (
    <p className="open-links">
      {adding.needYou(formatPlural("link", open))}
      <Button variant="quiet" onClick={() => go({ view: "add" })}>
        {common.open}
      </Button>
    </p>
  );
}

interface WatchHeaderProps {
  /** 0 while unknown. */
  readonly total: number;
  readonly soFar: number;
}

function WatchHeader({ total, soFar }: WatchHeaderProps) {
  const { watchList } = texts();
  const count = total > 0 ? formatPlural("product", total) : watchList.loadingMore(formatCount(soFar));
  return (
    <header className="page-header">
      <h1>{watchList.title}</h1>
      <div className="watch-heading">
        <p className="quiet" role="status">
          {soFar > 0 ? count : ""}
        </p>
        <Button icon={<RefreshCw size={14} aria-hidden="true" />} onClick={() => void checkNow()}>
          {watchList.checkAll}
        </Button>
      </div>
    </header>
  );
}

function Watched({ items }: { readonly items: readonly WatchItem[] }) {
  const { filter, chosen } = useWatchView();
  const { sort, direction } = useListView();
  const byTitle = useMemo(() => inTitleOrder(items), [items]);
  const found = useMemo(() => filterWatched(byTitle, filter), [byTitle, filter]);
  const shown = useMemo(() => sortWatched(found, sort, direction), [found, sort, direction]);
  useKeptRows(items, shown);
  // Actions apply to visible rows only, not to selected rows that the filter hides.
  const meant = useMemo(() => shown.filter(({ row }) => chosen.has(row.product_key)), [shown, chosen]);
  return (
    <>
      <WatchToolbar items={items} shown={shown} />
      {shown.length > 0 ? (
        <WatchGrid items={shown} chosen={chosen} chosenCount={meant.length} />
      ) : (
        <NothingFound />
      )}
      {meant.length > 0 && <ChosenBar chosen={meant} />}
    </>
  );
}

/**
 * Saves the top rows for the next start, which shows them before the engine is ready. Skipped while a filter is
 * active.
 */
function useKeptRows(items: readonly WatchItem[], shown: readonly WatchItem[]): void {
  const isKnown = useWatchList((state) => state.isKnown);
  const isWhole = isKnown && shown.length === items.length;
  useEffect(() => {
    if (isWhole) keepOnTop(items, shown);
  }, [isWhole, items, shown]);
}

function NothingFound() {
  const { watchList } = texts();
  return (
    <EmptyState icon={<ListFilter size={22} />} title={watchList.nothingMatches}>
      <p>{watchList.nothingMatchesAdvice}</p>
      <Button variant="primary" onClick={showAll}>
        {watchList.showAll}
      </Button>
    </EmptyState>
  );
}

/** Shown while nothing is watched: three ways to start. */
function NothingWatched({ children }: { readonly children: ReactNode }) {
  const { watchList } = texts();
  return (
    <div className="page first-start">
      <Mark size={56} />
      <h1>{watchList.emptyTitle}</h1>
      <p className="first-start-text">{watchList.emptyText}</p>
      <ul className="first-ways" aria-label={watchList.ways}>
        <Way
          isLarge
          Icon={Link2}
          title={watchList.wayLink}
          text={watchList.wayLinkText}
          onClick={focusLookup}
        />
        <Way
          isLarge
          Icon={TextSearch}
          title={watchList.waySample}
          text={watchList.waySampleText}
          onClick={() => void lookAroundSample()}
        />
        <Way
          isLarge
          Icon={Server}
          title={watchList.wayService}
          text={watchList.wayServiceText}
          onClick={() => go({ view: "settings", section: "programs", isConnecting: true })}
        />
      </ul>
      <p className="quiet">{watchList.dropHint}</p>
      {children}
    </div>
  );
}
