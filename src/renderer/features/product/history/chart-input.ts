import type { KeyboardEvent as ReactKeyboardEvent } from "react";
import type { PriceRange } from "./axes.js";
import { nextChange, type PriceSeries, previousChange } from "./price-series.js";
import { pan, spanOf, type View, type Viewport, zoomCentre } from "./view.js";

/** Where the chart has drawn its parts: pixels from the canvas's corner. */
export interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly viewport: Viewport;
  readonly prices: PriceRange;
}

/** The position of a time and a price. */
export function scalesOf({ left, right, top, bottom, viewport, prices }: Place) {
  const perMs = (right - left) / spanOf(viewport);
  const perPrice = (bottom - top) / (prices.highest - prices.lowest);
  return {
    toX: (atMs: number) => left + (atMs - viewport.startMs) * perMs,
    toY: (price: number) => bottom - (price - prices.lowest) * perPrice,
  };
}

/** The time at `x`, clamped to the chart. */
export function timeAt({ left, right, viewport }: Place, x: number): number {
  const share = Math.min(Math.max((x - left) / (right - left), 0), 1);
  return viewport.startMs + share * spanOf(viewport);
}

export const zoomFactor = 1.5;
const panShare = 0.2;

interface Keyed {
  readonly view: View;
  readonly shown: readonly PriceSeries[];
  /** The cross-hair's position; null without one. */
  readonly atMs: number | null;
  readonly onCrossHair: (atMs: number | null) => void;
}

type KeyAct = (keyed: Keyed) => void;

/** Moves the cross-hair to a change, if there is one. */
function moveTo({ view, onCrossHair }: Keyed, found: number | null): void {
  if (found === null) return;
  onCrossHair(found);
  view.reveal(found);
}

const panBy =
  (share: number): KeyAct =>
  ({ view }) =>
    view.panBy(share * spanOf(view.viewport));

const zoomBy =
  (factor: number): KeyAct =>
  ({ view, atMs }) =>
    view.zoom(factor, atMs ?? zoomCentre(view));

const plain: Readonly<Record<string, KeyAct>> = {
  // Without a cross-hair, they start at the edge of the viewport.
  ArrowLeft: (keyed) => moveTo(keyed, previousChange(keyed.shown, keyed.atMs ?? keyed.view.viewport.endMs)),
  ArrowRight: (keyed) =>
    moveTo(keyed, nextChange(keyed.shown, keyed.atMs ?? keyed.view.viewport.startMs - 1)),
  Home: (keyed) => moveTo(keyed, nextChange(keyed.shown, keyed.view.bounds.startMs - 1)),
  End: (keyed) => moveTo(keyed, previousChange(keyed.shown, keyed.view.bounds.endMs)),
  PageUp: panBy(-1),
  PageDown: panBy(1),
  "+": zoomBy(zoomFactor),
  // The same key without Shift, for layouts with + above =.
  "=": zoomBy(zoomFactor),
  "-": zoomBy(1 / zoomFactor),
  _: zoomBy(1 / zoomFactor),
  "0": ({ view }) => view.reset(),
  Escape: ({ onCrossHair }) => onCrossHair(null),
};

