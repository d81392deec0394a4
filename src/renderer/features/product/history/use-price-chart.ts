import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { PriceDrawing } from "./drawing.js";
import type { Place } from "./place.js";
import { createPriceChart, type PriceChart } from "./price-chart.js";

/** Draws on the canvas, and tells where things are on it; null before the first time. */
export function usePriceChart(
  canvas: RefObject<HTMLCanvasElement | null>,
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
  // Before the page is painted, so that cross-hair and lines move together.
  useLayoutEffect(() => chart.current?.draw(drawing), [drawing]);
  return place;
}
