import { dashed, type Fill, fillArea, fillLine } from "./bars.js";
import { decimate } from "./decimate.js";
import type { DrawnLine, PriceDrawing } from "./drawing.js";
import { outSpans } from "./out-spans.js";
import { columnsOf, type Place, scalesOf } from "./place.js";
import { type PricePoint, pointAt } from "./price-series.js";
import { shapePath, shapeSize } from "./shapes.js";
import { type StepRun, stepRuns } from "./step-runs.js";

type Context = CanvasRenderingContext2D;

const lineWidth = 1.75;
const outWidth = 1.25;
const dashLength = 3;

function runsOf(points: readonly PricePoint[], place: Place): StepRun[] {
  const kept = decimate(points, place.viewport, columnsOf(place));
  return stepRuns(points, kept, place.viewport, scalesOf(place));
}

/** Opaque, so that the rectangles of a line may overlap. */
function paintOf({ color, isFaint }: DrawnLine, surface: string): string {
  return isFaint ? `color-mix(in srgb, ${color} 22%, ${surface})` : color;
}

/** Dashed where it is out of stock: the price is still asked, and nobody can pay it. */
function drawLine(context: Context, line: DrawnLine, place: Place, surface: string): void {
  context.fillStyle = paintOf(line, surface);
  const fill: Fill = (x, y, width, height) => context.fillRect(x, y, width, height);
  const dash = dashed(dashLength, fill);
  for (const run of runsOf(line.points, place))
    if (run.isOut) fillLine(run, outWidth, dash);
    else fillLine(run, lineWidth, fill);
}

/** Where the line leaves the chart on the right, its own shape. */
function drawEnd(context: Context, line: DrawnLine, place: Place, surface: string): void {
  const { endMs } = place.viewport;
  const point = pointAt(line.points, endMs);
  const last = line.points.at(-1);
  if (!point || !last) return;
  const { toX, toY } = scalesOf(place);
  context.save();
  context.translate(toX(Math.min(last.atMs, endMs)) - shapeSize / 2, toY(point.price) - shapeSize / 2);
  const path = new Path2D(shapePath(line.shape));
  context.strokeStyle = surface;
  context.lineWidth = 2;
  context.stroke(path);
  context.fillStyle = paintOf(line, surface);
  context.fill(path);
  context.restore();
}

/** The area under the best price, with gaps where nobody had the product. */
function drawArea(context: Context, { best, palette }: PriceDrawing, place: Place): void {
  context.fillStyle = palette.shade;
  const fill: Fill = (x, y, width, height) => context.fillRect(x, y, width, height);
  for (const run of runsOf(best, place)) if (!run.isOut) fillArea(run, place.bottom, fill);
}

const hatchSize = 7;

const hatches = new Map<string, CanvasPattern | null>();

/** Slanting lines that join from tile to tile. Kept, because the chart is drawn for every frame of a zoom. */
function hatch(context: Context, color: string): CanvasPattern | null {
  const scale = context.getTransform().a || 1;
  const key = `${color} ${scale}`;
  const known = hatches.get(key);
  if (known) return known;
  const tile = new OffscreenCanvas(hatchSize * scale, hatchSize * scale);
  const pen = tile.getContext("2d");
  if (!pen) return null;
  pen.scale(scale, scale);
  pen.strokeStyle = color;
  pen.globalAlpha = 0.4;
  for (const shift of [-hatchSize, 0, hatchSize]) {
    pen.moveTo(shift - 1, hatchSize + 1);
    pen.lineTo(shift + hatchSize + 1, -1);
  }
  pen.stroke();
  const pattern = context.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / scale));
  hatches.set(key, pattern);
  return pattern;
}

const wordsPadding = 12;

/** Hatched from top to bottom: nobody had the product, and what the best price was cannot be said. */
function drawAbsences(context: Context, { best, palette, words }: PriceDrawing, place: Place): void {
  const spans = outSpans(best, place.viewport, columnsOf(place));
  if (spans.length === 0) return;
  const { toX } = scalesOf(place);
  const pattern = hatch(context, palette.text);
  for (const { startMs, endMs } of spans) {
    const left = toX(startMs);
    const width = Math.max(toX(endMs) - left, 1);
    if (pattern) context.fillStyle = pattern;
    context.fillRect(left, place.top, width, place.bottom - place.top);
    const wordsWidth = context.measureText(words.outOfStock).width + wordsPadding;
    if (wordsWidth > width - 4) continue;
    const middle = left + width / 2;
    context.fillStyle = palette.surface;
    context.fillRect(middle - wordsWidth / 2, place.bottom - 20, wordsWidth, 16);
    context.fillStyle = palette.text;
    context.fillText(words.outOfStock, middle - wordsWidth / 2 + wordsPadding / 2, place.bottom - 12);
  }
}

/** Everything but the axes and the marks. */
export function drawLines(context: Context, drawing: PriceDrawing, place: Place): void {
  const { lines, palette } = drawing;
  drawArea(context, drawing, place);
  drawAbsences(context, drawing, place);
  // What steps back lies behind; of the others the first one, which matters most, is drawn last.
  const inOrder = lines.toReversed().sort((a, b) => Number(b.isFaint) - Number(a.isFaint));
  for (const line of inOrder) drawLine(context, line, place, palette.surface);
  for (const line of inOrder) drawEnd(context, line, place, palette.surface);
}