const shifted: Readonly<Record<string, KeyAct>> = {
  ArrowLeft: panBy(-panShare),
  ArrowRight: panBy(panShare),
};

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** What a key does to the chart; null if nothing. Keys with Ctrl, Cmd or Alt belong to the window and the system. */
export function keyAct({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): KeyAct | null {
  if (ctrlKey || metaKey || altKey) return null;
  return (shiftKey ? shifted[key] : undefined) ?? plain[key] ?? null;
}

/** Performs the action of a key on the focused chart. */
export function onChartKey(event: ReactKeyboardEvent<HTMLElement>, keyed: Keyed): void {
  const act = keyAct(event);
  if (!act) return;
  event.preventDefault();
  act(keyed);
  if (event.key === "Escape") event.currentTarget.blur();
}

export type WheelAction =
  | { readonly kind: "zoom"; readonly factor: number }
  | { readonly kind: "pan"; readonly pixels: number };

type Turned = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "ctrlKey" | "metaKey">;

interface Around {
  readonly hasFocus: boolean;
  readonly isZoomed: boolean;
}

const pixelsPerLine = 16;
/** A notch of a mouse wheel must not jump, and a pinch arrives as many small events. */
const maxTurn = 40;
const zoomPerPixel = 0.008;

/**
 * What the wheel does to the chart; null to let the page scroll. It zooms only a focused chart, so that the page still
 * scrolls over others. A trackpad pinch arrives with `ctrlKey`, whatever key is down.
 */
export function wheelAction(turned: Turned, { hasFocus, isZoomed }: Around): WheelAction | null {
  const unit = turned.deltaMode === 1 ? pixelsPerLine : 1;
  const [across, down] = [turned.deltaX * unit, turned.deltaY * unit];
  const isMeant = turned.ctrlKey || turned.metaKey;
  if (!isMeant && Math.abs(across) > Math.abs(down)) return isZoomed ? { kind: "pan", pixels: across } : null;
  if (!isMeant && !hasFocus) return null;
  // Fully zoomed out: lets the page scroll.
  if (!isMeant && !isZoomed && down > 0) return null;
  const turn = Math.min(Math.max(down, -maxTurn), maxTurn);
  return turn === 0 ? null : { kind: "zoom", factor: Math.exp(-turn * zoomPerPixel) };
}

/** The chart's state for pointer events. */
export interface Stage {
  readonly place: Place;
  readonly view: View;
}

/** The dragged range to zoom into, in pixels. */
export interface Brush {
  readonly from: number;
  readonly to: number;
}

export interface GestureEvents {
  /** Null before the chart has been drawn. */
  readonly stage: () => Stage | null;
  /** The hovered position; null when the pointer has left or is dragging. */
  readonly onPoint: (atMs: number | null) => void;
  readonly onBrush: (brush: Brush | null) => void;
}

interface Drag {
  readonly fromX: number;
  readonly viewport: Viewport;
  readonly kind: "pan" | "brush";
  hasMoved: boolean;
}

/** Pixels. Tolerates small movements of a resting hand. */
const minMove = 4;
const minBrush = 8;

function msPerPixel({ left, right }: Place, viewport: Viewport): number {
  return spanOf(viewport) / (right - left);
}

function onWheel(event: WheelEvent, element: HTMLElement, { stage }: GestureEvents): void {
  const now = stage();
  const action =
    now && wheelAction(event, { hasFocus: element === document.activeElement, isZoomed: now.view.isZoomed });
  if (!action) return;
  event.preventDefault();
  if (action.kind === "pan") now.view.panBy(action.pixels * msPerPixel(now.place, now.view.viewport));
  else now.view.zoom(action.factor, timeAt(now.place, event.clientX - element.getBoundingClientRect().left));
}

/** Zooms and pans so that two fingers stay over their times. */
function pinch(before: readonly number[], after: readonly number[], { place, view }: Stage): void {
  const [a = 0, b = 0] = before;
  const [c = 0, d = 0] = after;
  const [was, is] = [Math.abs(a - b), Math.abs(c - d)];
  if (was < 1 || is < 1) return;
  const middleMs = timeAt(place, (a + b) / 2);
  view.zoom(is / was, middleMs);
  view.panBy(((a + b - c - d) / 2) * msPerPixel(place, view.viewport));
}

/** Translates wheel, drag and pinch into changes of the view. Returns its cleanup. */
export function attachGestures(element: HTMLElement, events: GestureEvents): () => void {
  const { stage, onPoint, onBrush } = events;
  const pointers = new Map<number, number>();
  let drag: Drag | null = null;
  const xOf = ({ clientX }: PointerEvent) => clientX - element.getBoundingClientRect().left;
  const release = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId);
    drag = null;
    onBrush(null);
  };

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
    if (!now.hasMoved && Math.abs(x - now.fromX) < minMove) return;
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
    // A chart that moves under a resting pointer must not take the cross-hair from the keyboard.
    else if (event.movementX !== 0 || event.movementY !== 0)
      onPoint(isInside(now.place, xOf(event)) ? timeAt(now.place, xOf(event)) : null);
  };
  const onUp = (event: PointerEvent) => {
    const now = stage();
    const [x, ended] = [xOf(event), drag];
    release(event);
    if (!now || !ended?.hasMoved || ended.kind !== "brush" || Math.abs(x - ended.fromX) < minBrush) return;
    const times = [timeAt(now.place, ended.fromX), timeAt(now.place, x)];
    now.view.show({ startMs: Math.min(...times), endMs: Math.max(...times) });
  };
  const listening = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => element.addEventListener(name, listener, { passive: false, signal: listening.signal });
  on("wheel", (event) => onWheel(event, element, events));
  on("pointerdown", onDown);
  on("pointermove", onMove);
  on("pointerup", onUp);
  on("pointercancel", release);
  on("pointerleave", () => onPoint(null));
  return () => listening.abort();
}

function isInside({ left, right }: Place, x: number): boolean {
  return x >= left && x <= right;
}
