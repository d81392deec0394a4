import { useEffect, useMemo, useRef, useState } from "react";
import { formatDate, formatMoney, formatPlural } from "../../../lib/format.js";
import { usePalette } from "../../../lib/use-palette.js";
import { bestPriceOf, findExtremes } from "./best-price.js";
import { ChartLegend } from "./chart-legend.js";
import { ChartReadout } from "./chart-readout.js";
import { createPriceChart, type PriceChart } from "./price-chart.js";
import type { PriceSeries } from "./price-series.js";

interface HistoryChartProps {
  readonly series: readonly PriceSeries[];
  readonly startMs: number;
  readonly nowMs: number;
  /** Prices that the shopper waits for, drawn where they are near enough to be seen. */
  readonly targets: readonly number[];
}

/** `rgb(1, 2, 3)`, as the browser writes a colour, at a fifth of its strength. */
function faint(color: string): string {
  return color.replace(/^rgb\((.*)\)$/, "rgba($1, 0.2)");
}

/** Used offers are hidden at first, where there are new ones: the verdict weighs new ones only. */
function hiddenAtFirst(series: readonly PriceSeries[]): ReadonlySet<string> {
  const used = series.filter(({ isNew }) => !isNew);
  return new Set(used.length < series.length ? used.map(({ id }) => id) : []);
}

/** Step lines, one an offer; the legend switches them, the pointer reads all of them at one time. */
export function HistoryChart({ series, startMs, nowMs, targets }: HistoryChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chart, setChart] = useState<PriceChart | null>(null);
  const [hidden, setHidden] = useState(() => hiddenAtFirst(series));
  const [pointerX, setPointerX] = useState<number | null>(null);
  const palette = usePalette();
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const best = useMemo(() => bestPriceOf(shown, startMs, nowMs), [shown, startMs, nowMs]);
  const extremes = useMemo(() => findExtremes(best), [best]);
  const [pointedId, setPointedId] = useState<string | null>(null);
  // A line keeps its colour when others are hidden.
  const colorOf = useMemo(() => {
    const byId = new Map(series.map(({ id }, index) => [id, palette.series[index % palette.series.length]]));
    return (id: string) => byId.get(id) ?? palette.text;
  }, [series, palette]);
  // Pointing at a name in the legend makes the other lines step back.
  const lineColorOf = useMemo(
    () => (id: string) => (pointedId === null || pointedId === id ? colorOf(id) : faint(colorOf(id))),
    [pointedId, colorOf],
  );

  useEffect(() => {
    if (!canvas.current) return;
    const made = createPriceChart(canvas.current);
    setChart(made);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    chart?.draw({ series: shown, best, extremes, targets, startMs, nowMs, palette, colorOf: lineColorOf });
  }, [chart, shown, best, extremes, targets, startMs, nowMs, palette, lineColorOf]);

  const toggle = (id: string) =>
    setHidden((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const currency = series[0]?.currency ?? "USD";
  const waited = targets.map((price) => ` Target ${formatMoney(price, currency)}.`).join("");
  const summary = extremes
    ? `Price history since ${formatDate(startMs)} of ${formatPlural("offer", shown.length)}: best price between ${formatMoney(extremes.lowest.price, currency)} and ${formatMoney(extremes.highest.price, currency)}.${waited} The table shows the same data.`
    : "Price history; every line is hidden.";
  return (
    <div>
      <div
        className="history-chart"
        onPointerMove={(event) =>
          setPointerX(event.clientX - event.currentTarget.getBoundingClientRect().left)
        }
        onPointerLeave={() => setPointerX(null)}
      >
        <canvas ref={canvas} role="img" aria-label={summary} />
        {chart && pointerX !== null && (
          <ChartReadout chart={chart} pointerX={pointerX} series={shown} colorOf={colorOf} />
        )}
      </div>
      <ChartLegend
        series={series}
        hidden={hidden}
        colorOf={colorOf}
        onToggle={toggle}
        onPoint={setPointedId}
      />
    </div>
  );
}
