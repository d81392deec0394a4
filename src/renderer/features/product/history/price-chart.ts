import {
  Chart,
  type ChartArea,
  type ChartConfiguration,
  type ChartDataset,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  type Point,
  PointElement,
  type ScriptableLineSegmentContext,
  TimeScale,
} from "chart.js";
import "chartjs-adapter-date-fns";
import annotationPlugin, { type AnnotationOptions } from "chartjs-plugin-annotation";
import { formatMoney } from "../../../lib/format.js";
import type { Palette } from "../../../lib/use-palette.js";
import type { BestPoint, Extreme, Extremes } from "./best-price.js";
import type { PriceSeries } from "./price-series.js";

Chart.register(Filler, LineController, LineElement, PointElement, LinearScale, TimeScale, annotationPlugin);

interface PriceDrawing {
  readonly series: readonly PriceSeries[];
  /** Shaded below: what one would have paid. */
  readonly best: readonly BestPoint[];
  readonly extremes: Extremes | null;
  readonly targets: readonly number[];
  readonly startMs: number;
  readonly nowMs: number;
  readonly palette: Palette;
  readonly colorOf: (id: string) => string;
}

/** The chart as the page uses it. Pixels are counted from the canvas's corner. */
export interface PriceChart {
  draw(drawing: PriceDrawing): void;
  area(): ChartArea;
  timeAt(x: number): number;
  heightOf(price: number): number;
  destroy(): void;
}

const dash = [3, 3];

function datasetOf(series: PriceSeries, color: string): ChartDataset<"line", Point[]> {
  const isOut = (context: ScriptableLineSegmentContext) =>
    series.points[context.p0DataIndex]?.availability === "out";
  return {
    data: series.points.map(({ atMs, price }) => ({ x: atMs, y: price })),
    borderColor: color,
    borderWidth: 1.75,
    // A price holds until the next point: go level first, then step.
    stepped: "before",
    pointRadius: 0,
    pointHitRadius: 0,
    segment: { borderDash: (context) => (isOut(context) ? dash : undefined) },
  };
}

/** The area under the best price, with a gap where nobody had the product. */
function shadeOf(best: readonly BestPoint[], color: string): ChartDataset<"line", Point[]> {
  const data = best.flatMap(({ atMs, price }, index) => {
    if (price !== null) return [{ x: atMs, y: price }];
    const before = best[index - 1]?.price;
    const end = before == null ? [] : [{ x: atMs, y: before }];
    return [...end, { x: atMs, y: Number.NaN }];
  });
  return {
    data,
    borderWidth: 0,
    stepped: "before",
    pointRadius: 0,
    pointHitRadius: 0,
    fill: "start",
    backgroundColor: color,
    // Behind every line.
    order: 1,
  };
}

function markOf(extreme: Extreme, word: string, color: string, below: boolean, drawing: PriceDrawing) {
  const currency = drawing.series[0]?.currency ?? "USD";
  const share = (extreme.atMs - drawing.startMs) / (drawing.nowMs - drawing.startMs);
  const point: AnnotationOptions<"point"> = {
    type: "point",
    xValue: extreme.atMs,
    yValue: extreme.price,
    radius: 4,
    backgroundColor: color,
    borderColor: drawing.palette.surface,
    borderWidth: 1.5,
  };
  const label: AnnotationOptions<"label"> = {
    type: "label",
    xValue: extreme.atMs,
    yValue: extreme.price,
    content: `${word} ${formatMoney(extreme.price, currency)}`,
    color,
    font: { size: 11, weight: 600 },
    padding: { x: 4, y: 1 },
    backgroundColor: drawing.palette.surface,
    borderRadius: 4,
    yAdjust: below ? 13 : -13,
    // Near an edge, the words lean inwards.
    position: { x: share > 0.88 ? "end" : share < 0.12 ? "start" : "center", y: "center" },
  };
  return [point, label];
}

/** Targets that can be shown without pressing the prices flat. */
function nearTargets({ targets, extremes }: PriceDrawing): number[] {
  if (!extremes) return [];
  const { lowest, highest } = extremes;
  return targets.filter((price) => price >= lowest.price * 0.6 && price <= highest.price * 1.2);
}

/** The axis reaches to the targets; without any, the prices alone decide. */
function roomFor(targets: readonly number[]) {
  return targets.length === 0
    ? { suggestedMin: Number.NaN, suggestedMax: Number.NaN }
    : { suggestedMin: Math.min(...targets), suggestedMax: Math.max(...targets) };
}

function targetLine(price: number, { palette, series }: PriceDrawing): AnnotationOptions<"line"> {
  return {
    type: "line",
    yMin: price,
    yMax: price,
    // Not dashed: that means out of stock here.
    borderColor: palette.target,
    borderWidth: 1,
    label: {
      display: true,
      content: `Target ${formatMoney(price, series[0]?.currency ?? "USD")}`,
      position: "start",
      color: palette.target,
      font: { size: 11, weight: 600 },
      padding: { x: 4, y: 1 },
      backgroundColor: palette.surface,
      borderRadius: 4,
    },
  };
}

function marksOf(drawing: PriceDrawing): AnnotationOptions[] {
  const { extremes, palette } = drawing;
  const lines = nearTargets(drawing).map((price) => targetLine(price, drawing));
  if (!extremes || extremes.lowest.price === extremes.highest.price) return lines;
  return [
    ...lines,
    ...markOf(extremes.highest, "Highest", palette.bad, false, drawing),
    ...markOf(extremes.lowest, "Lowest", palette.good, true, drawing),
  ];
}

function configuration(): ChartConfiguration<"line", Point[]> {
  return {
    type: "line",
    data: { datasets: [] },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      // The page draws its own read-out; the chart need not listen.
      events: [],
      layout: { padding: { top: 4, right: 4 } },
      scales: {
        x: { type: "time", grid: { display: false }, ticks: { autoSkipPadding: 24, maxRotation: 0 } },
        y: { grace: "14%", border: { display: false }, ticks: { maxTicksLimit: 6 } },
      },
    },
  };
}

function tickMoney(value: number | string): string {
  return formatMoney(Number(value)).replace(/\.00$/, "");
}

export function createPriceChart(canvas: HTMLCanvasElement): PriceChart {
  Chart.defaults.font.family = getComputedStyle(canvas).fontFamily;
  const chart = new Chart(canvas, configuration());
  const scale = (axis: "x" | "y") => {
    const found = chart.scales[axis];
    if (!found) throw new Error(`The chart has no ${axis} axis`);
    return found;
  };
  return {
    draw(drawing) {
      const { palette } = drawing;
      chart.data.datasets = [
        ...drawing.series.map((series) => datasetOf(series, drawing.colorOf(series.id))),
        shadeOf(drawing.best, palette.shade),
      ];
      chart.options.plugins = { annotation: { clip: false, annotations: marksOf(drawing) } };
      chart.options.scales = {
        x: {
          ...chart.options.scales?.x,
          min: drawing.startMs,
          max: drawing.nowMs,
          border: { color: palette.grid },
          ticks: { color: palette.text, autoSkipPadding: 24, maxRotation: 0 },
        },
        y: {
          ...chart.options.scales?.y,
          ...roomFor(nearTargets(drawing)),
          grid: { color: palette.grid },
          ticks: { color: palette.text, maxTicksLimit: 6, callback: tickMoney },
        },
      };
      chart.update("none");
    },
    area: () => chart.chartArea,
    timeAt: (x) => scale("x").getValueForPixel(x) ?? 0,
    heightOf: (price) => scale("y").getPixelForValue(price),
    destroy: () => chart.destroy(),
  };
}
