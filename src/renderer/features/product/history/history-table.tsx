import { useVirtualizer } from "@tanstack/react-virtual";
import { Pencil, Plus } from "lucide-react";
import { useMemo, useRef } from "react";
import { Button, IconButton } from "../../../components/button.js";
import { formatDateTime, formatMoney, formatPercent, percentBelow } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { HandEdits } from "../edit-point-dialog.js";
import { type EditedPoint, usePage } from "../page.js";
import { type ChangeRow, type PriceSeries, toChangeRows } from "./price-series.js";
import type { Lines } from "./shown-lines.js";
import type { View } from "./view.js";

interface HistoryTableProps {
  /** All offers, shown or hidden: a price can be added to each. */
  readonly series: readonly PriceSeries[];
  readonly lines: Lines;
  readonly view: View;
}

/** The chart's data as text: every change of every shown offer within the viewport. */
export function HistoryTable({ series, lines, view }: HistoryTableProps) {
  const { edit } = usePage();
  const rows = useMemo(() => toChangeRows(lines.offers, view.viewport), [lines.offers, view.viewport]);
  const [first] = series;
  return (
    <>
      {first && (
        <p className="line">
          <Button
            icon={Plus}
            className="push"
            onClick={() => edit({ offerId: first.id, atMs: null, price: null, availability: null })}
          >
            {texts().history.addPrice}
          </Button>
        </p>
      )}
      {rows.length === 0 ? (
        <p className="history-none quiet">{texts().history.allHidden}</p>
      ) : (
        <ChangeTable rows={rows} startMs={view.bounds.startMs} onEdit={edit} />
      )}
      <HandEdits />
    </>
  );
}

interface ChangeTableProps {
  readonly rows: readonly ChangeRow[];
  /** Where lines begin. A point there stands for an earlier one that is not shown. */
  readonly startMs: number;
  readonly onEdit: (point: EditedPoint) => void;
}

/** As in the style sheet. */
const rowHeight = 36;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const overscan = 12;

/** Renders only visible rows: there may be tens of thousands of changes. */
function ChangeTable({ rows, startMs, onEdit }: ChangeTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const words = texts().history;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section ref={scroller} className="table-scroller history-table" tabIndex={0} aria-label={words.changes}>
      <table className="table" aria-label={words.title} aria-rowcount={rows.length + 1}>
        <TableHead />
        <tbody>
          <Spacer height={above} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <ChangeLine
                  key={`${row.series.id} ${row.atMs}`}
                  row={row}
                  index={index}
                  onEdit={row.atMs > startMs ? onEdit : null}
                />
              )
            );
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </section>
  );
}

function TableHead() {
  const words = texts().history;
  const numbers = [words.price, words.change];
  return (
    <thead>
      <tr aria-rowindex={1}>
        {[words.since, words.offer, ...numbers, words.availability].map((name) => (
          <th key={name} scope="col" className={numbers.includes(name) ? "is-number" : undefined}>
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{words.putRight}</span>
        </th>
      </tr>
    </thead>
  );
}

function Spacer({ height }: { readonly height: number }) {
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is no row, and a table has nothing else
  return height > 0 ? <tr role="presentation" style={{ height }} /> : null;
}

interface ChangeLineProps {
  readonly row: ChangeRow;
  readonly index: number;
  readonly onEdit: ChangeTableProps["onEdit"] | null;
}

function ChangeLine({ row, index, onEdit }: ChangeLineProps) {
  const { id, label, currency } = row.series;
  const money = formatMoney(row.price, currency);
  const time = formatDateTime(row.atMs);
  return (
    <tr aria-rowindex={index + 2}>
      <td>{time}</td>
      <td className="history-shop">
        <span className="two-lines breaks" title={label}>
          {label}
        </span>
      </td>
      <td className="is-number is-strong">{money}</td>
      <td className="is-number">
        <Change row={row} />
      </td>
      <td>{stockText(row.availability)}</td>
      <td className="is-action">
        {onEdit && (
          <IconButton
            label={texts().history.putThisRight(money, time)}
            className="icon-button-small"
            onClick={() => onEdit({ ...row, offerId: id })}
            icon={Pencil}
          />
        )}
      </td>
    </tr>
  );
}

function stockText(availability: ChangeRow["availability"]): string {
  const words = texts().history;
  if (availability === null) return "–";
  return availability === "out" ? words.outOfStock : words.inStock;
}

function Change({ row }: { readonly row: ChangeRow }) {
  if (row.before === null || row.before === row.price) return <span className="quiet">–</span>;
  const percent = percentBelow(row.price, row.before);
  return percent > 0 ? (
    <span className="good">−{formatPercent(percent)}</span>
  ) : (
    <span className="warn">+{formatPercent(-percent)}</span>
  );
}
