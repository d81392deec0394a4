import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { agingFactor, discountFactor, roundPrice, type Sale, salesBetween, tideAt } from "./price-factors.js";
import { between, randomUnit } from "./random.js";
import type { PriceEnding } from "./retailers.js";

/**
 * The price of an offer as a pure function of absolute time. Each offer divides time into buckets of its own length, and
 * the shop reprices at one random moment in each bucket. Seasonal sales override that. No state is carried over, so any
 * range of any year can be computed directly.
 */
export interface PriceCurve extends PriceTraits {
  readonly bucketMs: number;
  /** Offset of the offer's buckets, as a share of a bucket. */
  readonly phase: number;
}

interface PriceTraits {
  readonly key: number;
  /** All shops' prices of a product line age together. */
  readonly familyKey: number;
  /** All shops' prices of a product follow its tides. */
  readonly productKey: number;
  /** Price when new and undiscounted, in minor units. */
  readonly listMinor: number;
  readonly ending: PriceEnding;
  /** Whether the price falls with age. */
  readonly isAging: boolean;
  /** Share of buckets in which the offer is out of stock. */
  readonly outOfStockRate: number;
}

export interface CurveState {
  readonly priceMinor: number;
  readonly isOut: boolean;
}

/** A state that began at `atMs` (UTC). */
export interface CurvePoint extends CurveState {
  readonly atMs: number;
}

const minBucketMs = 3 * DAY_MS;
const maxBucketMs = 10 * DAY_MS;
/** Repricing happens within this first share of a bucket, so that two repricings are never close. */
const repricingSpread = 0.7;

const salt = { bucketLength: 1, phase: 2, repricing: 3, out: 4 } as const;

export function createPriceCurve(traits: PriceTraits): PriceCurve {
  const bucketMs = between(randomUnit(traits.key, salt.bucketLength), minBucketMs, maxBucketMs);
  return { ...traits, bucketMs, phase: randomUnit(traits.key, salt.phase) };
}

/** When the shop reprices in a bucket, rounded up to a whole minute. */
function repricingMs(curve: PriceCurve, bucket: number): number {
  const offset = randomUnit(curve.key, salt.repricing, bucket) * repricingSpread;
  return Math.ceil(((bucket + curve.phase + offset) * curve.bucketMs) / MINUTE_MS) * MINUTE_MS;
}

/** The bucket with the last repricing at or before a time. */
function bucketAt(curve: PriceCurve, atMs: number): number {
  let bucket = Math.floor(atMs / curve.bucketMs - curve.phase) + 1;
  while (repricingMs(curve, bucket) > atMs) bucket--;
  return bucket;
}

function undiscountedMinor(curve: PriceCurve, atMs: number): number {
  return curve.isAging ? curve.listMinor * agingFactor(curve.familyKey, atMs) : curve.listMinor;
}

function isOutIn(curve: PriceCurve, bucket: number): boolean {
  const isOut = randomUnit(curve.key, salt.out, bucket) < curve.outOfStockRate;
  return isOut || tideAt(curve.productKey, repricingMs(curve, bucket)).isScarce;
}

const maxOutageBuckets = 20;

/** While an offer is out of stock, its page shows the last price. */
function pricingBucket(curve: PriceCurve, bucket: number): number {
  let found = bucket;
  for (let n = 0; n < maxOutageBuckets && isOutIn(curve, found); n++) found--;
  return found;
}

function regularPrice(curve: PriceCurve, bucket: number): number {
  const pricing = pricingBucket(curve, bucket);
  const atMs = repricingMs(curve, pricing);
  const factor = discountFactor(curve.key, pricing) * tideAt(curve.productKey, atMs).factor;
  return roundPrice(undiscountedMinor(curve, atMs) * factor, curve.ending);
}

/** `Infinity` outside a sale. */
function salePrice(curve: PriceCurve, sales: readonly Sale[], atMs: number): number {
  const sale = sales.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  if (sale === undefined) return Number.POSITIVE_INFINITY;
  return roundPrice(undiscountedMinor(curve, sale.fromMs) * (1 - sale.discount), curve.ending);
}

function stateWithSales(curve: PriceCurve, sales: readonly Sale[], atMs: number): CurveState {
  const bucket = bucketAt(curve, atMs);
  const priceMinor = Math.min(regularPrice(curve, bucket), salePrice(curve, sales, atMs));
  return { priceMinor, isOut: isOutIn(curve, bucket) };
}

export function stateAt(curve: PriceCurve, atMs: number): CurveState {
  return stateWithSales(curve, salesBetween(curve, atMs, atMs), atMs);
}

/** The price without discounts and sales. */
export function undiscountedPrice(curve: PriceCurve, atMs: number): number {
  return roundPrice(undiscountedMinor(curve, atMs), curve.ending);
}

/** Every moment after `fromMs` and up to `toMs` at which the state may change, ascending. */
function possibleChanges(curve: PriceCurve, sales: readonly Sale[], fromMs: number, toMs: number): number[] {
  const times: number[] = [];
  for (let bucket = bucketAt(curve, fromMs) + 1, atMs: number; ; bucket++) {
    atMs = repricingMs(curve, bucket);
    if (atMs > toMs) break;
    times.push(atMs);
  }
  for (const sale of sales)
    for (const atMs of [sale.fromMs, sale.toMs]) if (fromMs < atMs && atMs <= toMs) times.push(atMs);
  return times.sort((a, b) => a - b);
}

/** The change points with `fromMs` < `atMs` ≤ `toMs`, ascending; each differs from the one before. */
export function changesBetween(curve: PriceCurve, fromMs: number, toMs: number): CurvePoint[] {
  if (!(fromMs < toMs)) return [];
  const sales = salesBetween(curve, fromMs, toMs);
  const points: CurvePoint[] = [];
  let before = stateWithSales(curve, sales, fromMs);
  for (const atMs of possibleChanges(curve, sales, fromMs, toMs)) {
    const { priceMinor, isOut } = stateWithSales(curve, sales, atMs);
    if (priceMinor === before.priceMinor && isOut === before.isOut) continue;
    before = { priceMinor, isOut };
    points.push({ atMs, priceMinor, isOut });
  }
  return points;
}

const firstLookbackMs = 30 * DAY_MS;
/** Long enough, because most buckets bring a new price. */
const maxLookbackMs = 1_000 * DAY_MS;

/** The last change point at or before a time. */
export function lastChangeAt(curve: PriceCurve, atMs: number): CurvePoint {
  for (let lookbackMs = firstLookbackMs; lookbackMs < maxLookbackMs; lookbackMs *= 3) {
    const last = changesBetween(curve, atMs - lookbackMs, atMs).at(-1);
    if (last !== undefined) return last;
  }
  return { atMs: repricingMs(curve, bucketAt(curve, atMs)), ...stateAt(curve, atMs) };
}
