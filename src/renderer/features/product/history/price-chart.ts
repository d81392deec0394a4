import { Chart, type ChartOptions, LinearScale, PointElement, type Scale } from "chart.js";
import Annotation, { type AnnotationOptions } from "chartjs-plugin-annotation";
import { maxOf, minOf } from "../../../../shared/arrays.js";
import type { Palette } from "../../../stores/use-palette.js";
import { type PriceRange, priceLabels, priceTicks, timeLabels, timeTicks, withRoom } from "./axes.js";
import { type Extremes, outSpans } from "./best-price.js";
import type { Place } from "./chart-input.js";
import { type PricePoint, visibleRange } from "./price-series.js";
import { fade, type StepDataset, StepLines } from "./step-lines.js";
import { dotsInSight, spanOf, type Viewport } from "./view.js";

Chart.register(StepLines, PointElement, LinearScale, Annotation);

export interface DrawnLine {
  readonly id: string;
  readonly points: readonly PricePoint[];
  /** The line's own colour while hovered; null for a line in the background. */
  readonly color: string | null;
}

/** A price at a time of its own, such as the best one at an alert. */
interface Dot {
  readonly atMs: number;
  readonly price: number;
}

/** A price of a single day, by an archived copy of a page or a table. */
export interface CopyDot extends Dot {
  readonly offerId: string;
  /** The address of the copy; empty for a table. */
  readonly url: string;
}

export interface PriceDrawing {
  /** Shops or offers, thin behind the best price. */
  readonly lines: readonly DrawnLine[];
  readonly best: readonly PricePoint[];
  readonly extremes: Extremes | null;
  /** The middle half of the last year's days. */
  readonly usual: { readonly low: number; readonly high: number } | null;
  readonly targets: readonly number[];
  readonly alerts: readonly Dot[];
  readonly copies: readonly CopyDot[];
  readonly viewport: Viewport;
  readonly currency: string;
  readonly locale: string;
  readonly palette: Palette;
  readonly words: { readonly lowest: string; readonly highest: string; readonly outOfStock: string };
}

export interface PriceChart {
  draw(drawing: PriceDrawing): void;
  destroy(): void;
}

/** Room for the dots at the ends of the lines, in pixels. */
export const sidePadding = 4;
const pixelsPerTimeTick = 84;
const pixelsPerPriceTick = 40;
/** Labels of the price axis closer than this overlap. */
const labelHeight = 16;
/** Half the width of a label such as `Lowest in this period $1,180.99`, in pixels. */
const halfLabel = 100;
const fontSize = 12;
const withoutPrices: PriceRange = { lowest: 0, highest: 100 };

/** Targets that fit without flattening the prices. */
function nearTargets({ targets, extremes }: PriceDrawing): number[] {
  if (!extremes) return [];
  const { lowest, highest } = extremes;
  return targets.filter((price) => price >= lowest.price * 0.6 && price <= highest.price * 1.2);
}

function pricesInSight({ lines, best, viewport, ...drawing }: PriceDrawing): PriceRange {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { points } of [{ points: best }, ...lines]) {
    const [from, to] = visibleRange(points, viewport);
    for (let index = from; index < to; index++) {
      const price = points[index]?.price ?? lowest;
      if (price < lowest) lowest = price;
      if (price > highest) highest = price;
    }
  }
  for (const { price } of dotsInSight(drawing.copies, viewport)) {
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }
  if (lowest > highest) return withoutPrices;
  const targets = nearTargets({ lines, best, viewport, ...drawing });
  return withRoom({
    lowest: Math.min(lowest, minOf(targets) ?? lowest),
    highest: Math.max(highest, maxOf(targets) ?? highest),
  });
}

function bestDataset({ best, palette }: PriceDrawing): StepDataset {
  const { water } = palette;
  return {
    data: [],
    points: best,
    isOpenWhileOut: true,
    order: 1,
    color: water,
    thickness: 2.5,
    water: [fade(water, 0.26), fade(water, 0.04)],
  };
}

function lineDataset({ points, color }: DrawnLine, palette: Palette): StepDataset {
  return {
    data: [],
    points,
    isOpenWhileOut: false,
    order: color === null ? 2 : 0,
    // Opaque, because the rectangles of a line overlap.
    color: color ?? `color-mix(in srgb, ${palette.text} 42%, ${palette.surface})`,
    thickness: color === null ? 1 : 2.25,
  };
}

/** Beside its mark, within the chart's edges. */
function sideOf(atMs: number, { startMs, endMs }: Viewport, width: number): "start" | "center" | "end" {
  const share = (atMs - startMs) / (endMs - startMs);
  const edge = halfLabel / width;
  return share < edge ? "start" : share > 1 - edge ? "end" : "center";
}

