import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { formatDate, formatDateTime, formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { attachGestures, type Brush, onChartKey, type Place, type Stage, scalesOf } from "./chart-input.js";
import { openCopy } from "./older-prices.js";
import { createPriceChart, type PriceChart, type PriceDrawing } from "./price-chart.js";
import { type PricePoint, type PriceSeries, pointAt } from "./price-series.js";
import type { Lines } from "./shown-lines.js";
import { dotsInSight, spanOf, type View } from "./view.js";

export interface HistoryChartProps {
  readonly lines: Pick<Lines, "shown" | "grouping">;
  readonly view: View;
  readonly drawing: PriceDrawing;
  readonly colorOf: (id: string) => string;
  /** For screen readers; by default from the best price. */
  readonly summary?: string;
}

/** The time under the cross-hair. */
interface CrossHair {
  readonly atMs: number;
  /** Set by keys, change by change, and announced. */
  readonly isByKeys: boolean;
}

/** The best price as a stepped line in front of the shops' lines. The cross-hair reads all of them. */
export function HistoryChart({ lines, view, drawing, colorOf, summary }: HistoryChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [crossHair, setCrossHair] = useState<CrossHair | null>(null);
  const [brush, setBrush] = useState<Brush | null>(null);
  const place = usePriceChart(canvas, drawing);
  const onPoint = useCallback(
    (atMs: number | null) => setCrossHair(atMs === null ? null : { atMs, isByKeys: false }),
    [],
  );
  useGestures(surface, place && { place, view }, onPoint, setBrush);
  const words = texts().history;
  return (
    // The description lists the keys for screen readers.
    <div
      ref={surface}
      className={view.isZoomed ? "history-chart is-zoomed" : "history-chart"}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys, as its role says
      tabIndex={0}
      aria-label={words.chartName}
      aria-describedby={keysId}
      onKeyDown={(event) =>
        onChartKey(event, {
          view,
          shown: lines.shown,
          atMs: crossHair?.atMs ?? null,
          onCrossHair: (atMs) => setCrossHair(atMs === null ? null : { atMs, isByKeys: true }),
        })
      }
      onBlur={() => setCrossHair(null)}
    >
      <canvas ref={canvas} role="img" aria-label={summary ?? summaryOf(drawing, lines)} />
      {place && <CopyButtons place={place} drawing={drawing} />}
      {place && brush && <BrushMark brush={brush} place={place} />}
      {place && crossHair && (
        <Readout place={place} crossHair={crossHair} series={lines.shown} colorOf={colorOf} />
      )}
      <p id={keysId} hidden>
        {words.keys}
      </p>
      <p className="visually-hidden" role="status">
        {crossHair?.isByKeys && spokenAt(lines.shown, crossHair, spanOf(view.viewport))}
      </p>
    </div>
  );
}

/** Draws on the canvas, and returns the layout; null before the first drawing. */
function usePriceChart(
  canvas: { readonly current: HTMLCanvasElement | null },
  drawing: PriceDrawing,
): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  const chart = useRef<PriceChart | null>(null);
  useLayoutEffect(() => {
    if (!canvas.current) return;
    chart.current = createPriceChart(canvas.current, { onPlace: setPlace });
    return () => {
      chart.current?.destroy();
      chart.current = null;
    };
  }, [canvas]);
  // Before paint, so that cross-hair and lines move together.
  useLayoutEffect(() => chart.current?.draw(drawing), [drawing]);
  return place;
}

/** The listeners stay attached and read the newest state. */
function useGestures(
  surface: { readonly current: HTMLElement | null },
  stage: Stage | null,
  onPoint: (atMs: number | null) => void,
  onBrush: (brush: Brush | null) => void,
): void {
  const newest = useRef(stage);
  useEffect(() => {
    newest.current = stage;
  });
  useEffect(() => {
    if (!surface.current) return;
    return attachGestures(surface.current, { stage: () => newest.current, onPoint, onBrush });
  }, [surface, onPoint, onBrush]);
}

