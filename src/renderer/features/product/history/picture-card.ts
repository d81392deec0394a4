import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import type { Product } from "../../../../shared/contract/product.js";
import { verdictHeadline } from "../../../../shared/texts/sentences.js";
import { tideLevels, tideShape } from "../../../../shared/tide/geometry.js";
import { tideHeight, tidePicture } from "../../../../shared/tide/picture.js";
import { saveFile } from "../../../lib/export-file.js";
import { formatDate, formatMoney, formatShortMoney } from "../../../lib/format.js";
import { drawOnWhite, loadPicture } from "../../../lib/load-picture.js";
import { shopName } from "../../../lib/shop-name.js";
import { texts } from "../../../lib/texts.js";
import type { Palette } from "../../../stores/use-palette.js";
import { createPriceChart, type PriceDrawing, sidePadding } from "./price-chart.js";
import { exportName } from "./save-history.js";
import type { Lines } from "./shown-lines.js";
import { spanText } from "./view.js";

interface Card {
  readonly product: Product;
  readonly statistics: PriceStatistics | null;
  readonly lines: Lines;
  readonly drawing: PriceDrawing;
}

type Pen = CanvasRenderingContext2D;

const ratio = 2;
const width = 1_000;
const margin = 36;
const headHeight = 188;
const pictureSize = 132;
const chartHeight = 320;
const rowHeight = 24;
const itemGap = 22;
/** From the flag's pole to its label. */
const flagRoom = 32;
const footHeight = 52;

