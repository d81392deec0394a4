import { useCallback, useEffect, useId, useRef, useState } from "react";
import { texts } from "../../../lib/texts.js";
import { onChartKey } from "./apply-key.js";
import { attachGestures, type Brush, type Stage } from "./chart-gestures.js";
import { ChartReadout } from "./chart-readout.js";
import type { PriceDrawing } from "./drawing.js";
import type { Place } from "./place.js";
import type { PriceSeries } from "./price-series.js";
import { type CrossHair, crossHairTime, readingsAt, spokenReadings } from "./readings.js";
import { summaryOf } from "./summary.js";
import type { LineStyle } from "./use-line-styles.js";
import type { Lines } from "./use-lines.js";
import { usePriceChart } from "./use-price-chart.js";
import type { View } from "./use-view.js";
import { spanOf } from "./viewport.js";

export interface HistoryChartProps {
  readonly lines: Lines;
  readonly view: View;
  readonly drawing: PriceDrawing;
  readonly styleOf: (id: string) => LineStyle;
}

/** Step lines, one an offer or a shop; the cross-hair reads all of them at one time, by pointer and by keys. */
export function HistoryChart({ lines, view, drawing, styleOf }: HistoryChartProps) {
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
    // The keys are told by the description, as a screen reader reads it.
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
      <canvas ref={canvas} role="img" aria-label={summaryOf(drawing, lines)} />
      {place && brush && <BrushMark brush={brush} place={place} />}
      {place && crossHair && (
        <ChartReadout place={place} crossHair={crossHair} series={lines.shown} styleOf={styleOf} />
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

function spokenAt(shown: readonly PriceSeries[], crossHair: CrossHair, spanMs: number): string {
  return spokenReadings(readingsAt(shown, crossHair.atMs), crossHairTime(crossHair, spanMs));
}

/** The listeners stay; what they find is the newest. */
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
