import type { PriceDrawing } from "./drawing.js";
import { createPriceChart } from "./price-chart.js";
import { shapePath, shapeSize } from "./shapes.js";

interface Picture {
  readonly drawing: PriceDrawing;
  readonly title: string;
  /** Which time is shown. */
  readonly subtitle: string;
  readonly names: readonly string[];
}

const ratio = 2;
const width = 1_000;
const margin = 24;
const chartWidth = width - margin;
const chartHeight = 420;
const headHeight = 72;
const rowHeight = 24;
const itemGap = 22;
const swatchWidth = 18;

interface Spot {
  readonly x: number;
  readonly row: number;
}

/** Where items of these widths stand when they flow from left to right into rows. */
export function flow(widths: readonly number[], rowWidth: number, gap: number): Spot[] {
  let x = 0;
  let row = 0;
  return widths.map((itemWidth) => {
    if (x > 0 && x + itemWidth > rowWidth) {
      x = 0;
      row++;
    }
    const spot = { x, row };
    x += itemWidth + gap;
    return spot;
  });
}

function makeCanvas(canvasWidth: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width: canvasWidth, height });
}

function drawChart(pen: CanvasRenderingContext2D, drawing: PriceDrawing): void {
  const canvas = makeCanvas(chartWidth, chartHeight);
  const chart = createPriceChart(canvas, { ratio });
  chart.draw({ ...drawing, lines: drawing.lines.map((line) => ({ ...line, isFaint: false })) });
  pen.drawImage(canvas, (width - chartWidth) / 2, headHeight, chartWidth, chartHeight);
  chart.destroy();
}

function textPen(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2d context");
  return pen;
}

function setFont(pen: CanvasRenderingContext2D, size: number, weight: number): void {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

/** The text as far as it fits. */
function shortened(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let kept = text;
  while (kept.length > 1 && pen.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

function drawHead(pen: CanvasRenderingContext2D, { title, subtitle, drawing }: Picture): void {
  pen.textBaseline = "alphabetic";
  pen.fillStyle = drawing.palette.ink;
  setFont(pen, 20, 650);
  pen.fillText(shortened(pen, title, width - 2 * margin), margin, margin + 18);
  pen.fillStyle = drawing.palette.text;
  setFont(pen, 13, 400);
  pen.fillText(subtitle, margin, margin + 40);
}

function drawLegend(
  pen: CanvasRenderingContext2D,
  { drawing, names }: Picture,
  spots: readonly Spot[],
): void {
  pen.textBaseline = "middle";
  drawing.lines.forEach(({ color, shape }, index) => {
    const spot = spots[index] ?? { x: 0, row: 0 };
    const [x, y] = [margin + spot.x, headHeight + chartHeight + 16 + spot.row * rowHeight];
    pen.save();
    pen.translate(x, y - shapeSize / 2);
    pen.fillStyle = color;
    pen.fill(new Path2D(shapePath(shape)));
    pen.restore();
    pen.fillStyle = drawing.palette.ink;
    pen.fillText(names[index] ?? "", x + swatchWidth, y);
  });
}

function legendSpots({ names }: Picture): Spot[] {
  const pen = textPen(makeCanvas(1, 1));
  setFont(pen, 13, 400);
  const widths = names.map((name) => swatchWidth + pen.measureText(name).width);
  return flow(widths, width - 2 * margin, itemGap);
}

/** What is in sight as a picture to send to somebody: title, time, chart and legend, in the theme's own colours. */
export function drawPicture(picture: Picture): Promise<Blob | null> {
  const spots = legendSpots(picture);
  const height = headHeight + chartHeight + ((spots.at(-1)?.row ?? 0) + 1) * rowHeight + margin;
  const canvas = makeCanvas(width * ratio, height * ratio);
  const pen = textPen(canvas);
  pen.scale(ratio, ratio);
  pen.fillStyle = picture.drawing.palette.surface;
  pen.fillRect(0, 0, width, height);
  drawHead(pen, picture);
  drawChart(pen, picture.drawing);
  setFont(pen, 13, 400);
  drawLegend(pen, picture, spots);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
