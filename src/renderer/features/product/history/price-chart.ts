import { Chart, type ChartConfiguration, LinearScale, type Plugin, type Scale } from "chart.js";
import { drawLines } from "./draw-lines.js";
import { drawMarks } from "./draw-marks.js";
import { type PriceDrawing, pricesOf } from "./drawing.js";
import { isSamePlace, type Place } from "./place.js";
import { type PriceRange, priceTicks } from "./price-ticks.js";
import { priceLabels, timeLabels } from "./tick-labels.js";
import { timeTicks } from "./time-ticks.js";

Chart.register(LinearScale);

/** The chart as the page uses it. */
export interface PriceChart {
  draw(drawing: PriceDrawing): void;
  destroy(): void;
}

interface ChartOptions {
  /** Told whenever the chart has drawn something in another place than before. */
  readonly onPlace?: (place: Place) => void;
  /** Canvas pixels for each pixel; the screen's, unless said otherwise. */
  readonly ratio?: number;
}

interface Shown {
  readonly drawing: PriceDrawing;
  readonly prices: PriceRange;
}

const pixelsPerTimeTick = 84;
const pixelsPerPriceTick = 36;
const fontSize = 12;

function fontFamily(): string {
  return getComputedStyle(document.body).fontFamily;
}

/** Room for the shapes at the lines' ends. */
const padding = { top: 4, right: 10 };

function setTicks(scale: Scale, { drawing, prices }: Shown): void {
  if (scale.isHorizontal()) {
    const ticks = timeTicks(drawing.viewport, Math.max(2, Math.floor(scale.width / pixelsPerTimeTick)));
    const labels = timeLabels(ticks, drawing.locale);
    scale.ticks = ticks.map(({ atMs }) => ({ value: atMs, label: labels.get(atMs) ?? "" }));
    return;
  }
  const ticks = priceTicks(prices, Math.max(2, Math.floor(scale.height / pixelsPerPriceTick)));
  const labelOf = priceLabels(ticks, drawing.currency, drawing.locale);
  scale.ticks = ticks.map((value) => ({ value, label: labelOf(value) }));
}

function placeOf(chart: Chart, { drawing, prices }: Shown): Place {
  const { left, right, top, bottom } = chart.chartArea;
  return { left, right, top, bottom, viewport: drawing.viewport, prices };
}

/**
 * The library lays out and draws the axes; the lines are drawn by ourselves. It would make an object of every one of
 * eighty thousand points, and its own decimation knows neither steps nor what is out of stock.
 */
function painter(read: () => Shown | null, onPlace: (place: Place) => void): Plugin<"line"> {
  const font = `600 ${fontSize}px ${fontFamily()}`;
  return {
    id: "prices",
    beforeDatasetsDraw(chart) {
      const shown = read();
      if (!shown) return;
      const place = placeOf(chart, shown);
      const { ctx: context } = chart;
      context.save();
      context.font = font;
      context.textBaseline = "middle";
      context.textAlign = "left";
      context.lineJoin = "round";
      drawLines(context, shown.drawing, place);
      drawMarks(context, shown.drawing, place);
      context.restore();
      onPlace(place);
    },
  };
}

function labelOfTick(
  _value: number | string,
  index: number,
  ticks: readonly { label?: string | string[] }[],
) {
  return ticks[index]?.label;
}

/** Both axes, for what is shown. Their ticks are our own: the reader's calendar, and no cents where there are none. */
function axesFor(shown: Shown, family: string): ChartConfiguration<"line">["options"] {
  const { palette, viewport } = shown.drawing;
  const afterBuildTicks = (scale: Scale) => setTicks(scale, shown);
  const font = { family, size: fontSize };
  const ticks = { autoSkip: false, maxRotation: 0, color: palette.text, font, callback: labelOfTick };
  return {
    scales: {
      x: {
        type: "linear",
        min: viewport.startMs,
        max: viewport.endMs,
        grid: { display: false },
        border: { color: palette.grid },
        ticks,
        afterBuildTicks,
      },
      y: {
        type: "linear",
        min: shown.prices.lowest,
        max: shown.prices.highest,
        grid: { color: palette.grid },
        border: { display: false },
        ticks,
        afterBuildTicks,
      },
    },
  };
}

function configuration(read: () => Shown | null, options: ChartOptions): ChartConfiguration<"line"> {
  let before: Place | null = null;
  const onPlace = (place: Place) => {
    if (isSamePlace(before, place)) return;
    before = place;
    options.onPlace?.(place);
  };
  return {
    type: "line",
    data: { datasets: [] },
    options: {
      animation: false,
      responsive: options.ratio === undefined,
      ...(options.ratio === undefined ? {} : { devicePixelRatio: options.ratio }),
      maintainAspectRatio: false,
      // The page reads the pointer itself; the chart need not listen.
      events: [],
      layout: { padding },
    },
    plugins: [painter(read, onPlace)],
  };
}

export function createPriceChart(canvas: HTMLCanvasElement, options: ChartOptions = {}): PriceChart {
  let shown: Shown | null = null;
  // Asking for it lays the page out anew, so it is asked for once.
  const family = fontFamily();
  const chart = new Chart(
    canvas,
    configuration(() => shown, options),
  );
  return {
    draw(drawing) {
      shown = { drawing, prices: pricesOf(drawing) };
      Object.assign(chart.options, axesFor(shown, family));
      chart.update("none");
    },
    destroy: () => chart.destroy(),
  };
}
