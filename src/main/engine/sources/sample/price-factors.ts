import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import { between, randomUnit } from "./random.js";
import type { PriceEnding } from "./retailers.js";

/** The forces on a price: the product's age, slow swings, its tides, a shop's discounts, seasonal sales, and rounding. */

const salt = {
  discount: 11,
  depth: 12,
  origin: 13,
  swing: 14,
  tideLength: 15,
  tidePhase: 16,
  tide: 17,
  height: 18,
  raise: 19,
  scarcity: 20,
  summerSale: 71,
  novemberSale: 72,
  saleDepth: 73,
  saleStart: 74,
  saleLength: 75,
} as const;

const firstLaunchMs = Date.UTC(2022, 6, 1);
const launchSpreadMs = 900 * DAY_MS;
/** The age at which a price has lost half of what it can lose. */
const halfLossMs = 1_500 * DAY_MS;
/** The share of the list price that age never takes. */
const agingFloor = 0.5;

/** Falls quickly at first, then ever more slowly, never below the floor. */
export function agingFactor(familyKey: number, atMs: number): number {
  const launchMs = firstLaunchMs + randomUnit(familyKey, salt.origin) * launchSpreadMs;
  const age = Math.max(0, atMs - launchMs) / halfLossMs;
  return agingFloor + (1 - agingFloor) / (1 + age);
}

const swingHeight = 0.05;

/** A triangle wave around 1: a sine may differ between machines in its last digits. */
export function swingFactor(familyKey: number, atMs: number): number {
  const periodMs = between(randomUnit(familyKey, salt.swing), 400, 700) * DAY_MS;
  const turn = atMs / periodMs + randomUnit(familyKey, salt.origin);
  const phase = turn - Math.floor(turn);
  return 1 + swingHeight * (Math.abs(phase * 4 - 2) - 1);
}

/** A product's prices stay at one level for so many days: min and max. */
const tideDays = [24, 44] as const;
const scarcityShare = 0.04;
const raiseShare = 0.08;
const raiseMs = 11 * DAY_MS;

/** A product's level in a bucket of time of its own, and the time left of it. */
function tideAt(key: number, atMs: number): { readonly bucket: number; readonly leftMs: number } {
  const bucketMs = between(randomUnit(key, salt.tideLength), ...tideDays) * DAY_MS;
  const time = atMs / bucketMs + randomUnit(key, salt.tidePhase);
  const bucket = Math.floor(time);
  return { bucket, leftMs: (bucket + 1 - time) * bucketMs };
}

/** Whether the maker delivers to no shop, so that one after the other sells out. */
export function isScarce(productKey: number, atMs: number): boolean {
  return randomUnit(productKey, salt.scarcity, tideAt(productKey, atMs).bucket) < scarcityShare;
}

/**
 * The level that all shops' prices of a product share: nearly half the time above its list price, at times well below. Some
 * are raised for a few days, so that the end of it looks like a discount.
 */
export function tideFactor(productKey: number, atMs: number): number {
  const { bucket, leftMs } = tideAt(productKey, atMs);
  const height = randomUnit(productKey, salt.height, bucket);
  if (leftMs < raiseMs && randomUnit(productKey, salt.raise, bucket) < raiseShare)
    return between(height, 1.25, 1.35);
  const unit = randomUnit(productKey, salt.tide, bucket);
  if (unit < 0.45) return between(height, 1.08, 1.17);
  if (unit < 0.79) return between(height, 0.98, 1.02);
  if (unit < 0.96) return between(height, 0.88, 0.94);
  return between(height, 0.78, 0.87);
}

/** A shop's pricing in one bucket: mostly the list price, often slightly above or below it, sometimes a real discount. */
export function discountFactor(key: number, bucket: number): number {
  const unit = randomUnit(key, salt.discount, bucket);
  const depth = randomUnit(key, salt.depth, bucket);
  if (unit < 0.4) return 1;
  if (unit < 0.7) return 1 - between(depth, 0.02, 0.08);
  if (unit < 0.87) return 1 + between(depth, 0.01, 0.05);
  if (unit < 0.96) return 1 - between(depth, 0.1, 0.2);
  return 1 - between(depth, 0.2, 0.33);
}

/** A seasonal sale from `fromMs` up to `toMs`. */
export interface Sale {
  readonly fromMs: number;
  readonly toMs: number;
  /** Share of the price that is taken off: 0.2 is a fifth. */
  readonly discount: number;
}

interface Season {
  /** As `Date.UTC` counts it, from 0. */
  readonly month: number;
  readonly day: number;
  /** Shops start within this many hours. */
  readonly spreadHours: number;
  readonly minHours: number;
  readonly maxHours: number;
  readonly salt: number;
}

const seasons: readonly Season[] = [
  { month: 6, day: 11, spreadHours: 72, minHours: 60, maxHours: 130, salt: salt.summerSale },
  { month: 10, day: 21, spreadHours: 120, minHours: 130, maxHours: 230, salt: salt.novemberSale },
];

/** Few, so that a sale is news and most prices in it are not. */
const participationShare = 0.06;
const minDiscount = 0.1;
const maxDiscount = 0.35;

/** The offer decides when and how deep its sale is, the product whether there is one. */
interface SaleKeys {
  readonly key: number;
  readonly productKey: number;
}

function createSale({ key, productKey }: SaleKeys, year: number, season: Season): Sale | null {
  const index = year * 16 + season.month;
  if (randomUnit(productKey, season.salt, index) >= participationShare) return null;
  const seasonMs = Date.UTC(year, season.month, season.day);
  const delayHours = Math.floor(randomUnit(key, salt.saleStart, index) * season.spreadHours);
  const hours = Math.floor(
    between(randomUnit(key, salt.saleLength, index), season.minHours, season.maxHours),
  );
  const fromMs = seasonMs + delayHours * HOUR_MS;
  const discount = between(randomUnit(key, salt.saleDepth, index), minDiscount, maxDiscount);
  return { fromMs, toMs: fromMs + hours * HOUR_MS, discount };
}

/** An offer's sales, for every year that the range touches. */
export function salesBetween(keys: SaleKeys, fromMs: number, toMs: number): Sale[] {
  const sales: Sale[] = [];
  const lastYear = new Date(toMs).getUTCFullYear();
  for (let year = new Date(fromMs).getUTCFullYear(); year <= lastYear; year++) {
    for (const season of seasons) {
      const sale = createSale(keys, year, season);
      if (sale !== null) sales.push(sale);
    }
  }
  return sales;
}

const minPriceMinor = 199;

function priceStepMinor(minor: number, ending: PriceEnding): number {
  if (minor >= 100_000) return 1_000;
  if (minor >= 20_000) return 500;
  return minor < 3_000 && ending === "half" ? 50 : 100;
}

/** The nearest price with the shop's ending, in minor units. */
export function roundPrice(minor: number, ending: PriceEnding): number {
  const step = priceStepMinor(minor, ending);
  const rounded = Math.round(minor / step) * step - (ending === "even" ? 0 : 1);
  return Math.max(rounded, minPriceMinor + (ending === "even" ? 1 : 0));
}