/** The room of the lines in prices and pixels, and the typeface of labels. */
interface Room {
  readonly prices: PriceRange;
  readonly width: number;
  readonly family: string;
}

const still = { adjustScaleRange: false, borderWidth: 0 } as const;

function dot(
  { atMs, price }: Dot,
  [radius, borderWidth]: readonly [number, number],
  backgroundColor: string,
  borderColor: string,
): AnnotationOptions {
  const look = { radius, borderWidth, backgroundColor, borderColor };
  return { ...still, type: "point", xValue: atMs, yValue: price, ...look };
}

/** The spans in which no shop had it, named where there is room. */
function outMarks(
  { palette, words, viewport, best }: PriceDrawing,
  { width, family }: Room,
): AnnotationOptions[] {
  return outSpans(best, viewport, Math.max(1, width)).map(({ startMs, endMs }) => ({
    ...still,
    type: "box",
    xMin: startMs,
    xMax: endMs,
    backgroundColor: fade(palette.text, 0.12),
    drawTime: "beforeDatasetsDraw",
    label: {
      display: ((endMs - startMs) / spanOf(viewport)) * width > 110,
      content: words.outOfStock,
      position: { x: "center", y: "end" },
      color: palette.text,
      font: { family, size: fontSize, weight: 600 },
    },
  }));
}

/** The lowest and the highest price. Their labels are at the chart's edges, clear of all lines. */
function extremeMarks({ extremes, palette, words, viewport }: PriceDrawing, room: Room): AnnotationOptions[] {
  if (!extremes || extremes.lowest.price === extremes.highest.price) return [];
  const { prices, width, family } = room;
  const { lowest, highest } = extremes;
  const label = (atMs: number, yValue: number, content: string, color: string): AnnotationOptions => ({
    ...still,
    type: "label",
    xValue: atMs,
    yValue,
    content,
    color,
    yAdjust: -9,
    font: { family, size: fontSize, weight: 600 },
    position: { x: sideOf(atMs, viewport, Math.max(1, width)), y: "center" },
    backgroundColor: "transparent",
  });
  return [
    // Other shops' lines may lie between the highest price and its label.
    {
      ...still,
      type: "line",
      xMin: highest.atMs,
      xMax: highest.atMs,
      yMin: highest.price,
      yMax: prices.highest,
      borderColor: palette.text,
      borderWidth: 1,
      borderDash: [1, 3],
    },
    dot(highest, [4, 1.5], palette.text, palette.surface),
    label(highest.atMs, prices.highest, words.highest, palette.text),
    dot(lowest, [4, 1.5], palette.good, palette.surface),
    label(lowest.atMs, prices.lowest, words.lowest, palette.good),
  ];
}

/** Keeps marks within the viewport without clipping, because labels and the present ring may leave the chart. */
function annotations(drawing: PriceDrawing, room: Room): AnnotationOptions[] {
  const { usual, palette, viewport, best, alerts, copies } = drawing;
  const { prices } = room;
  const { water, surface, target } = palette;
  const isUsual = usual !== null && usual.high > prices.lowest && usual.low < prices.highest;
  const now = best.at(-1);
  return [
    ...(isUsual
      ? [
          {
            ...still,
            type: "box" as const,
            backgroundColor: palette.usual,
            yMin: Math.max(usual.low, prices.lowest),
            yMax: Math.min(usual.high, prices.highest),
            drawTime: "beforeDatasetsDraw" as const,
          },
        ]
      : []),
    ...outMarks(drawing, room),
    ...nearTargets(drawing).map((price) => ({
      ...still,
      type: "line" as const,
      yMin: price,
      yMax: price,
      borderColor: target,
      borderWidth: 1.5,
      borderDash: [5, 4],
    })),
    ...(now && now.availability !== "out" && now.atMs <= viewport.endMs
      ? [dot(now, [5, 3], surface, water)]
      : []),
    ...extremeMarks(drawing, room),
    ...dotsInSight(copies, viewport).map((copy) => dot(copy, [4, 2], surface, water)),
    // In front of the lowest price, which is often the reason for an alert.
    ...dotsInSight(alerts, viewport).map((alert) => dot(alert, [4.5, 2], target, surface)),
  ];
}

