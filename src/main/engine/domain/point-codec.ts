import { type AvailabilityCode, availabilityCodes, type PricePoint } from "./price-point.js";

/**
 * Packs change points into bytes: for each point, a varint of the time since the previous point and a varint of the
 * price difference and the availability. A daily step of a few dollars takes five bytes instead of twenty as a row, and
 * a long history is a few rows.
 *
 * Time: whole seconds as `2 * seconds`, otherwise `2 * milliseconds + 1`.
 * Value: `3 * zigzag(price difference) + availability`.
 * The first point's time is the block's key; its price is relative to 0.
 */

/** Values exceed 2^32, so this divides instead of shifting bits; exact up to 2^53. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function encodeTimeStep(ms: number): number {
  return ms % 1_000 === 0 ? (ms / 1_000) * 2 : ms * 2 + 1;
}

function writePoint(
  bytes: number[],
  point: PricePoint,
  previousMs: number,
  previousPriceMinor: number,
): void {
  writeVarint(bytes, encodeTimeStep(point.atMs - previousMs));
  writeVarint(bytes, zigzag(point.priceMinor - previousPriceMinor) * 3 + point.availability);
}

/** Packs ascending points; `fromMs` is the first one's time. */
export function packPoints(points: readonly PricePoint[], fromMs: number): Buffer {
  const bytes: number[] = [];
  let previous = { atMs: fromMs, priceMinor: 0 };
  for (const point of points) {
    writePoint(bytes, point, previous.atMs, previous.priceMinor);
    previous = point;
  }
  return Buffer.from(bytes);
}

/** The bytes of one more point, to append to a block that ends with `last`. */
export function packNextPoint(point: PricePoint, last: PricePoint): Buffer {
  const bytes: number[] = [];
  writePoint(bytes, point, last.atMs, last.priceMinor);
  return Buffer.from(bytes);
}

type VisitPoint = (atMs: number, priceMinor: number, availability: AvailabilityCode) => void;

/** Visits the points of a block that starts at `fromMs`. Throws `RangeError` if the bytes end within a point. */
export function visitPoints(bytes: Uint8Array, fromMs: number, visit: VisitPoint): void {
  let offset = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[offset++];
      if (byte === undefined) throw new RangeError("A block of price points is truncated.");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  let atMs = fromMs;
  let priceMinor = 0;
  while (offset < bytes.length) {
    const step = readVarint();
    atMs += step % 2 === 0 ? (step / 2) * 1_000 : (step - 1) / 2;
    const value = readVarint();
    priceMinor += unzigzag(Math.floor(value / 3));
    visit(atMs, priceMinor, (value % 3) as AvailabilityCode);
  }
}

/** Returns the points of a block that starts at `fromMs`. Throws `RangeError` if the bytes end within a point. */
export function unpackPoints(bytes: Uint8Array, fromMs: number): PricePoint[] {
  const points: PricePoint[] = [];
  visitPoints(bytes, fromMs, (atMs, priceMinor, availability) => {
    points.push({ atMs, priceMinor, availability });
  });
  return points;
}

/** The lowest price in a block before `untilMs`, ignoring prices out of stock; `null` if there is none. */
export function lowestInBlock(bytes: Uint8Array, fromMs: number, untilMs: number): number | null {
  let lowest = Number.POSITIVE_INFINITY;
  visitPoints(bytes, fromMs, (atMs, priceMinor, availability) => {
    if (priceMinor < lowest && availability !== availabilityCodes.out && atMs < untilMs) lowest = priceMinor;
  });
  return lowest === Number.POSITIVE_INFINITY ? null : lowest;
}