/** Opens the copy behind each dot. For the keyboard, a list beside the chart has the same. */
function CopyButtons({ place, drawing }: { readonly place: Place; readonly drawing: PriceDrawing }) {
  const { toX, toY } = scalesOf(place);
  const copies = drawing.copies.filter(({ url }) => url !== "");
  return dotsInSight(copies, place.viewport).map(({ atMs, price, url }) => (
    <button
      key={url}
      type="button"
      className="copy-dot"
      tabIndex={-1}
      aria-hidden="true"
      title={texts().olderPrices.openOf(formatMoney(price, drawing.currency), formatDate(atMs))}
      style={{ left: toX(atMs), top: toY(price) }}
      onClick={() => openCopy(url)}
    />
  ));
}

function BrushMark({ brush, place }: { readonly brush: Brush; readonly place: Place }) {
  const left = Math.max(Math.min(brush.from, brush.to), place.left);
  const right = Math.min(Math.max(brush.from, brush.to), place.right);
  return (
    <span
      className="brush"
      style={{ left, width: Math.max(0, right - left), top: place.top, height: place.bottom - place.top }}
    />
  );
}

interface Reading {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  readonly point: PricePoint;
}

/** The price of each line at a time, cheapest first. */
function readingsAt(series: readonly PriceSeries[], atMs: number): Reading[] {
  return series
    .flatMap(({ id, label, currency, points }) => {
      const point = pointAt(points, atMs);
      return point ? [{ id, label, currency, point }] : [];
    })
    .sort((a, b) => a.point.price - b.point.price);
}

const exactSpanMs = 14 * 86_400_000;

/** Changes show their minute; hovered times show the day, unless zoomed in. */
function crossHairTime({ atMs, isByKeys }: CrossHair, spanMs: number): string {
  return isByKeys || spanMs < exactSpanMs ? formatDateTime(atMs) : formatDate(atMs);
}

/** The readings in words, for screen readers. */
function spokenAt(shown: readonly PriceSeries[], crossHair: CrossHair, spanMs: number): string {
  const words = texts().history;
  const prices = readingsAt(shown, crossHair.atMs).map(({ label, currency, point }) => {
    const money = formatMoney(point.price, currency);
    return point.availability === "out" ? words.priceThenOut(label, money) : words.priceThen(label, money);
  });
  return [crossHairTime(crossHair, spanMs), ...(prices.length > 0 ? prices : [words.noPriceThen])].join("; ");
}

interface ReadoutProps extends Pick<HistoryChartProps, "colorOf"> {
  readonly place: Place;
  readonly crossHair: CrossHair;
  readonly series: readonly PriceSeries[];
}

const boxGap = 14;

/** A vertical line at one time, with each offer's price then, cheapest first. */
function Readout({ place, crossHair, series, colorOf }: ReadoutProps) {
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
          style={{ left: x, top: toY(point.price), background: colorOf(id) }}
        />
      ))}
      <div
        className="readout-box small"
        style={isRightHalf ? { right: `calc(100% - ${x - boxGap}px)` } : { left: x + boxGap }}
      >
        <strong>{crossHairTime(crossHair, spanOf(place.viewport))}</strong>
        {readings.map(({ id, label, currency, point }) => (
          <span key={id} className="readout-row">
            <span className="swatch" style={{ background: colorOf(id) }} />
            <span className="truncate">{label}</span>
            <span className="strong">
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

/** A summary of the chart for screen readers. */
function summaryOf(
  { extremes, viewport, currency, targets }: PriceDrawing,
  lines: HistoryChartProps["lines"],
): string {
  const words = texts().history;
  if (!extremes) return words.summaryOfNone;
  const money = (price: number) => formatMoney(price, currency);
  const count = lines.shown.length;
  const sentence = words.summary(
    formatDate(viewport.startMs),
    formatDate(viewport.endMs),
    lines.grouping === "shop" ? words.shops(count) : words.offers(count),
    money(extremes.lowest.price),
    money(extremes.highest.price),
  );
  return [sentence, ...targets.map((price) => words.summaryTarget(money(price))), words.summaryTable].join(
    " ",
  );
}
