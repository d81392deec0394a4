/** The part of the history that is looked at. Everything here is arithmetic; the events are told elsewhere. */
export interface Viewport {
  readonly startMs: number;
  readonly endMs: number;
}

/** Prices are checked hourly at most: closer there is nothing to see. */
const shortestMs = 6 * 3_600_000;

export function spanOf({ startMs, endMs }: Viewport): number {
  return endMs - startMs;
}

/** `viewport` moved, and shrunk where need be, so that it lies within `bounds`. */
export function clamp(viewport: Viewport, bounds: Viewport): Viewport {
  const shortest = Math.min(shortestMs, spanOf(bounds));
  // As the bounds are, not as rounding would have them: what is everything has to be told from what is nearly so.
  if (spanOf(viewport) >= spanOf(bounds)) return bounds;
  const spanMs = Math.min(Math.max(spanOf(viewport), shortest), spanOf(bounds));
  const startMs = Math.min(Math.max(viewport.startMs, bounds.startMs), bounds.endMs - spanMs);
  return { startMs, endMs: Math.min(startMs + spanMs, bounds.endMs) };
}

/** Twice the `factor`, half the span. What is at `atMs` stays where it is, as far as the bounds allow. */
export function zoomAt(viewport: Viewport, bounds: Viewport, factor: number, atMs: number): Viewport {
  const shortest = Math.min(shortestMs, spanOf(bounds));
  const spanMs = Math.max(spanOf(viewport) / factor, shortest);
  if (spanMs >= spanOf(bounds)) return bounds;
  const anchorMs = Math.min(Math.max(atMs, viewport.startMs), viewport.endMs);
  const share = spanOf(viewport) === 0 ? 0.5 : (anchorMs - viewport.startMs) / spanOf(viewport);
  const startMs = anchorMs - share * spanMs;
  return clamp({ startMs, endMs: startMs + spanMs }, bounds);
}

/** The same span, later by `byMs` as far as there is something to see. */
export function pan(viewport: Viewport, bounds: Viewport, byMs: number): Viewport {
  return clamp({ startMs: viewport.startMs + byMs, endMs: viewport.endMs + byMs }, bounds);
}

/** Moved no further than it takes to have `atMs` in sight, with a little room beside it. */
export function reveal(viewport: Viewport, bounds: Viewport, atMs: number): Viewport {
  const roomMs = spanOf(viewport) / 10;
  if (atMs < viewport.startMs) return pan(viewport, bounds, atMs - viewport.startMs - roomMs);
  if (atMs > viewport.endMs) return pan(viewport, bounds, atMs - viewport.endMs + roomMs);
  return viewport;
}

export function isWhole(viewport: Viewport, bounds: Viewport): boolean {
  return viewport.startMs <= bounds.startMs && viewport.endMs >= bounds.endMs;
}
