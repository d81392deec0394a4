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
  const left = Math.min(Math.max(x - width / 2, place.left), place.right - width);
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

/** Not dashed: that means out of stock here. */
function drawTargetLine(context: Context, price: number, { palette }: PriceDrawing, place: Place): void {
  const y = Math.round(scalesOf(place).toY(price)) + 0.5;
  context.strokeStyle = palette.target;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(place.left, y);
  context.lineTo(place.right, y);
  context.stroke();
}

/** The words of a target go where no other words are. */
function writeTarget(
  context: Context,
  price: number,
  taken: readonly Box[],
  { palette, words }: PriceDrawing,
  place: Place,
): Box {
  const text = words.target(price);
  const top = scalesOf(place).toY(price) - labelHeight / 2;
  const middle = (place.left + place.right) / 2;
  const boxes = [place.left, place.right, middle].map((x) => boxFor(context, text, x, top, place));
  const free = boxes.find((box) => !taken.some((other) => meets(box, other)));
  const box = free ?? boxFor(context, text, place.left, top, place);
  write(context, text, box, palette.target, palette.surface);
  return box;
}

/** The lowest and the highest price in sight, and what the shopper waits for. */
export function drawMarks(context: Context, drawing: PriceDrawing, place: Place): void {
  const { extremes, palette, words } = drawing;
  const targets = nearTargets(drawing);
  for (const price of targets) drawTargetLine(context, price, drawing, place);
  const taken: Box[] = [];
  if (extremes && extremes.lowest.price !== extremes.highest.price) {
    const high = { text: words.highest, color: palette.bad, isBelow: false };
    const low = { text: words.lowest, color: palette.good, isBelow: true };
    taken.push(drawExtreme(context, extremes.highest, high, drawing, place));
    taken.push(drawExtreme(context, extremes.lowest, low, drawing, place));
  }
  for (const price of targets) taken.push(writeTarget(context, price, taken, drawing, place));
}
