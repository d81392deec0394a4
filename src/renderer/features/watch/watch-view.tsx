import { Link2, ListFilter, ListPlus, RefreshCw, TextSearch, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import type { OperationResult } from "../../../shared/calls.js";
import { Button, IconButton } from "../../components/button.js";
import { Mark } from "../../components/mark.js";
import { Price } from "../../components/price.js";
import { RowButton } from "../../components/row-button.js";
import { Section } from "../../components/section.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../components/states.js";
import { WatchToggle } from "../../components/watch-toggle.js";
import { Way } from "../../components/way.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useOnline } from "../../lib/use-online.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { filterWatched } from "../../lib/watch/watch-filter.js";
import { isNoShopReached } from "../../lib/watch/watch-health.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { needsShopper, openAddMany, openLinks, useAdding } from "../../stores/adding/entries.js";
import { useAnswer } from "../../stores/answers.js";
import { progressOf } from "../../stores/lists.js";
import { focusLookup } from "../../stores/lookup.js";
import { removeProducts } from "../../stores/removal.js";
import { lookAroundSample } from "../../stores/sample.js";
import { loadWatchList, saveTopRows, useWatchList } from "../../stores/watch-list.js";
import { showAll, useListView, useWatchView } from "../../stores/watch-view.js";
import { checkNow } from "../../stores/watched.js";
import { BoughtList } from "./bought-list.js";
import { SelectionBar } from "./selection-bar.js";
import { inTitleOrder, sortWatched } from "./sorting.js";
import { WatchGrid } from "./watch-grid.js";
import { WatchToolbar } from "./watch-toolbar.js";
import "./watch-view.css";

/** The watch list, the home of the window. */
export function WatchView() {
  const { items, isKnown, total, error } = useWatchList();
  // Reloads, because scripts change the list through the API, too.
  useEffect(() => void loadWatchList(), []);
  if (isKnown && items.length === 0)
    return (
      <NothingWatched>
        <OpenLinks />
        <ListNews />
        <UnwatchedList />
        <BoughtList />
      </NothingWatched>
    );
  return (
    <div className="page watch-page">
      <WatchHeader total={isKnown ? items.length : total} soFar={items.length}>
        <OpenLinks />
        <ListNews />
        {isKnown && <NoneReached items={items} />}
      </WatchHeader>
      {error && <ErrorNote error={error} onRetry={() => void loadWatchList()} />}
      {items.length > 0 && <Watched items={items} />}
      {items.length === 0 && !error && <SkeletonRows count={8} label={texts().watchList.loading} />}
      {isKnown && <UnwatchedList />}
    </div>
  );
}

/** Counts pasted links that wait for the shopper. */
function OpenLinks() {
  const open = useAdding(({ entries }) => entries.filter(needsShopper).length);
  if (open === 0) return null;
  return <News text={texts().adding.needYou(formatPlural("link", open))} onOpen={openLinks} />;
}

/** Imports under way, and what is new on followed pages. */
function ListNews() {
  const lists = useAnswer("lists.all", {}).data?.lists ?? [];
  const said = texts().lists;
  const news = lists.flatMap((list) => {
    const { id, kind, name, state, counts } = list;
    const { done, total } = progressOf(list);
    const progress = said.progress(formatCount(done), formatCount(total));
    if (kind === "import")
      return state === "running" ? [{ id, text: said.importing(name || said.pasted, progress) }] : [];
    return counts.offered > 0 ? [{ id, text: said.newOn(name, formatPlural("link", counts.offered)) }] : [];
  });
  return news.map(({ id, text }) => <News key={id} text={text} onOpen={openAddMany} />);
}

function News({ text, onOpen }: { readonly text: string; readonly onOpen: () => void }) {
  return (
    <p className="open-links line soft">
      {text}
      <Button variant="quiet" onClick={onOpen}>
        {texts().common.open}
      </Button>
    </p>
  );
}

/** Replaces the same remark in each row. */
function NoneReached({ items }: { readonly items: readonly WatchItem[] }) {
  const isOnline = useOnline();
  const rows = useMemo(() => items.map(({ row }) => row), [items]);
  if (!isNoShopReached(rows)) return null;
  return (
    <p className="quiet" role="status">
      {texts().watchList.noneReached(isOnline)}
    </p>
  );
}

interface WatchHeaderProps {
  /** 0 while unknown. */
  readonly total: number;
  readonly soFar: number;
  /** Notes, in the title's line, so that the list stays where it is. */
  readonly children: ReactNode;
}

function WatchHeader({ total, soFar, children }: WatchHeaderProps) {
  const { watchList } = texts();
  const count = total > 0 ? formatPlural("product", total) : watchList.loadingMore(formatCount(soFar));
  return (
    <header className="page-header">
      <h1>{texts().app.places.watch}</h1>
      <div className="watch-notes line wraps shrinks">{children}</div>
      <div className="watch-heading line wraps">
        <p className="quiet" role="status">
          {soFar > 0 ? count : ""}
        </p>
        <Button icon={ListPlus} onClick={openAddMany}>
          {texts().commands.addMany}
        </Button>
        <Button icon={RefreshCw} onClick={() => void checkNow()}>
          {watchList.checkAll}
        </Button>
      </div>
    </header>
  );
}

function Watched({ items }: { readonly items: readonly WatchItem[] }) {
  const { filter, selected } = useWatchView();
  const { sort, direction } = useListView();
  const byTitle = useMemo(() => inTitleOrder(items), [items]);
  const found = useMemo(() => filterWatched(byTitle, filter), [byTitle, filter]);
  const shown = useMemo(() => sortWatched(found, sort, direction), [found, sort, direction]);
  useSavedRows(items, shown);
  // Actions apply to visible rows only, not to selected rows that the filter hides.
  const meant = useMemo(() => shown.filter(({ row }) => selected.has(row.product_key)), [shown, selected]);
  return (
    <>
      <WatchToolbar items={items} shown={shown} />
      {filter.quick === "bought" ? (
        <BoughtList words={filter.text} empty={<NothingFound />} />
      ) : shown.length > 0 ? (
        <WatchGrid items={shown} selected={selected} selectedCount={meant.length} />
      ) : (
        <NothingFound />
      )}
      {meant.length > 0 && <SelectionBar selected={meant} />}
    </>
  );
}

/**
 * Saves the top rows for the next start, which shows them before the engine is ready. Skipped while a filter is
 * active.
 */
function useSavedRows(items: readonly WatchItem[], shown: readonly WatchItem[]): void {
  const isKnown = useWatchList((state) => state.isKnown);
  const isWhole = isKnown && shown.length === items.length;
  useEffect(() => {
    if (isWhole) saveTopRows(items, shown);
  }, [isWhole, items, shown]);
}

function NothingFound() {
  const { filter } = useWatchView();
  const { watchList, history } = texts();
  const advice = filter.text.trim() === "" ? null : watchList.nothingMatchesAdvice;
  return (
    <EmptyState icon={ListFilter} title={watchList.nothingMatches} text={advice}>
      <Button variant="primary" onClick={showAll}>
        {history.showAll}
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
      <p className="first-start-text soft">{watchList.emptyText}</p>
      <ul className="first-ways stack gap-3 full" aria-label={watchList.ways}>
        <Way
          isLarge
          isPrimary
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
          Icon={ListPlus}
          title={watchList.wayList}
          text={watchList.wayListText}
          onClick={openAddMany}
        />
      </ul>
      <p className="quiet">{watchList.dropHint}</p>
      {children}
      <Shore />
    </div>
  );
}

/** The sea at low tide below the marks of earlier tides, with the flag of a target. */
function Shore() {
  return (
    <svg className="shore" viewBox="0 0 1200 260" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <path className="shore-mark" d="M-20 74c140-12 240 14 380 4s210-22 330-10 230 20 340 8 150-12 210-8" />
      <path className="shore-mark" d="M-20 112c130-10 250 14 370 6s230-20 350-8 220 16 330 6 150-10 210-6" />
      <path className="shore-flag" d="M1130 190V92l46 17-46 17" />
      <path
        className="shore-water is-far"
        d="M-20 158c120-18 210 18 330 6s230-26 350-10 220 24 340 8 160-14 220-8v120H-20Z"
      />
      <path
        className="shore-water"
        d="M-20 190c110-14 220 16 340 8s220-22 350-8 210 20 330 8 160-12 220-6v90H-20Z"
      />
    </svg>
  );
}

type Unwatched = OperationResult<"watch.unwatched">["products"][number];

/** Products beyond these show no price: lists as long are rare. */
const maxPriced = 100;

/** Products that are not watched, to be watched again or removed. Renders nothing without any. */
function UnwatchedList() {
  const products = useAnswer("watch.unwatched", {}).data?.products ?? [];
  if (products.length === 0) return null;
  return (
    <Section title={texts().watchList.unwatched} flush>
      <UnwatchedRows products={products} />
    </Section>
  );
}

function UnwatchedRows({ products }: { readonly products: readonly Unwatched[] }) {
  const keys = useRowKeys();
  const priced = products.slice(0, maxPriced).map(({ product_key: productKey }) => productKey);
  const figures = useAnswer("products.figures", { product_keys: priced }).data?.figures ?? [];
  const best = new Map(figures.map((each) => [each.product_key, each.best]));
  return (
    <ul className="unwatched divided" aria-label={texts().watchList.unwatched} {...keys}>
      {products.map((product) => (
        <li key={product.product_key} className="row-with-side line gap-1">
          <UnwatchedRow product={product} best={best.get(product.product_key) ?? null} />
        </li>
      ))}
    </ul>
  );
}

interface UnwatchedRowProps {
  readonly product: Unwatched;
  readonly best: { readonly price: number; readonly currency: string } | null;
}

function UnwatchedRow({ product, best }: UnwatchedRowProps) {
  const { product_key: productKey, title } = product;
  return (
    <>
      <RowButton product={product}>
        {best && <Price amount={best.price} currency={best.currency} size="row" />}
      </RowButton>
      <WatchToggle productKey={productKey} title={title} schedule={undefined} />
      <IconButton
        label={texts().watchList.removeWhat(title)}
        onClick={() => void removeProducts([product])}
        icon={Trash2}
      />
    </>
  );
}
