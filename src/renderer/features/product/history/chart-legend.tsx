import { memo } from "react";
import { Button } from "../../../components/button.js";
import { formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import type { PriceSeries } from "./price-series.js";
import { Swatch } from "./swatch.js";
import type { LineStyle } from "./use-line-styles.js";
import type { Lines } from "./use-lines.js";

interface ChartLegendProps {
  readonly lines: Lines;
  readonly styleOf: (id: string) => LineStyle;
  /** Whether what the chart's shades and dashes mean is told as well. */
  readonly isKeyShown: boolean;
  /** The line whose name the pointer or the focus is on. */
  readonly onPoint: (id: string | null) => void;
}

/** Each line's name, shape, colour and present price. A click hides or shows the line, or leaves it alone. */
export const ChartLegend = memo(function ChartLegend({
  lines,
  styleOf,
  isKeyShown,
  onPoint,
}: ChartLegendProps) {
  const words = texts().history;
  const shown = new Set(lines.shown.map(({ id }) => id));
  return (
    <ul className="legend" aria-label={words.legend}>
      {lines.all.map((line) => (
        <LegendItem
          key={line.id}
          line={line}
          style={styleOf(line.id)}
          isShown={shown.has(line.id)}
          lines={lines}
          onPoint={onPoint}
        />
      ))}
      {shown.size < lines.all.length && (
        <li>
          <Button variant="quiet" className="legend-all" onClick={lines.onAll}>
            {words.showAll}
          </Button>
        </li>
      )}
      {isKeyShown && <LegendKey />}
    </ul>
  );
});

function LegendKey() {
  const words = texts().history;
  return (
    <li className="legend-note quiet">
      <span className="key-shade" aria-hidden="true" />
      {words.bestPrice}
      <span className="key-dashed" aria-hidden="true" />
      {words.outOfStockKey}
      <span className="key-hatched" aria-hidden="true" />
      {words.soldOutKey}
    </li>
  );
}

interface LegendItemProps extends Pick<ChartLegendProps, "lines" | "onPoint"> {
  readonly line: PriceSeries;
  readonly style: LineStyle;
  readonly isShown: boolean;
}

function LegendItem({ line, style, isShown, lines, onPoint }: LegendItemProps) {
  const { id, label, currency, points } = line;
  const words = texts().history;
  const last = points.at(-1);
  const point = () => onPoint(id);
  const leave = () => onPoint(null);
  return (
    <li className="legend-item" onPointerEnter={point} onPointerLeave={leave} onFocus={point} onBlur={leave}>
      <button
        type="button"
        className="legend-line"
        aria-pressed={isShown}
        title={isShown ? words.hideLine : words.showLine}
        onClick={({ altKey }) => (altKey ? lines.onOnly(id) : lines.onToggle(id))}
        onDoubleClick={() => lines.onOnly(id)}
      >
        <Swatch {...style} isHollow={!isShown} />
        {label}
        {last && <span className="legend-price quiet">{formatMoney(last.price, currency)}</span>}
      </button>
      {lines.all.length > 1 && (
        <button
          type="button"
          className="legend-only"
          aria-label={words.onlyThis(label)}
          aria-pressed={isShown && lines.shown.length === 1}
          onClick={() => lines.onOnly(id)}
        >
          {words.only}
        </button>
      )}
    </li>
  );
}
