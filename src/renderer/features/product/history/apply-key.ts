import type { KeyboardEvent } from "react";
import { assertNever } from "../../../../shared/assert-never.js";
import { nextChange, previousChange } from "./change-steps.js";
import { type KeyWish, keyWish } from "./chart-keys.js";
import type { PriceSeries } from "./price-series.js";
import type { View } from "./use-view.js";
import { spanOf } from "./viewport.js";

interface Keyed {
  readonly view: View;
  readonly shown: readonly PriceSeries[];
  /** Where the cross-hair is; null: nowhere. */
  readonly atMs: number | null;
  readonly onCrossHair: (atMs: number | null) => void;
}

/** From the edge of what is in sight where there is no cross-hair yet. */
function stepFrom({ view, shown, atMs }: Keyed, to: 1 | -1): number | null {
  const { startMs, endMs } = view.viewport;
  return to > 0 ? nextChange(shown, atMs ?? startMs - 1) : previousChange(shown, atMs ?? endMs);
}

function endOf({ view, shown }: Keyed, to: 1 | -1): number | null {
  const { startMs, endMs } = view.bounds;
  return to > 0 ? previousChange(shown, endMs) : nextChange(shown, startMs - 1);
}

function step(keyed: Keyed, found: number | null): void {
  if (found === null) return;
  keyed.onCrossHair(found);
  keyed.view.reveal(found);
}

function carryOut(wish: KeyWish, keyed: Keyed): void {
  const { view, atMs, onCrossHair } = keyed;
  const { viewport } = view;
  switch (wish.kind) {
    case "step":
      step(keyed, stepFrom(keyed, wish.to));
      break;
    case "end":
      step(keyed, endOf(keyed, wish.to));
      break;
    case "pan":
      view.panBy(wish.share * spanOf(viewport));
      break;
    case "zoom":
      view.zoom(wish.factor, atMs ?? (viewport.startMs + viewport.endMs) / 2);
      break;
    case "reset":
      view.reset();
      break;
    case "leave":
      onCrossHair(null);
      break;
    default:
      assertNever(wish);
  }
}

/** Carries out what a key asks of the chart that has the focus. */
export function onChartKey(event: KeyboardEvent<HTMLElement>, keyed: Keyed): void {
  const wish = keyWish(event);
  if (!wish) return;
  event.preventDefault();
  carryOut(wish, keyed);
  if (wish.kind === "leave") event.currentTarget.blur();
}