/** Custom ticks: round times of the reader's calendar, no cents if there are none, and the target's price. */
function setTicks(scale: Scale, drawing: PriceDrawing, prices: PriceRange): void {
  const { viewport, currency, locale } = drawing;
  if (scale.isHorizontal()) {
    const ticks = timeTicks(viewport, Math.max(2, Math.floor(scale.width / pixelsPerTimeTick)));
    const labels = timeLabels(ticks, locale);
    scale.ticks = ticks.map(({ atMs }) => ({ value: atMs, label: labels.get(atMs) ?? "" }));
    return;
  }
  const targets = nearTargets(drawing);
  const perPixel = (prices.highest - prices.lowest) / Math.max(1, scale.height);
  const ticks = priceTicks(prices, Math.max(2, Math.floor(scale.height / pixelsPerPriceTick)));
  const isFree = (value: number) =>
    targets.every((price) => Math.abs(price - value) > labelHeight * perPixel);
  const labelOf = priceLabels(ticks, currency, locale);
  const targetLabelOf = priceLabels(targets, currency, locale);
  scale.ticks = [
    ...ticks.filter(isFree).map((value) => ({ value, label: labelOf(value) })),
    ...targets.map((value) => ({ value, label: targetLabelOf(value) })),
  ];
}

function optionsFor(drawing: PriceDrawing, room: Room): ChartOptions<"steps"> {
  const { palette, viewport, targets } = drawing;
  const { prices, family } = room;
  const isTarget = ({ tick }: { readonly tick: { readonly value: number } }) => targets.includes(tick.value);
  const ticks = {
    autoSkip: false,
    maxRotation: 0,
    font: { family, size: fontSize },
    callback: (_: unknown, index: number, all: readonly { label?: string | string[] }[]) => all[index]?.label,
  };
  const common = {
    type: "linear",
    afterBuildTicks: (scale: Scale) => setTicks(scale, drawing, prices),
  } as const;
  return {
    scales: {
      x: {
        ...common,
        min: viewport.startMs,
        max: viewport.endMs,
        grid: { display: false },
        border: { color: palette.grid },
        ticks: { ...ticks, color: palette.text },
      },
      y: {
        ...common,
        position: "right",
        min: prices.lowest,
        max: prices.highest,
        grid: { color: (scope) => (isTarget(scope) ? "transparent" : palette.grid) },
        border: { display: false },
        ticks: { ...ticks, color: (scope) => (isTarget(scope) ? palette.target : palette.text) },
      },
    },
    plugins: { annotation: { clip: false, annotations: annotations(drawing, room) } },
  };
}

interface Options {
  /** Called whenever the layout of the lines has changed. */
  readonly onPlace?: (place: Place) => void;
  /** Canvas pixels per CSS pixel. By default the screen's, and the chart then follows its container's size. */
  readonly ratio?: number;
}

function isSamePlace(one: Place | null, other: Place): boolean {
  return (
    one !== null &&
    (["left", "right", "top", "bottom", "viewport"] as const).every((key) => one[key] === other[key]) &&
    one.prices.lowest === other.prices.lowest &&
    one.prices.highest === other.prices.highest
  );
}

/**
 * Draws with chart.js, which lays out axes, lines and marks. Datasets are kept between drawings, because chart.js
 * prepares each new one.
 */
export function createPriceChart(canvas: HTMLCanvasElement, { onPlace, ratio }: Options = {}): PriceChart {
  // Cached, because reading it forces a layout.
  const family = getComputedStyle(document.body).fontFamily;
  let shown: { readonly drawing: PriceDrawing; readonly prices: PriceRange } | null = null;
  let place: Place | null = null;
  const datasets = new Map<string, StepDataset>();
  const reuse = (id: string, next: StepDataset): StepDataset => {
    const dataset = Object.assign(datasets.get(id) ?? {}, next);
    datasets.set(id, dataset);
    return dataset;
  };
  const chart = new Chart<"steps", never[]>(canvas, {
    type: "steps",
    data: { datasets: [] },
    options: {
      animation: false,
      responsive: ratio === undefined,
      ...(ratio === undefined ? {} : { devicePixelRatio: ratio }),
      maintainAspectRatio: false,
      // Pointer events are handled by the page, for cross-hair, zoom and keys alike.
      events: [],
      layout: { padding: { top: 18, left: sidePadding, bottom: 0, right: sidePadding } },
    },
    plugins: [
      {
        id: "place",
        afterDatasetsDraw({ chartArea: { left, right, top, bottom } }) {
          if (!shown) return;
          const next = { left, right, top, bottom, viewport: shown.drawing.viewport, prices: shown.prices };
          if (isSamePlace(place, next)) return;
          place = next;
          onPlace?.(next);
        },
      },
    ],
  });
  return {
    draw(drawing) {
      const prices = pricesInSight(drawing);
      shown = { drawing, prices };
      chart.data.datasets = [
        reuse("best price", bestDataset(drawing)),
        ...drawing.lines.map((line) => reuse(line.id, lineDataset(line, drawing.palette))),
      ];
      Object.assign(chart.options, optionsFor(drawing, { prices, width: chart.width, family }));
      chart.update("none");
    },
    destroy: () => chart.destroy(),
  };
}
