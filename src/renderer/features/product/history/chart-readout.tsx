import { formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { type Place, scalesOf } from "./place.js";
import type { PriceSeries } from "./price-series.js";
import { type CrossHair, crossHairTime, readingsAt } from "./readings.js";
import { Swatch } from "./swatch.js";
import type { LineStyle } from "./use-line-styles.js";
import { spanOf } from "./viewport.js";

interface ChartReadoutProps {
  readonly place: Place;
  readonly crossHair: CrossHair;
  readonly series: readonly PriceSeries[];
  readonly styleOf: (id: string) => LineStyle;
}

const boxGap = 14;

/** A line through the chart at one time, and what each offer cost then, the cheapest first. */
export function ChartReadout({ place, crossHair, series, styleOf }: ChartReadoutProps) {
  const { toX, toY } = scalesOf(place);
  const x = toX(crossHair.atMs);
  if (x < place.left - 1 || x > place.right + 1) return null;
  const readings = readingsAt(series, crossHair.atMs);
  const isRightHalf = x > (place.left + place.right) / 2;
  return (
    <div className="readout" aria-hidden="true">
      <span className="readout-line" style={{ left: x, top: place.top, height: place.bottom - place.top }} />
      {readings.map(({ id, point }) => (
        <span
          key={id}
          className="readout-dot"
          style={{ left: x, top: toY(point.price), background: styleOf(id).color }}
        />
      ))}
      <div
        className="readout-box"
        style={isRightHalf ? { right: `calc(100% - ${x - boxGap}px)` } : { left: x + boxGap }}
      >
        <strong>{crossHairTime(crossHair, spanOf(place.viewport))}</strong>
        {readings.map(({ id, label, currency, point }) => (
          <span key={id} className="readout-row">
            <Swatch {...styleOf(id)} />
            <span className="truncate">{label}</span>
            <span className="readout-price">
              {formatMoney(point.price, currency)}
              {point.availability === "out" && <span className="quiet"> {texts().history.out}</span>}
            </span>
          </span>
        ))}
        {readings.length === 0 && <span className="quiet">{texts().history.noPriceThen}</span>}
      </div>
    </div>
  );
}
