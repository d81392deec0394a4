import type { ReactNode } from "react";
import type { Sparkline as Line, WatchRow } from "../../../shared/app/watch.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { WatchColumn } from "../../../shared/watch-list-view.js";
import { GradeBadge } from "../../components/grade-badge.js";
import { GridCell } from "../../components/grid.js";
import { Price } from "../../components/price.js";
import { hasMoved, PriceChange } from "../../components/price-change.js";
import { Sparkline } from "../../components/sparkline.js";
import { TideGauge } from "../../components/tide-gauge.js";
import { formatDateTime, formatMoney, formatPercent, formatUntil } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { healthText, isTrouble } from "../../lib/watch/watch-health.js";

const sparklineMs = 90 * 86_400_000;

interface CellProps {
  readonly column: WatchColumn;
  readonly row: WatchRow;
  readonly sparkline: Line | undefined;
  readonly nowMs: number;
}

export function TideCell({ row }: { readonly row: WatchRow }) {
  const { best, low, high, usual_low, usual_high, target } = row;
  const isComparable = target !== null && target.currency === best?.currency;
  return (
    <GridCell className="cell-tide">
      {best && (
        <TideGauge
          size="row"
          currency={best.currency}
          levels={{
            price: best.price,
            low,
            high,
            usual: usual_low === null || usual_high === null ? null : { low: usual_low, high: usual_high },
            target: isComparable ? target.price : null,
          }}
        />
      )}
    </GridCell>
  );
}

/** In a narrow list, shows the price change under the price, because its columns are hidden. */
export function PriceCell({ row }: { readonly row: WatchRow }) {
  const { best, change_since_yesterday: day, change_since_added: added } = row;
  return (
    <GridCell className="cell-price">
      {best ? (
        <>
          <Price amount={best.price} currency={best.currency} size="row" />
          {!hasMoved(day) && (
            <span className="cell-moved">
              <PriceChange percent={added} />
            </span>
          )}
        </>
      ) : (
        <span className="quiet">{texts().watchList.outOfStock}</span>
      )}
    </GridCell>
  );
}

export function ColumnCell(props: CellProps) {
  return <GridCell className={`cell-${props.column}`}>{contentOf(props)}</GridCell>;
}

function contentOf({ column, row, sparkline, nowMs }: CellProps): ReactNode {
  switch (column) {
    case "day":
      return <PriceChange percent={row.change_since_yesterday} />;
    case "since":
      return <PriceChange percent={row.change_since_added} />;
    case "median":
      return <AgainstMedian percent={row.below_median30} />;
    case "trend":
      return sparkline && <Sparkline points={sparkline.points} fromMs={nowMs - sparklineMs} toMs={nowMs} />;
    case "target":
      return row.target && formatMoney(row.target.price, row.target.currency);
    case "next":
      return <NextCheck row={row} nowMs={nowMs} />;
    case "health":
      return <span className={isTrouble(row) ? "watch-trouble" : "quiet"}>{healthText(row, nowMs)}</span>;
    case "grade":
      return row.grade && <GradeBadge grade={row.grade} />;
    default:
      return assertNever(column);
  }
}

/** Whether a column has a value in this row. Columns without any value are hidden. */
export function hasContent(column: WatchColumn, row: WatchRow): boolean {
  switch (column) {
    case "day":
      return hasMoved(row.change_since_yesterday);
    case "since":
      return hasMoved(row.change_since_added);
    case "median":
      return row.below_median30 !== null;
    case "target":
      return row.target !== null;
    case "grade":
      return row.grade !== null;
    case "trend":
    case "next":
    case "health":
      return true;
    default:
      return assertNever(column);
  }
}

function AgainstMedian({ percent }: { readonly percent: number | null }) {
  const { watchList } = texts();
  if (percent === null) return null;
  if (Math.abs(percent) < 1) return <span className="quiet">{watchList.atMedian}</span>;
  const text = formatPercent(Math.abs(percent));
  return percent > 0 ? (
    <span className="is-good">{watchList.under(text)}</span>
  ) : (
    <span className="is-dear">{watchList.over(text)}</span>
  );
}

function NextCheck({ row, nowMs }: Pick<CellProps, "row" | "nowMs">) {
  const { watchList, watching } = texts();
  if (row.health.state === "unwatchable") return null;
  return (
    <>
      <span title={formatDateTime(row.next_check_at)}>
        {row.is_running ? watchList.now : formatUntil(row.next_check_at, nowMs)}
      </span>
      <span className="quiet">{watching.cadences[row.schedule]}</span>
    </>
  );
}
