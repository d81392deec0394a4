import { formatDate, formatMoney } from "../../../lib/format.js";
import type { PriceChart } from "./price-chart.js";
import { type PriceSeries, pointAt } from "./price-series.js";

interface ChartReadoutProps {
  readonly chart: PriceChart;
  /** Pixels from the chart's left edge. */
  readonly pointerX: number;
  readonly series: readonly PriceSeries[];
  readonly colorOf: (id: string) => string;
}

/** A line through the chart at the pointer's time, and what each offer cost then, the cheapest first. */
export function ChartReadout({ chart, pointerX, series, colorOf }: ChartReadoutProps) {
  const area = chart.area();
  if (pointerX < area.left || pointerX > area.right) return null;
  const atMs = chart.timeAt(pointerX);
  const prices = series
    .flatMap(({ id, label, currency, points }) => {
      const point = pointAt(points, atMs);
      return point ? [{ id, label, currency, point }] : [];
    })
    .sort((a, b) => a.point.price - b.point.price);
  const isRightHalf = pointerX > (area.left + area.right) / 2;
  return (
    <div className="readout" aria-hidden="true">
      <span
        className="readout-line"
        style={{ left: pointerX, top: area.top, height: area.bottom - area.top }}
      />
      {prices.map(({ id, point }) => (
        <span
          key={id}
          className="readout-dot"
          style={{ left: pointerX, top: chart.heightOf(point.price), background: colorOf(id) }}
        />
      ))}
      <div
        className="readout-box"
        style={isRightHalf ? { right: `calc(100% - ${pointerX - 14}px)` } : { left: pointerX + 14 }}
      >
        <strong>{formatDate(atMs)}</strong>
        {prices.map(({ id, label, currency, point }) => (
          <span key={id} className="readout-row">
            <span className="swatch" style={{ background: colorOf(id) }} />
            <span className="truncate">{label}</span>
            <span className="readout-price">
              {formatMoney(point.price, currency)}
              {point.availability === "out" && <span className="quiet"> out</span>}
            </span>
          </span>
        ))}
        {prices.length === 0 && <span className="quiet">No price is known for this day.</span>}
      </div>
    </div>
  );
}
