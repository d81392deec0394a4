import { wheelWish } from "./chart-wheel.js";
import { type Place, timeAt } from "./place.js";
import type { View } from "./use-view.js";
import { pan, spanOf, type Viewport } from "./viewport.js";

/** The chart as the pointer finds it. */
export interface Stage {
  readonly place: Place;
  readonly view: View;
}

/** A stretch that is marked in order to look at it closer, in pixels. */
export interface Brush {
  readonly from: number;
  readonly to: number;
}

export interface GestureEvents {
  /** Null before the chart has been drawn. */
  readonly stage: () => Stage | null;
  /** Where the pointer rests; null: it is gone, or busy. */
  readonly onPoint: (atMs: number | null) => void;
  readonly onBrush: (brush: Brush | null) => void;
}

interface Drag {
  readonly fromX: number;
  readonly viewport: Viewport;
  readonly kind: "pan" | "brush";
  hasMoved: boolean;
}

/** A hand is never quite still. */
const moveMin = 4;
const brushMin = 8;

function msPerPixel({ left, right }: Place, viewport: Viewport): number {
  return spanOf(viewport) / (right - left);
}

function listen(
  element: HTMLElement,
  listeners: Partial<Record<string, (event: never) => void>>,
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of entries) element.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of entries) element.removeEventListener(name, listener);
  };
}

function onWheel(event: WheelEvent, element: HTMLElement, { stage }: GestureEvents): void {
  const now = stage();
  const wish =
    now && wheelWish(event, { hasFocus: element === document.activeElement, isZoomed: now.view.isZoomed });
  if (!wish) return;
  event.preventDefault();
  if (wish.kind === "pan") now.view.panBy(wish.pixels * msPerPixel(now.place, now.view.viewport));
  else now.view.zoom(wish.factor, timeAt(now.place, event.clientX - element.getBoundingClientRect().left));
}

/** Follows two fingers: what is between them stays between them. */
function pinch(before: readonly number[], after: readonly number[], { place, view }: Stage): void {
  const [a = 0, b = 0] = before;
  const [c = 0, d = 0] = after;
  const [was, is] = [Math.abs(a - b), Math.abs(c - d)];
  if (was < 1 || is < 1) return;
  const middleMs = timeAt(place, (a + b) / 2);
  view.zoom(is / was, middleMs);
  view.panBy(((a + b - c - d) / 2) * msPerPixel(place, view.viewport));
}

/** Wheel, drag and pinch on the chart, told as changes of its view. Returns what ends it. */
export function attachGestures(element: HTMLElement, events: GestureEvents): () => void {
  const { stage, onPoint, onBrush } = events;
  const pointers = new Map<number, number>();
  let drag: Drag | null = null;
  const xOf = ({ clientX }: PointerEvent) => clientX - element.getBoundingClientRect().left;

  const onDown = (event: PointerEvent) => {
    const now = stage();
    if (!now || event.button !== 0) return;
    pointers.set(event.pointerId, xOf(event));
    const isMarking = event.pointerType === "mouse" && (event.shiftKey || !now.view.isZoomed);
    const kind = isMarking ? "brush" : "pan";
    drag =
      pointers.size > 1 ? null : { fromX: xOf(event), viewport: now.view.viewport, kind, hasMoved: false };
  };
  const onDrag = (event: PointerEvent, { place, view }: Stage, now: Drag) => {
    const x = xOf(event);
    if (!now.hasMoved && Math.abs(x - now.fromX) < moveMin) return;
    if (!now.hasMoved) element.setPointerCapture(event.pointerId);
    now.hasMoved = true;
    onPoint(null);
    if (now.kind === "brush") onBrush({ from: now.fromX, to: x });
    else view.show(pan(now.viewport, view.bounds, (now.fromX - x) * msPerPixel(place, now.viewport)));
  };
  const onMove = (event: PointerEvent) => {
    const now = stage();
    if (!now) return;
    const before = [...pointers.values()];
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, xOf(event));
    if (pointers.size > 1) pinch(before, [...pointers.values()], now);
    else if (drag) onDrag(event, now, drag);
    // What moves under a pointer at rest must not take the cross-hair from the keys.
    else if (event.movementX !== 0 || event.movementY !== 0)
      onPoint(isInside(now.place, xOf(event)) ? timeAt(now.place, xOf(event)) : null);
  };
  const onUp = (event: PointerEvent) => {
    const now = stage();
    const [x, ended] = [xOf(event), drag];
    pointers.delete(event.pointerId);
    drag = null;
    onBrush(null);
    if (!now || !ended?.hasMoved || ended.kind !== "brush" || Math.abs(x - ended.fromX) < brushMin) return;
    const times = [timeAt(now.place, ended.fromX), timeAt(now.place, x)];
    now.view.show({ startMs: Math.min(...times), endMs: Math.max(...times) });
  };
  const onCancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    drag = null;
    onBrush(null);
  };
  return listen(element, {
    wheel: (event: WheelEvent) => onWheel(event, element, events),
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onCancel,
    pointerleave: () => onPoint(null),
  });
}

function isInside({ left, right }: Place, x: number): boolean {
  return x >= left && x <= right;
}
