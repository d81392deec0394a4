import { decimate } from "./decimate.js";
import type { DrawnLine, PriceDrawing } from "./drawing.js";
import { outSpans } from "./out-spans.js";
import { columnsOf, type Place, scalesOf } from "./place.js";
import { type PricePoint, pointAt } from "./price-series.js";
import { shapePath, shapeSize } from "./shapes.js";
import { type StepRun, stepRuns } from "./step-runs.js";

type Context = CanvasRenderingContext2D;

const lineWidth = 1.75;
const dash = [3, 3];

function runsOf(points: readonly PricePoint[], place: Place): StepRun[] {
  const kept = decimate(points, place.viewport, columnsOf(place));
  return stepRuns(points, kept, place.viewport, scalesOf(place));
}

function trace(context: Context, { corners }: StepRun): void {
  context.moveTo(corners[0] ?? 0, corners[1] ?? 0);
  for (let index = 2; index < corners.length; index += 2)
    context.lineTo(corners[index] ?? 0, corners[index + 1] ?? 0);
}

function stroke(context: Context, runs: readonly StepRun[]): void {
  context.beginPath();
  for (const run of runs) trace(context, run);
  context.stroke();
}

/** Dashed where it is out of stock: the price is still asked, and nobody can pay it. */
function drawLine(context: Context, line: DrawnLine, place: Place): void {
  const runs = runsOf(line.points, place);
  context.save();
  context.globalAlpha = line.isFaint ? 0.2 : 1;
  context.strokeStyle = line.color;
  context.lineWidth = lineWidth;
  stroke(
    context,
    runs.filter(({ isOut }) => !isOut),
  );
  context.setLineDash(dash);
  context.lineWidth = 1;
  stroke(
    context,
    runs.filter(({ isOut }) => isOut),
  );
  context.restore();
}

/** Where the line leaves the chart on the right, its own shape. */
function drawEnd(context: Context, line: DrawnLine, place: Place, surface: string): void {
  const { endMs } = place.viewport;
  const point = pointAt(line.points, endMs);
  const last = line.points.at(-1);
  if (!point || !last) return;
  const { toX, toY } = scalesOf(place);
  context.save();
  context.globalAlpha = line.isFaint ? 0.2 : 1;
  context.translate(toX(Math.min(last.atMs, endMs)) - shapeSize / 2, toY(point.price) - shapeSize / 2);
  const path = new Path2D(shapePath(line.shape));
  context.strokeStyle = surface;
  context.lineWidth = 2;
  context.stroke(path);
  context.fillStyle = line.color;
  context.fill(path);
  context.restore();
}

/** The area under the best price, with gaps where nobody had the product. */
function drawArea(context: Context, { best, palette }: PriceDrawing, place: Place): void {
  context.beginPath();
  for (const { isOut, corners } of runsOf(best, place)) {
    if (isOut) continue;
    context.moveTo(corners[0] ?? 0, place.bottom);
    for (let index = 0; index < corners.length; index += 2)
      context.lineTo(corners[index] ?? 0, corners[index + 1] ?? 0);
    context.lineTo(corners.at(-2) ?? 0, place.bottom);
    context.closePath();
  }
  context.fillStyle = palette.shade;
  context.fill();
}

const hatchSize = 7;

/** Slanting lines that join from tile to tile. */
function hatch(context: Context, color: string): CanvasPattern | null {
  const scale = context.getTransform().a || 1;
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
  // What steps back lies behind.
  const inOrder = [...lines].sort((a, b) => Number(b.isFaint) - Number(a.isFaint));
  // The first line is the one that matters most, so it is drawn last.
  for (const line of inOrder.toReversed()) if (line.isFaint) drawLine(context, line, place);
  for (const line of inOrder.toReversed()) if (!line.isFaint) drawLine(context, line, place);
  for (const line of inOrder.toReversed()) drawEnd(context, line, place, palette.surface);
}
