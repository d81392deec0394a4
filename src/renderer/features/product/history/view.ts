import { useMemo, useState } from "react";
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from "../../../../shared/time.js";
import { formatDateRange } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** Arithmetic of the viewport: the visible part of the history. Events are handled elsewhere. */
export interface Viewport {
  readonly startMs: number;
  readonly endMs: number;
}

/** Prices are checked hourly at most, so closer zoom shows nothing. */
const shortestMs = 6 * HOUR_MS;

/** The dots that a viewport shows. */
export function dotsInSight<T extends { readonly atMs: number }>(
  dots: readonly T[],
  { startMs, endMs }: Viewport,
): T[] {
  return dots.filter(({ atMs }) => atMs >= startMs && atMs <= endMs);
}

export function spanOf({ startMs, endMs }: Viewport): number {
  return endMs - startMs;
}

/** `viewport`, moved and shrunk to lie within `bounds`. */
export function clamp(viewport: Viewport, bounds: Viewport): Viewport {
  const shortest = Math.min(shortestMs, spanOf(bounds));
  // Exactly the bounds, without rounding, so that the full view can be recognized.
  if (spanOf(viewport) >= spanOf(bounds)) return bounds;
  const spanMs = Math.min(Math.max(spanOf(viewport), shortest), spanOf(bounds));
  const startMs = Math.min(Math.max(viewport.startMs, bounds.startMs), bounds.endMs - spanMs);
  return { startMs, endMs: Math.min(startMs + spanMs, bounds.endMs) };
}

/** The centre of a zoom without a pointer: the end if it is shown, otherwise the middle. */
export function zoomCentre({ viewport, bounds }: Pick<View, "viewport" | "bounds">): number {
  const isAtEnd = bounds.endMs - viewport.endMs < spanOf(viewport) / 100;
  return isAtEnd ? viewport.endMs : (viewport.startMs + viewport.endMs) / 2;
}

/** `factor` 2 halves the span. `atMs` keeps its position, as far as the bounds allow. */
export function zoomAt(viewport: Viewport, bounds: Viewport, factor: number, atMs: number): Viewport {
  const shortest = Math.min(shortestMs, spanOf(bounds));
  const spanMs = Math.max(spanOf(viewport) / factor, shortest);
  if (spanMs >= spanOf(bounds)) return bounds;
  const anchorMs = Math.min(Math.max(atMs, viewport.startMs), viewport.endMs);
  const share = spanOf(viewport) === 0 ? 0.5 : (anchorMs - viewport.startMs) / spanOf(viewport);
  const startMs = anchorMs - share * spanMs;
  return clamp({ startMs, endMs: startMs + spanMs }, bounds);
}

/** The same span, shifted by `byMs` within the bounds. */
export function pan(viewport: Viewport, bounds: Viewport, byMs: number): Viewport {
  return clamp({ startMs: viewport.startMs + byMs, endMs: viewport.endMs + byMs }, bounds);
}

/** Moved just enough to show `atMs`, with a little room beside it. */
export function reveal(viewport: Viewport, bounds: Viewport, atMs: number): Viewport {
  const roomMs = spanOf(viewport) / 10;
  if (atMs < viewport.startMs) return pan(viewport, bounds, atMs - viewport.startMs - roomMs);
  if (atMs > viewport.endMs) return pan(viewport, bounds, atMs - viewport.endMs + roomMs);
  return viewport;
}

export function isWhole(viewport: Viewport, bounds: Viewport): boolean {
  return viewport.startMs <= bounds.startMs && viewport.endMs >= bounds.endMs;
}

/** The viewport, and its changes. */
export interface View {
  readonly viewport: Viewport;
  readonly bounds: Viewport;
  readonly isZoomed: boolean;
  /** Around `atMs`, which keeps its position. */
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

/** The whole range, which moves with the clock until the shopper zooms. Another range starts over. */
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

export type Range = "30d" | "90d" | "1y" | "all";

export const rangeDays = { "30d": 30, "90d": 90, "1y": 365 } as const;

/** The contract's longest window. */
const windowDaysMax = 366;

export interface Segment {
  readonly start: string;
  readonly end: string;
}

/** The days of a range. `all` reaches as far back as the history. */
export function daysOf(range: Range, daysOfHistory: number): number {
  return range === "all" ? Math.max(rangeDays["1y"], Math.ceil(daysOfHistory)) : rangeDays[range];
}

/** The least span of a new history: a line instead of a dot. */
const minSpanMs = MINUTE_MS;

/**
 * The chart's start: that of the range, or of a shorter history, so that no unknown time is shown. `firstMs` is the
 * first known price; null without one.
 */
export function startOf(range: Range, daysOfHistory: number, nowMs: number, firstMs: number | null): number {
  const rangeStartMs = nowMs - daysOf(range, daysOfHistory) * DAY_MS;
  return Math.max(rangeStartMs, Math.min(firstMs ?? rangeStartMs, nowMs - minSpanMs));
}

/** The ranges that differ: one longer than the history shows nothing more. */
export function rangesFor(daysOfHistory: number): Range[] {
  const ranges: Range[] = ["30d"];
  if (daysOfHistory > rangeDays["30d"]) ranges.push("90d");
  if (daysOfHistory > rangeDays["90d"]) ranges.push("1y");
  if (daysOfHistory > rangeDays["1y"]) ranges.push("all");
  return ranges;
}

/**
 * The request windows for the last `days`, newest first: 90 days, the rest of the year, then years, so that a longer
 * range requests only additional days. The first is at least 90 days long, because its answer serves shorter ranges
 * as well. It ends tomorrow, so that a price checked just after midnight appears before the window's clock ticks.
 */
export function segmentsFor(days: number, today: string): Segment[] {
  const todayMs = Date.parse(today);
  const segments: Segment[] = [];
  let from = -1;
  let to: number = rangeDays["90d"];
  for (;;) {
    segments.push({ start: utcDay(todayMs - to * DAY_MS), end: utcDay(todayMs - from * DAY_MS) });
    if (to >= days) return segments;
    from = to + 1;
    to = to < rangeDays["1y"] ? rangeDays["1y"] : Math.min(days, to + windowDaysMax);
  }
}

/** Shorter spans also show the time of day. */
const exactDays = 4;

function lengthText(spanMs: number): string {
  const words = texts().history;
  if (spanMs < HOUR_MS) return words.minutes(Math.round(spanMs / MINUTE_MS));
  if (spanMs < 2 * DAY_MS) return words.hours(Math.round(spanMs / HOUR_MS));
  return words.days(Math.round(spanMs / DAY_MS));
}

/** `Mar 3 – Jun 1, 2026 · 90 days`: the viewport in words. */
export function spanText(viewport: Viewport): string {
  const spanMs = spanOf(viewport);
  const dates = formatDateRange(viewport.startMs, viewport.endMs, spanMs < exactDays * DAY_MS);
  return `${dates} · ${lengthText(spanMs)}`;
}
