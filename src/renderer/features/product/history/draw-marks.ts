import type { Extreme } from "./best-price.js";
import { nearTargets, type PriceDrawing } from "./drawing.js";
import { type Place, scalesOf } from "./place.js";

type Context = CanvasRenderingContext2D;

/** A label's box on the canvas. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const labelHeight = 16;
const labelPadding = 4;
const labelGap = 7;

function meets(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** A box for `text` whose middle is near `x`, and which does not leave the chart. */
function boxFor(context: Context, text: string, x: number, top: number, place: Place): Box {
  const width = context.measureText(text).width + 2 * labelPadding;
  const left = Math.min(Math.max(x - width / 2, place.left + 2), place.right - width - 2);
  return {
    left,
    top: Math.min(Math.max(top, place.top), place.bottom - labelHeight),
    width,
    height: labelHeight,
  };
}

function write(context: Context, text: string, box: Box, color: string, surface: string): void {
  context.fillStyle = surface;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, 4);
  context.fill();
  context.fillStyle = color;
  context.fillText(text, box.left + labelPadding, box.top + box.height / 2 + 0.5);
}

function drawDot(context: Context, x: number, y: number, color: string, surface: string): void {
  context.beginPath();
  context.arc(x, y, 4, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.strokeStyle = surface;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
}

function drawExtreme(
  context: Context,
  { atMs, price }: Extreme,
  { text, color, isBelow }: { text: string; color: string; isBelow: boolean },
  { palette }: PriceDrawing,
  place: Place,
): Box {
  const { toX, toY } = scalesOf(place);
  const [x, y] = [toX(atMs), toY(price)];
  drawDot(context, x, y, color, palette.surface);
  const box = boxFor(context, text, x, isBelow ? y + labelGap : y - labelGap - labelHeight, place);
  write(context, text, box, color, palette.surface);
  return box;
}

/** The line is not dashed: that means out of stock here. Its words go where no other words are. */
function drawTarget(
  context: Context,
  price: number,
  taken: readonly Box[],
  drawing: PriceDrawing,
  place: Place,
): Box {
  const { palette, words } = drawing;
  const y = scalesOf(place).toY(price);
  context.strokeStyle = palette.target;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(place.left, Math.round(y) + 0.5);
  context.lineTo(place.right, Math.round(y) + 0.5);
  context.stroke();
  const text = words.target(price);
  const boxes = [place.left, place.right, (place.left + place.right) / 2].map((x) =>
    boxFor(context, text, x, y - labelHeight / 2, place),
  );
  const free = boxes.find((box) => !taken.some((other) => meets(box, other))) ?? boxes[0];
  const box = free ?? boxFor(context, text, place.left, y, place);
  write(context, text, box, palette.target, palette.surface);
  return box;
}

/** The lowest and the highest price in sight, and what the shopper waits for. */
export function drawMarks(context: Context, drawing: PriceDrawing, place: Place): void {
  const { extremes, palette, words } = drawing;
  const taken: Box[] = [];
  if (extremes && extremes.lowest.price !== extremes.highest.price) {
    const high = { text: words.highest, color: palette.bad, isBelow: false };
    const low = { text: words.lowest, color: palette.good, isBelow: true };
    taken.push(drawExtreme(context, extremes.highest, high, drawing, place));
    taken.push(drawExtreme(context, extremes.lowest, low, drawing, place));
  }
  for (const price of nearTargets(drawing)) taken.push(drawTarget(context, price, taken, drawing, place));
}
