import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../components/button.js";
import { formatDateTime, formatMoney, formatPercent, percentBelow } from "../../../lib/format.js";
import { type EditedPoint, EditPointDialog } from "../edit-point-dialog.js";
import { HandEdits } from "../hand-edits.js";
import { type ChangeRow, type PriceSeries, toChangeRows } from "./price-series.js";

const newPoint = { atMs: null, price: null, availability: null };

interface HistoryTableProps {
  readonly service: string;
  readonly series: readonly PriceSeries[];
  /** Where the lines begin: a point there stands for one before, which is not shown. */
  readonly startMs: number;
}

/** The chart's data, readable: every change of every line, the newest first. */
export function HistoryTable({ series, startMs, service }: HistoryTableProps) {
  const [edited, setEdited] = useState<EditedPoint | null>(null);
  const offers = series.map(({ id, label, currency }) => ({ id, label, currency }));
  const first = offers[0];
  return (
    <>
      {first && (
        <div className="history-table-top">
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setEdited({ ...newPoint, offerId: first.id, ...first })}
          >
            Add a price
          </Button>
        </div>
      )}
      <Changes series={series} startMs={startMs} onEdit={setEdited} />
      <HandEdits service={service} />
      {edited && <EditPointDialog point={edited} offers={offers} onClose={() => setEdited(null)} />}
    </>
  );
}

interface ChangesProps extends Pick<HistoryTableProps, "series" | "startMs"> {
  readonly onEdit: (point: EditedPoint) => void;
}

function Changes({ series, startMs, onEdit }: ChangesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="table-scroller history-table" tabIndex={0} aria-label="Price changes">
      <table className="table" aria-label="Price history">
        <thead>
          <tr>
            <th scope="col">Since</th>
            <th scope="col">Offer</th>
            <th scope="col" className="is-number">
              Price
            </th>
            <th scope="col" className="is-number">
              Change
            </th>
            <th scope="col">Availability</th>
            <th scope="col">
              <span className="visually-hidden">Put right</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {toChangeRows(series).map((row) => (
            <tr key={row.key}>
              <td>{formatDateTime(row.atMs)}</td>
              <td>{row.label}</td>
              <td className="is-number is-strong">{formatMoney(row.price, row.currency)}</td>
              <td className="is-number">
                <Change row={row} />
              </td>
              <td>
                {row.availability === "out" ? "Out of stock" : row.availability === "in" ? "In stock" : "–"}
              </td>
              <td className="is-action">
                {row.atMs > startMs && (
                  <IconButton
                    label={`Put ${formatMoney(row.price, row.currency)} of ${formatDateTime(row.atMs)} right`}
                    className="icon-button-small"
                    onClick={() => onEdit(row)}
                  >
                    <Pencil size={14} aria-hidden="true" />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Change({ row }: { readonly row: ChangeRow }) {
  if (row.before === null || row.before === row.price) return <span className="quiet">–</span>;
  const percent = percentBelow(row.price, row.before);
  return percent > 0 ? (
    <span className="is-cheaper">−{formatPercent(percent)}</span>
  ) : (
    <span className="is-dearer">+{formatPercent(-percent)}</span>
  );
}
