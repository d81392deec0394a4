/** What a turn of the wheel asks of the chart; null: the page scrolls. */
export type WheelWish =
  | { readonly kind: "zoom"; readonly factor: number }
  | { readonly kind: "pan"; readonly pixels: number };

type Turned = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "ctrlKey" | "metaKey">;

interface Around {
  readonly hasFocus: boolean;
  readonly isZoomed: boolean;
}

const pixelsPerLine = 16;
/** A notch of a mouse's wheel must not jump; a pinch comes in many small turns. */
const turnMax = 40;
const zoomPerPixel = 0.008;

/**
 * A page that has a chart under the pointer must still scroll: the wheel alone zooms only a chart that was chosen.
 * A pinch on a trackpad arrives with `ctrlKey`, whatever key is down.
 */
export function wheelWish(turned: Turned, { hasFocus, isZoomed }: Around): WheelWish | null {
  const unit = turned.deltaMode === 1 ? pixelsPerLine : 1;
  const [across, down] = [turned.deltaX * unit, turned.deltaY * unit];
  const isMeant = turned.ctrlKey || turned.metaKey;
  if (!isMeant && Math.abs(across) > Math.abs(down)) return isZoomed ? { kind: "pan", pixels: across } : null;
  if (!isMeant && !hasFocus) return null;
  // There is nothing further out: the page goes on.
  if (!isMeant && !isZoomed && down > 0) return null;
  const turn = Math.min(Math.max(down, -turnMax), turnMax);
  return turn === 0 ? null : { kind: "zoom", factor: Math.exp(-turn * zoomPerPixel) };
}
