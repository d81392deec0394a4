import { useEffect, useMemo, useRef, useState } from "react";
import { formatDate, formatMoney } from "../../lib/format.js";
import { usePalette } from "../../lib/use-palette.js";
import { ChartLegend } from "./chart-legend.js";
import { ChartReadout } from "./chart-readout.js";
import { createPriceChart, type PriceChart } from "./price-chart.js";
import { findExtremes, type PriceSeries } from "./price-series.js";

interface HistoryChartProps {
  readonly series: readonly PriceSeries[];
  readonly startMs: number;
  readonly nowMs: number;
}

const noneHidden: ReadonlySet<string> = new Set();

/** Step lines, one an offer; the legend switches them, the pointer reads all of them at one time. */
export function HistoryChart({ series, startMs, nowMs }: HistoryChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chart, setChart] = useState<PriceChart | null>(null);
  const [hidden, setHidden] = useState(noneHidden);
  const [pointerX, setPointerX] = useState<number | null>(null);
  const palette = usePalette();
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const extremes = useMemo(() => findExtremes(shown), [shown]);
  // A line keeps its colour when others are hidden.
  const colorOf = useMemo(() => {
    const byId = new Map(series.map(({ id }, index) => [id, palette.series[index % palette.series.length]]));
    return (id: string) => byId.get(id) ?? palette.text;
  }, [series, palette]);

  useEffect(() => {
    if (!canvas.current) return;
    const made = createPriceChart(canvas.current);
    setChart(made);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    chart?.draw({ series: shown, extremes, startMs, nowMs, palette, colorOf });
  }, [chart, shown, extremes, startMs, nowMs, palette, colorOf]);

  const toggle = (id: string) =>
    setHidden((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const currency = series[0]?.currency ?? "USD";
  const summary = extremes
    ? `Price history since ${formatDate(startMs)} of ${shown.length} offers: lowest ${formatMoney(extremes.lowest.price, currency)}, highest ${formatMoney(extremes.highest.price, currency)}. The table shows the same data.`
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
      <ChartLegend series={series} hidden={hidden} colorOf={colorOf} onToggle={toggle} />
    </div>
  );
}
