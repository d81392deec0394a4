import { useMemo, useState } from "react";
import { clamp, isWhole, pan, reveal, type Viewport, zoomAt } from "./viewport.js";

/** What is looked at, and the ways to look at something else. */
export interface View {
  readonly viewport: Viewport;
  readonly bounds: Viewport;
  readonly isZoomed: boolean;
  /** Around `atMs`, which stays where it is. */
  readonly zoom: (factor: number, atMs: number) => void;
  readonly panBy: (byMs: number) => void;
  readonly reveal: (atMs: number) => void;
  readonly show: (viewport: Viewport) => void;
  readonly reset: () => void;
}

interface Chosen {
  readonly viewport: Viewport;
  readonly range: string;
}

/** Everything of the range, which goes on with the clock, until the shopper looks closer. Another range begins anew. */
export function useView(range: string, startMs: number, endMs: number): View {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const bounds = useMemo(() => ({ startMs, endMs }), [startMs, endMs]);
  const viewport = useMemo(
    () => (chosen?.range === range ? clamp(chosen.viewport, bounds) : bounds),
    [chosen, range, bounds],
  );
  return useMemo(() => {
    const change = (next: (now: Viewport) => Viewport) =>
      setChosen((now) => {
        const changed = next(now?.range === range ? clamp(now.viewport, bounds) : bounds);
        return isWhole(changed, bounds) ? null : { viewport: changed, range };
      });
    return {
      viewport,
      bounds,
      isZoomed: !isWhole(viewport, bounds),
      zoom: (factor, atMs) => change((now) => zoomAt(now, bounds, factor, atMs)),
      panBy: (byMs) => change((now) => pan(now, bounds, byMs)),
      reveal: (atMs) => change((now) => reveal(now, bounds, atMs)),
      show: (next) => change(() => clamp(next, bounds)),
      reset: () => setChosen(null),
    };
  }, [viewport, bounds, range]);
}
