import { formatMoney } from "../../../lib/format.js";
import type { PriceSeries } from "./price-series.js";

interface ChartLegendProps {
  readonly series: readonly PriceSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly colorOf: (id: string) => string;
  readonly onToggle: (id: string) => void;
  /** The line whose name the pointer or the focus is on. */
  readonly onPoint: (id: string | null) => void;
}

/** Each line's name, colour and present price; a click hides or shows the line. */
export function ChartLegend({ series, hidden, colorOf, onToggle, onPoint }: ChartLegendProps) {
  return (
    <ul className="legend" aria-label="Lines of the chart">
      {series.map(({ id, label, currency, points }) => {
        const last = points.at(-1);
        return (
          <li key={id}>
            <button
              type="button"
              className="legend-item"
              aria-pressed={!hidden.has(id)}
              title={hidden.has(id) ? "Show this line" : "Hide this line"}
              onClick={() => onToggle(id)}
              onPointerEnter={() => onPoint(id)}
              onPointerLeave={() => onPoint(null)}
            >
              <span
                className="swatch"
                style={hidden.has(id) ? undefined : { background: colorOf(id) }}
                aria-hidden="true"
              />
              {label}
              {last && <span className="quiet">{formatMoney(last.price, currency)}</span>}
            </button>
          </li>
        );
      })}
      <li className="legend-note quiet">
        <span className="swatch swatch-shade" aria-hidden="true" />
        best price
        <span className="swatch-dashed" aria-hidden="true" />
        out of stock
      </li>
    </ul>
  );
}