/** Positions of items with these widths, flowing from left to right into rows. */
export function flow(widths: readonly number[], rowWidth: number, gap: number): { x: number; row: number }[] {
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

function makePen(canvas: HTMLCanvasElement): Pen {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2d context");
  return pen;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function setFont(pen: Pen, size: number, weight: number, isDisplay = false): void {
  const family = isDisplay ? token("--font-display") : getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${family}`;
}

/** The text, shortened to fit. */
function shortened(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let kept = text;
  while (kept.length > 1 && pen.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

function drawPicture(pen: Pen, picture: HTMLImageElement): void {
  pen.save();
  pen.beginPath();
  pen.roundRect(margin, margin, pictureSize, pictureSize, 14);
  pen.clip();
  drawOnWhite(pen, picture, margin, margin, pictureSize);
  pen.restore();
}

/** Low and high water with their days, because the chart below may show another time than the last year. */
export function waterMarks({ low, high }: NonNullable<PriceStatistics["year"]>, currency: string) {
  const { tide } = texts();
  const mark = (name: string, { price, timestamp }: typeof low) =>
    `${name} ${formatShortMoney(price, currency)} · ${formatDate(timestamp)}`;
  return { low: mark(tide.lowWater, low), high: mark(tide.highWater, high) };
}

async function drawGauge(
  pen: Pen,
  { statistics, drawing }: Card,
  { left, top, room }: { readonly left: number; readonly top: number; readonly room: number },
): Promise<void> {
  const shape = statistics && tideShape(tideLevels(statistics));
  if (!statistics?.year || !shape) return;
  const { palette, currency } = drawing;
  const { year, verdict } = statistics;
  const water = verdict.kind === "wait" ? palette.high : palette.water;
  const svg = tidePicture(shape, room, { ...palette, water, deep: water, flag: palette.target });
  const gauge = new Image();
  gauge.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await gauge.decode();
  pen.drawImage(gauge, left, top);
  const write = (text: string, align: CanvasTextAlign, x: number, y: number) => {
    pen.textAlign = align;
    pen.fillText(text, left + x, top + y);
  };
  setFont(pen, 12, 550);
  pen.fillStyle = palette.text;
  const below = tideHeight + 12;
  const marks = waterMarks(year, currency);
  write(marks.low, "left", shape.bed.from * room, below);
  write(marks.high, "right", shape.bed.to * room, below);
  if (verdict.target === null || shape.flag === null) return;
  pen.fillStyle = palette.target;
  const isRight = shape.flag > 0.5;
  const x = shape.flag * room + (isRight ? -flagRoom : flagRoom);
  write(texts().tide.target(formatShortMoney(verdict.target, currency)), isRight ? "right" : "left", x, 14);
}

function headlineColor({ kind }: PriceStatistics["verdict"], palette: Palette): string {
  if (kind === "wait") return palette.high;
  return kind === "target" || kind === "great" || kind === "good" ? palette.good : palette.ink;
}

async function drawHead(pen: Pen, card: Card, picture: HTMLImageElement | null): Promise<void> {
  const { product, statistics, drawing } = card;
  const { palette, currency } = drawing;
  const left = picture ? margin + pictureSize + 28 : margin;
  if (picture) drawPicture(pen, picture);
  let priceWidth = 0;
  if (statistics?.current) {
    setFont(pen, 46, 700, true);
    const price = formatMoney(statistics.current.price, currency);
    priceWidth = pen.measureText(price).width + 28;
    pen.textAlign = "right";
    pen.fillStyle = palette.ink;
    pen.fillText(price, width - margin, margin + 40);
    setFont(pen, 13, 400);
    pen.fillStyle = palette.text;
    pen.fillText(texts().rules.atShop(shopName(statistics.current.retailer)), width - margin, margin + 64);
  }
  const room = width - margin - left - priceWidth;
  pen.textAlign = "left";
  setFont(pen, 19, 650, true);
  pen.fillStyle = palette.ink;
  pen.fillText(shortened(pen, product.title, room), left, margin + 18);
  if (statistics) {
    setFont(pen, 28, 700, true);
    const { verdict } = statistics;
    pen.fillStyle = headlineColor(verdict, palette);
    const headline = verdictHeadline(verdict, texts().verdict, formatMoney);
    pen.fillText(shortened(pen, headline, room), left, margin + 58);
  }
  await drawGauge(pen, card, { left, top: margin + 70, room: width - margin - left });
}

function drawChart(pen: Pen, drawing: PriceDrawing): void {
  const chartWidth = width - 2 * margin + 2 * sidePadding;
  const canvas = makeCanvas(chartWidth, chartHeight);
  const chart = createPriceChart(canvas, { ratio });
  chart.draw({ ...drawing, lines: drawing.lines.map((line) => ({ ...line, color: null })) });
  pen.drawImage(canvas, margin - sidePadding, headHeight, chartWidth, chartHeight);
  chart.destroy();
}

function legendOf({ lines, drawing }: Card): string[] {
  return lines.shown.map(({ label, points }) => {
    const last = points.at(-1);
    return last ? `${label}  ${formatMoney(last.price, drawing.currency)}` : label;
  });
}

/** The app's mark: a tide line with its high-water mark. */
function drawMark(pen: Pen, top: number): void {
  pen.save();
  pen.translate(margin, top);
  pen.fillStyle = "#0b3c49";
  pen.beginPath();
  pen.roundRect(0, 0, 24, 24, 7);
  pen.fill();
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.strokeStyle = "#fffdf9";
  pen.stroke(new Path2D("M4 10.5c2.2 0 2.2 5 5.3 5s3.1-7 6-7 2.4 3.5 4.7 3.5"));
  pen.strokeStyle = "#ff8a70";
  pen.stroke(new Path2D("M7 19h10"));
  pen.restore();
}

function drawFoot(pen: Pen, { drawing }: Card, top: number): void {
  drawMark(pen, top);
  pen.textBaseline = "middle";
  setFont(pen, 15, 680, true);
  pen.fillStyle = drawing.palette.ink;
  pen.fillText("Tidemark", margin + 34, top + 12);
  setFont(pen, 13, 400);
  pen.fillStyle = drawing.palette.text;
  pen.textAlign = "right";
  pen.fillText(spanText(drawing.viewport), width - margin, top + 12);
}

/** Title, picture, price, verdict, gauge and chart in one shareable picture. */
export async function savePictureCard(card: Card): Promise<void> {
  const { product, drawing } = card;
  const picture = await loadPicture(product.images?.[0]);
  const names = legendOf(card);
  const measure = makePen(makeCanvas(1, 1));
  setFont(measure, 13, 400);
  const spots = flow(
    names.map((name) => measure.measureText(name).width),
    width - 2 * margin,
    itemGap,
  );
  const legendTop = headHeight + chartHeight + 22;
  const footTop = legendTop + ((spots.at(-1)?.row ?? 0) + 1) * rowHeight;
  const canvas = makeCanvas(width * ratio, (footTop + footHeight) * ratio);
  const pen = makePen(canvas);
  pen.scale(ratio, ratio);
  pen.fillStyle = drawing.palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "alphabetic";
  await drawHead(pen, card, picture);
  drawChart(pen, drawing);
  pen.textAlign = "left";
  setFont(pen, 13, 400);
  pen.fillStyle = drawing.palette.text;
  names.forEach((name, index) => {
    const { x, row } = spots[index] ?? { x: 0, row: 0 };
    pen.fillText(name, margin + x, legendTop + row * rowHeight);
  });
  drawFoot(pen, card, footTop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) saveFile(exportName(product.title, drawing.viewport, "png"), "image/png", blob);
}
