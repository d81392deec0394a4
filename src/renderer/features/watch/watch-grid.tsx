import { defaultRangeExtractor, elementScroll, useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { ContextMenu } from "radix-ui";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { WatchRow as Row } from "../../../shared/app/watch.js";
import type { WatchColumn, WatchSort } from "../../../shared/watch-list-view.js";
import { BoughtDialog } from "../../components/bought-dialog.js";
import { Checkbox } from "../../components/fields.js";
import { Grid, GridHeadCell, GridRow, GridRows } from "../../components/grid.js";
import { MenuItems } from "../../components/menu-items.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { isBesideList, useRoute, visitNow } from "../../stores/navigation.js";
import { showRows, useWatchList } from "../../stores/watch-list.js";
import { activate, select, sortBy, useListView, useWatchView } from "../../stores/watch-view.js";
import { columnClass, columns as definitions } from "./columns.js";
import { orderOf } from "./sorting.js";
import { TagDialog } from "./tag-dialog.js";
import { TargetDialog } from "./target-dialog.js";
import { useGridKeys } from "./use-grid-keys.js";
import { type RowDialog, rowMenu } from "./watch-actions.js";
import { WatchRow } from "./watch-row.js";
import "../../components/menu.css";
import "./watch-grid.css";

export const rowHeight = 76;
const headHeight = 36;
/** Rows beyond each edge, so that scrolling shows no gaps. Each one costs time in every frame of a quick scroll. */
const overscan = 3;

interface WatchGridProps {
  readonly items: readonly WatchItem[];
  readonly selected: ReadonlySet<string>;
  readonly selectedCount: number;
}

type ObserveRect = (
  virtual: { readonly scrollElement: HTMLElement | null },
  report: (rect: { width: number; height: number }) => void,
) => (() => void) | undefined;

/** Reports the scroll container's size after layout. */
const observeRect: ObserveRect = ({ scrollElement }, report) => {
  if (scrollElement === null) return undefined;
  const observer = new ResizeObserver(() =>
    report({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
};

/** Skips a scroll to the present position, which would force a layout before the first paint. */
const scrollTo: typeof elementScroll = (offset, options, virtual) => {
  if (offset + (options.adjustments ?? 0) !== (virtual.scrollOffset ?? 0))
    elementScroll(offset, options, virtual);
};

/** Virtualizes the rows; the view's own scrollbar moves them. */
function useRows(count: number, activeIndex: number) {
  const grid = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const page = grid.current?.parentElement;
    if (!page) return;
    const measure = () => setMargin((grid.current?.offsetTop ?? 0) + headHeight);
    // Content above may appear, disappear and wrap. The observer also reports the first layout, so none is forced.
    const observer = new ResizeObserver(measure);
    for (const part of page.children) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => grid.current?.closest<HTMLElement>(".app-view") ?? null,
    estimateSize: () => rowHeight,
    observeElementRect: observeRect,
    scrollToFn: scrollTo,
    // Renders a windowful of rows before the first measurement.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan,
    // Keeps the focused row rendered while it is scrolled away, so that keys continue to work.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeIndex])].sort((a, b) => a - b),
    scrollMargin: margin,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: rowHeight,
  });
  // Beside a product's page, the list opens at that product.
  const isPlaced = useRef(false);
  useEffect(() => {
    if (isPlaced.current || margin === 0) return;
    isPlaced.current = true;
    if (isBesideList(visitNow())) virtual.scrollToIndex(activeIndex);
  }, [virtual, margin, activeIndex]);
  return { grid, virtual, margin };
}

/** Hides columns that would be empty, to leave room for the titles. */
function useFilledColumns(items: readonly WatchItem[]): readonly WatchColumn[] {
  const { columns } = useListView();
  return useMemo(
    () => columns.filter((column) => items.some(({ row }) => definitions[column].hasContent(row))),
    [columns, items],
  );
}

/** The product whose page is beside the list, if any. */
function useShownBeside(): string | null {
  const route = useRoute();
  return route.view === "product" ? route.productKey : null;
}

export function WatchGrid({ items, selected, selectedCount }: WatchGridProps) {
  const active = useWatchView((state) => state.active);
  const activeIndex = Math.max(
    0,
    items.findIndex(({ row }) => row.product_key === active),
  );
  const { grid, virtual, margin } = useRows(items.length, activeIndex);
  const columns = useFilledColumns(items);
  const sparklines = useWatchList((state) => state.sparklines);
  const [menuRow, setMenuRow] = useState<Row | null>(null);
  const [dialog, setDialog] = useState<{ readonly kind: RowDialog; readonly row: Row } | null>(null);
  const closeDialog = () => setDialog(null);
  const nowMs = useNow();
  const shown = useShownBeside();
  useEffect(() => {
    if (shown !== null) activate(shown);
  }, [shown]);
  const keys = useGridKeys(items, virtual);
  const rows = virtual.getVirtualItems();
  const inView = rows.map(({ index }) => items[index]?.row.product_key ?? "").join("\n");
  const hasSparklines = columns.includes("trend");
  useEffect(() => void showRows(inView.split("\n").filter(Boolean), hasSparklines), [inView, hasSparklines]);
  const all = selectedCount === 0 ? false : selectedCount === items.length || "mixed";
  return (
    <Grid
      ref={grid}
      className="watch-grid card"
      aria-label={texts().watchList.products}
      aria-rowcount={items.length + 1}
      aria-multiselectable="true"
      onKeyDown={keys}
    >
      <GridHead
        columns={columns}
        all={all}
        onSelectAll={(isAll) => select(isAll ? items.map(({ row }) => row.product_key) : [])}
      />
      <ContextMenu.Root modal={false}>
        <ContextMenu.Trigger asChild>
          <GridRows
            className="grid-rows"
            style={{ height: virtual.getTotalSize() }}
            onContextMenu={(event) => setMenuRow(rowOf(event.target, items))}
          >
            {rows.map(({ index, start }) => {
              const item = items[index];
              return (
                item && (
                  <WatchRow
                    key={item.row.product_key}
                    row={item.row}
                    index={index}
                    top={start - margin}
                    columns={columns}
                    isSelected={selected.has(item.row.product_key)}
                    isActive={index === activeIndex}
                    isShown={item.row.product_key === shown}
                    sparkline={sparklines.get(item.row.product_key)}
                    nowMs={nowMs}
                  />
                )
              );
            })}
          </GridRows>
        </ContextMenu.Trigger>
        <ContextMenu.Portal>
          {menuRow && (
            <ContextMenu.Content className="menu pop scrolls" collisionPadding={8} aria-label={menuRow.title}>
              <MenuItems
                groups={rowMenu(menuRow, (kind) => setDialog({ kind, row: menuRow }))}
                parts={ContextMenu}
              />
            </ContextMenu.Content>
          )}
        </ContextMenu.Portal>
      </ContextMenu.Root>
      {dialog?.kind === "target" && <TargetDialog rows={[dialog.row]} onClose={closeDialog} />}
      {dialog?.kind === "tags" && <TagDialog rows={[dialog.row]} onClose={closeDialog} />}
      {dialog?.kind === "bought" && dialog.row.best && (
        <BoughtDialog
          productKey={dialog.row.product_key}
          currency={dialog.row.best.currency}
          best={dialog.row.best}
          onClose={closeDialog}
        />
      )}
    </Grid>
  );
}

interface GridHeadProps {
  readonly columns: readonly WatchColumn[];
  readonly all: boolean | "mixed";
  readonly onSelectAll: (isAll: boolean) => void;
}

/** The column heads; each sorts by its column. */
function GridHead({ columns, all, onSelectAll }: GridHeadProps) {
  return (
    <GridRow className="grid-head small strong quiet" aria-rowindex={1}>
      <GridHeadCell className="cell-select tile fixed">
        <Checkbox label={texts().lists.all} checked={all} onChange={onSelectAll} />
      </GridHeadCell>
      <HeadCell sort="title" className="cell-title line grow gap-3" />
      <GridHeadCell className="cell-tide stack bounded gap-0 fixed">{texts().watchList.tide}</GridHeadCell>
      <HeadCell sort="price" className="cell-price" />
      {columns.map((column) =>
        column === "trend" ? (
          <GridHeadCell
            key={column}
            className={columnClass(column)}
            style={{ width: definitions[column].width }}
          >
            {texts().watchList.columnNames.trend}
          </GridHeadCell>
        ) : (
          <HeadCell
            key={column}
            sort={column}
            className={columnClass(column)}
            width={definitions[column].width}
          />
        ),
      )}
      <GridHeadCell className="cell-menu fixed" />
    </GridRow>
  );
}

interface HeadCellProps {
  readonly sort: WatchSort;
  readonly className: string;
  readonly width?: number;
}

function HeadCell({ sort, className, width }: HeadCellProps) {
  const view = useListView();
  const { watchList } = texts();
  const isSorted = view.sort === sort;
  const Arrow = view.direction === "up" ? ArrowUp : ArrowDown;
  return (
    <GridHeadCell
      className={className}
      style={{ width }}
      aria-sort={isSorted ? (view.direction === "up" ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={classNames("head-button", isSorted && "is-sorted")}
        title={watchList.columnNotes[sort]}
        onClick={() => sortBy(sort, orderOf(sort).first)}
      >
        {watchList.columnNames[sort]}
        {isSorted && <Arrow size={12} />}
      </button>
    </GridHeadCell>
  );
}

function rowOf(target: EventTarget, items: readonly WatchItem[]): Row | null {
  const productKey =
    target instanceof Element ? target.closest("[data-product]")?.getAttribute("data-product") : null;
  return items.find(({ row }) => row.product_key === productKey)?.row ?? null;
}
