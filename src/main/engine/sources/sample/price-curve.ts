import { DAY_MS, MINUTE_MS } from "../../domain/clock.js";
import { agingFactor, moodFactor, roundedPrice, swingFactor } from "./price-level.js";
import { between, unitFor } from "./random.js";
import type { PriceEnding } from "./retailers.js";
import { type Sale, salesBetween } from "./seasons.js";

/**
 * The price of an offer as a pure function of absolute time. Time is cut into buckets of the offer's own length; in
 * each, at a moment that its hash picks, the shop looks at its price again. Seasonal sales lie over that. Nothing is
 * kept and nothing ends: any range of any year can be asked for at once.
 */
export interface PriceCurve extends PriceTraits {
  readonly bucketMs: number;
  /** Part of a bucket by which the offer's buckets are shifted. */
  readonly phase: number;
}

export interface PriceTraits {
  readonly key: number;
  /** All shops of a product age and swing together. */
  readonly productKey: number;
  /** Price when new and undiscounted, in minor units. */
  readonly listMinor: number;
  readonly ending: PriceEnding;
  /** Loses value with age; else swings slowly around its list price. */
  readonly isAging: boolean;
  /** How often a look finds the shelf empty, 0 to 1. */
  readonly outRate: number;
}

export interface CurveState {
  readonly priceMinor: number;
  readonly isOut: boolean;
}

/** A state that began at `atMs` (UTC). */
export interface CurvePoint extends CurveState {
  readonly atMs: number;
}

const leastBucketMs = 3 * DAY_MS;
const mostBucketMs = 10 * DAY_MS;
/** The part of a bucket in which its look can fall; the rest keeps looks apart. */
const spread = 0.7;

const salt = { length: 1, phase: 2, look: 3, out: 4 } as const;

export function priceCurve(traits: PriceTraits): PriceCurve {
  const bucketMs = between(unitFor(traits.key, salt.length), leastBucketMs, mostBucketMs);
  return { ...traits, bucketMs, phase: unitFor(traits.key, salt.phase) };
}

/** Looks fall on whole minutes. */
function lookMs(curve: PriceCurve, bucket: number): number {
  const within = unitFor(curve.key, salt.look, bucket) * spread;
  return Math.ceil(((bucket + curve.phase + within) * curve.bucketMs) / MINUTE_MS) * MINUTE_MS;
}

/** The bucket whose look is the last one at or before a time. */
function bucketAt(curve: PriceCurve, atMs: number): number {
  let bucket = Math.floor(atMs / curve.bucketMs - curve.phase) + 1;
  while (lookMs(curve, bucket) > atMs) bucket--;
  return bucket;
}

function undiscounted(curve: PriceCurve, atMs: number): number {
  const factor = curve.isAging ? agingFactor(curve.productKey, atMs) : swingFactor(curve.productKey, atMs);
  return curve.listMinor * factor;
}

function isOutIn(curve: PriceCurve, bucket: number): boolean {
  return unitFor(curve.key, salt.out, bucket) < curve.outRate;
}

const longestOutage = 8;

/** While the shelf is empty nobody sets a new price: the last one stays on the page. */
function pricingBucket(curve: PriceCurve, bucket: number): number {
  let found = bucket;
  for (let n = 0; n < longestOutage && isOutIn(curve, found); n++) found--;
  return found;
}

function shelfPrice(curve: PriceCurve, bucket: number): number {
  const pricing = pricingBucket(curve, bucket);
  const level = moodFactor(curve.key, pricing);
  return roundedPrice(undiscounted(curve, lookMs(curve, pricing)) * level, curve.ending);
}

function salePrice(curve: PriceCurve, sales: readonly Sale[], atMs: number): number {
  const sale = sales.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  if (sale === undefined) return Number.POSITIVE_INFINITY;
  return roundedPrice(undiscounted(curve, sale.fromMs) * (1 - sale.off), curve.ending);
}

function stateIn(curve: PriceCurve, sales: readonly Sale[], atMs: number): CurveState {
  const bucket = bucketAt(curve, atMs);
  const priceMinor = Math.min(shelfPrice(curve, bucket), salePrice(curve, sales, atMs));
  return { priceMinor, isOut: isOutIn(curve, bucket) };
}

/** What a shopper sees at a time. */
export function stateAt(curve: PriceCurve, atMs: number): CurveState {
  return stateIn(curve, salesBetween(curve.key, atMs, atMs), atMs);
}

/** The price without moods and sales. */
export function restingPrice(curve: PriceCurve, atMs: number): number {
  return roundedPrice(undiscounted(curve, atMs), curve.ending);
}

/** Every moment after `fromMs` and up to `toMs` at which price or shelf may change, ascending. */
function moments(curve: PriceCurve, sales: readonly Sale[], fromMs: number, toMs: number): number[] {
  const found: number[] = [];
  for (let bucket = bucketAt(curve, fromMs) + 1, atMs: number; ; bucket++) {
    atMs = lookMs(curve, bucket);
    if (atMs > toMs) break;
    found.push(atMs);
  }
  for (const sale of sales)
    for (const atMs of [sale.fromMs, sale.toMs]) if (fromMs < atMs && atMs <= toMs) found.push(atMs);
  return found.sort((a, b) => a - b);
}

/** The change points with `fromMs` < `atMs` ≤ `toMs`, ascending; each differs from the one before. */
export function changesBetween(curve: PriceCurve, fromMs: number, toMs: number): CurvePoint[] {
  if (!(fromMs < toMs)) return [];
  const sales = salesBetween(curve.key, fromMs, toMs);
  const points: CurvePoint[] = [];
  let before = stateIn(curve, sales, fromMs);
  for (const atMs of moments(curve, sales, fromMs, toMs)) {
    const { priceMinor, isOut } = stateIn(curve, sales, atMs);
    if (priceMinor === before.priceMinor && isOut === before.isOut) continue;
    before = { priceMinor, isOut };
    points.push({ atMs, priceMinor, isOut });
  }
  return points;
}

const firstLookBackMs = 30 * DAY_MS;
/** No curve stands still this long: in every bucket the price changes more often than not. */
const lastLookBackMs = 1_000 * DAY_MS;

/** The change point that made the state at a time: the last one at or before it. */
export function lastChangeAt(curve: PriceCurve, atMs: number): CurvePoint {
  for (let backMs = firstLookBackMs; backMs < lastLookBackMs; backMs *= 3) {
    const last = changesBetween(curve, atMs - backMs, atMs).at(-1);
    if (last !== undefined) return last;
  }
  return { atMs: lookMs(curve, bucketAt(curve, atMs)), ...stateAt(curve, atMs) };
}
