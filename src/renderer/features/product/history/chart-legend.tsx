import { Check } from "lucide-react";
import { memo } from "react";
import { Button } from "../../../components/button.js";
import { formatMoney, formatShortMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import type { PriceDrawing } from "./price-chart.js";
import type { PriceSeries } from "./price-series.js";
import type { Lines } from "./shown-lines.js";

/** The marks in sight, which the legend explains. */
export interface LegendMarks extends Pick<PriceDrawing, "usual" | "best" | "currency"> {
  readonly hasAlerts: boolean;
  readonly hasCopies: boolean;
}

interface ChartLegendProps {
  readonly lines: Lines;
  readonly colorOf: (id: string) => string;
  /** Null without a chart. */
  readonly marks: LegendMarks | null;
  /** The line whose name is hovered or focused. */
  readonly onPoint: (id: string | null) => void;
}

/** The best price and the marks, then a chip per line: ticked while shown, emphasized while hovered. */
export const ChartLegend = memo(function ChartLegend({ lines, colorOf, marks, onPoint }: ChartLegendProps) {
  const words = texts().history;
  const shown = new Set(lines.shown.map(({ id }) => id));
  return (
    <>
      {marks && <LegendKey marks={marks} />}
      <ul className="legend line wraps" aria-label={words.legend}>
        {lines.all.map((line) => (
          <LegendItem
            key={line.id}
            line={line}
            color={colorOf(line.id)}
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
      </ul>
    </>
  );
});

function LegendKey({ marks }: { readonly marks: LegendMarks }) {
  const { usual, best, currency, hasAlerts, hasCopies } = marks;
  const { history: words, tide, product } = texts();
  const money = (amount: number) => formatShortMoney(amount, currency);
  const isOut = best.some(({ availability }) => availability === "out");
  const keys = [
    ["best", <strong key="best">{product.bestPrice}</strong>],
    usual && ["usual", `${tide.usual} ${tide.between(money(usual.low), money(usual.high))}`],
    hasAlerts && ["alert", words.alertKey],
    hasCopies && ["copy", words.copyKey],
    isOut && ["out", product.soldOut],
  ] as const;
  return (
    <p className="legend-key line wraps small quiet">
      {keys.map(
        (key) =>
          key && (
            <span key={key[0]} className="line">
              <span className={`chart-key key-${key[0]}`} aria-hidden="true" />
              {key[1]}
            </span>
          ),
      )}
    </p>
  );
}

interface LegendItemProps extends Pick<ChartLegendProps, "lines" | "onPoint"> {
  readonly line: PriceSeries;
  readonly color: string;
  readonly isShown: boolean;
}

function LegendItem({ line, color, isShown, lines, onPoint }: LegendItemProps) {
  const { id, label, currency, points } = line;
  const words = texts().history;
  const last = points.at(-1);
  const point = () => onPoint(id);
  const leave = () => onPoint(null);
  return (
    <li
      className="legend-item line"
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <button
        type="button"
        className="legend-line line shrinks"
        aria-pressed={isShown}
        title={isShown ? words.hideLine : words.showLine}
        onClick={({ altKey }) => (altKey ? lines.onOnly(id) : lines.onToggle(id))}
        onDoubleClick={() => lines.onOnly(id)}
      >
        <span
          className="legend-tick tile fixed"
          style={isShown ? { background: color, borderColor: color } : undefined}
        >
          {isShown && <Check size={11} strokeWidth={3.5} />}
        </span>
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
