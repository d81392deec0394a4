import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import type { Product } from "../../../../shared/contract/product.js";
import { verdictHeadline } from "../../../../shared/texts/sentences.js";
import { tideLevels, tideShape } from "../../../../shared/tide/geometry.js";
import { formatMoney, formatShortMoney } from "../../../lib/format.js";
import { imageSource } from "../../../lib/image-source.js";
import { saveFile } from "../../../lib/save-file.js";
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

/** Null if the shop forbids cross-origin use: such a picture would taint the canvas. */
function loadPicture(product: Product): Promise<HTMLImageElement | null> {
  const source = imageSource(product.images?.[0]);
  if (source === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const picture = Object.assign(new Image(), { crossOrigin: "anonymous" });
    picture.onload = () => resolve(picture);
    picture.onerror = () => resolve(null);
    picture.src = source;
  });
}

function drawPicture(pen: Pen, picture: HTMLImageElement): void {
  const scale = pictureSize / Math.max(picture.naturalWidth, picture.naturalHeight, 1);
  const [w, h] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  pen.save();
  pen.beginPath();
  pen.roundRect(margin, margin, pictureSize, pictureSize, 14);
  pen.clip();
  pen.fillStyle = "#fff";
  pen.fillRect(margin, margin, pictureSize, pictureSize);
  pen.drawImage(picture, margin + (pictureSize - w) / 2, margin + (pictureSize - h) / 2, w, h);
  pen.restore();
}

function drawGauge(pen: Pen, { statistics, drawing }: Card, left: number, top: number, room: number): void {
  if (!statistics) return;
  const { year, verdict } = statistics;
  const palette = { ...drawing.palette, ...(verdict.kind === "wait" && { water: drawing.palette.high }) };
  const { target } = verdict;
  const shape = tideShape(tideLevels(statistics));
  if (!shape) return;
  const height = 14;
  const bar = (from: number, to: number, color: string, radius = height / 2) => {
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(left + from * room, top, Math.max(2, (to - from) * room), height, radius);
    pen.fill();
  };
  bar(shape.bed.from, shape.bed.to, palette.bed);
  if (shape.water !== null) bar(shape.bed.from, shape.water, palette.water);
  if (shape.usual) bar(shape.usual.from, shape.usual.to, palette.usual, 0);
  if (shape.flag !== null && target !== null) {
    const x = left + shape.flag * room;
    pen.fillStyle = palette.target;
    pen.fillRect(x - 1, top - 14, 2, height + 14);
    pen.beginPath();
    pen.moveTo(x + 1, top - 14);
    pen.lineTo(x + 12, top - 9);
    pen.lineTo(x + 1, top - 4);
    pen.fill();
    setFont(pen, 12, 600);
    pen.textAlign = "left";
    pen.fillText(texts().tide.target(formatShortMoney(target, drawing.currency)), x + 17, top - 5);
  }
  if (shape.water !== null) {
    pen.beginPath();
    pen.arc(left + shape.water * room, top + height / 2, 9, 0, 2 * Math.PI);
    pen.fillStyle = palette.surface;
    pen.strokeStyle = palette.water;
    pen.lineWidth = 4;
    pen.fill();
    pen.stroke();
  }
  if (!year) return;
  const { tide } = texts();
  const money = (amount: number) => formatShortMoney(amount, drawing.currency);
  setFont(pen, 12, 500);
  pen.fillStyle = palette.text;
  pen.textAlign = "left";
  pen.fillText(`${tide.lowWater} ${money(year.low.price)}`, left + shape.bed.from * room, top + height + 20);
  pen.textAlign = "right";
  pen.fillText(`${tide.highWater} ${money(year.high.price)}`, left + shape.bed.to * room, top + height + 20);
}

function headlineColor({ kind }: PriceStatistics["verdict"], palette: Palette): string {
  if (kind === "wait") return palette.high;
  return kind === "target" || kind === "great" || kind === "good" ? palette.good : palette.ink;
}

function drawHead(pen: Pen, card: Card, picture: HTMLImageElement | null): void {
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
    pen.fillText(texts().rules.atShop(statistics.current.retailer), width - margin, margin + 64);
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
  drawGauge(pen, card, left, margin + 98, width - margin - left);
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
  const picture = await loadPicture(product);
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
  drawHead(pen, card, picture);
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
