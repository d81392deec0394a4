import type { ReactNode } from "react";
import type { Sparkline as Line, WatchHealth, WatchRow } from "../../../shared/app/watch.js";
import type { SortDirection, WatchColumn, WatchSort } from "../../../shared/watch-list-view.js";
import { GradeBadge, PriceChange } from "../../components/price.js";
import { Sparkline } from "../../components/sparkline.js";
import { formatDateTime, formatMoney, formatPercent, formatUntil, hasMoved } from "../../lib/format.js";
import { gradeRank } from "../../lib/grade.js";
import { texts } from "../../lib/texts.js";
import { healthText, isTrouble } from "../../lib/watch/watch-health.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { shareOfTarget } from "../../lib/watch/watch-item.js";
import { useReadOnly } from "../../stores/engine.js";

const sparklineMs = 90 * 86_400_000;

interface CellProps {
  readonly row: WatchRow;
  readonly sparkline: Line | undefined;
  readonly nowMs: number;
}

/** The order of the list by one figure. */
export interface Order {
  /** Rows with null come last in either direction. */
  readonly key: (item: WatchItem) => number | null;
  /** The more useful direction: deepest falls, worst troubles, newest first. */
  readonly first: SortDirection;
}

/** Everything about a column but its words. */
interface Column {
  /** CSS pixels. */
  readonly width: number;
  readonly align: "start" | "center" | "end";
  /** The list's width from which it is shown, in CSS pixels. The least important columns are hidden first. */
  readonly shownFrom: 480 | 620 | 840 | 880 | 1060;
  readonly cell: (props: CellProps) => ReactNode;
  /** Whether it has a value in this row. Columns without any value are hidden. */
  readonly hasContent: (row: WatchRow) => boolean;
}

interface SortableColumn extends Column {
  readonly order: Order;
}

export const columns: { readonly [C in WatchColumn]: C extends WatchSort ? SortableColumn : Column } = {
  day: {
    width: 64,
    align: "end",
    shownFrom: 480,
    cell: ({ row }) => <PriceChange percent={row.change_since_yesterday} />,
    hasContent: (row) => hasMoved(row.change_since_yesterday),
    order: { key: ({ row }) => row.change_since_yesterday, first: "up" },
  },
  since: {
    width: 104,
    align: "end",
    shownFrom: 840,
    cell: ({ row }) => <PriceChange percent={row.change_since_added} />,
    hasContent: (row) => hasMoved(row.change_since_added),
    order: { key: ({ row }) => row.change_since_added, first: "up" },
  },
  median: {
    width: 92,
    align: "end",
    shownFrom: 620,
    cell: ({ row }) => <AgainstMedian percent={row.below_median30} />,
    hasContent: (row) => row.below_median30 !== null,
    order: { key: ({ row }) => row.below_median30, first: "down" },
  },
  trend: {
    width: 104,
    align: "start",
    shownFrom: 840,
    cell: ({ sparkline, nowMs }) =>
      sparkline && <Sparkline points={sparkline.points} spanMs={sparklineMs} nowMs={nowMs} />,
    hasContent: () => true,
  },
  target: {
    width: 84,
    align: "end",
    shownFrom: 840,
    cell: ({ row }) => row.target && formatMoney(row.target.price, row.target.currency),
    hasContent: (row) => row.target !== null,
    order: { key: ({ row }) => shareOfTarget(row), first: "up" },
  },
  next: {
    width: 96,
    align: "end",
    shownFrom: 880,
    cell: ({ row, nowMs }) => <NextCheck row={row} nowMs={nowMs} />,
    hasContent: () => true,
    order: { key: ({ row, nextMs }) => (row.health.state === "unwatchable" ? null : nextMs), first: "up" },
  },
  health: {
    width: 150,
    align: "start",
    shownFrom: 1060,
    cell: ({ row, nowMs }) => (
      <span className={isTrouble(row) ? "warn" : "quiet"}>{healthText(row, nowMs)}</span>
    ),
    hasContent: () => true,
    order: {
      key: ({ row: { health } }) => troubleRank[health.state] * 1_000 + Math.min(999, health.failures),
      first: "down",
    },
  },
  grade: {
    width: 42,
    align: "center",
    shownFrom: 480,
    cell: ({ row }) => row.grade && <GradeBadge grade={row.grade} />,
    hasContent: (row) => row.grade !== null,
    order: { key: ({ row }) => gradeRank(row.grade), first: "up" },
  },
};

/** The class of a column's cells, in the head and in rows. */
export function columnClass(column: WatchColumn): string {
  const { align, shownFrom } = columns[column];
  return `cell-column cell-${column} is-${align} from-${shownFrom}`;
}

const troubleRank: Record<WatchHealth["state"], number> = {
  unwatchable: 5,
  blocked: 4,
  failing: 3,
  retrying: 2,
  unchecked: 1,
  ok: 0,
};

function AgainstMedian({ percent }: { readonly percent: number | null }) {
  const { watchList } = texts();
  if (percent === null) return null;
  if (Math.abs(percent) < 1) return <span className="quiet">{watchList.atMedian}</span>;
  const text = formatPercent(Math.abs(percent));
  return percent > 0 ? (
    <span className="good strong">{watchList.under(text)}</span>
  ) : (
    <span className="soft">{watchList.over(text)}</span>
  );
}

function NextCheck({ row, nowMs }: Pick<CellProps, "row" | "nowMs">) {
  const isReadOnly = useReadOnly();
  const { watchList, watching, verdict } = texts();
  if (row.health.state === "unwatchable") return null;
  if (isReadOnly) return watchList.paused;
  return (
    <>
      <span title={formatDateTime(row.next_check_at)}>
        {row.is_running ? verdict.now : formatUntil(row.next_check_at, nowMs)}
      </span>
      <span className="quiet">{watching.cadences[row.schedule]}</span>
    </>
  );
}
