import { formatDateTime, formatMoney, formatPercent, percentBelow } from "../../lib/format.js";
import { type ChangeRow, type PriceSeries, toChangeRows } from "./price-series.js";

/** The chart's data, readable: every change of every line, the newest first. */
export function HistoryTable({ series }: { readonly series: readonly PriceSeries[] }) {
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
