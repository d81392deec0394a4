import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import { between, randomUnit } from "./random.js";
import type { PriceEnding } from "./retailers.js";

/** The forces on a price: the product's age and tides, a shop's discounts, seasonal sales, and rounding. */

const salt = {
  discount: 11,
  depth: 12,
  origin: 13,
  tideLength: 15,
  tidePhase: 16,
  /** The first of four. */
  tide: 17,
  sale: 71,
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

/**
 * What all shops of a product share for some weeks: the level of their prices, nearly half of the time above the list price,
 * and whether they get none, so that one after the other sells out. Some prices are raised for a few days, so that the end of
 * it looks like a discount.
 */
export function tideAt(productKey: number, atMs: number) {
  const bucketMs = between(randomUnit(productKey, salt.tideLength), 24, 44) * DAY_MS;
  const time = atMs / bucketMs + randomUnit(productKey, salt.tidePhase);
  const bucket = Math.floor(time);
  const draw = (index: number) => randomUnit(productKey, salt.tide + index, bucket);
  const isRaised = (bucket + 1 - time) * bucketMs < 11 * DAY_MS && draw(2) < 0.08;
  const factor = isRaised ? between(draw(1), 1.25, 1.35) : tideFactor(draw(0), draw(1));
  return { factor, isScarce: draw(3) < 0.04 };
}

function tideFactor(unit: number, height: number): number {
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

/** When sales begin, with the month as `Date.UTC` counts it, from 0. */
const seasons = [
  { month: 6, day: 11 },
  { month: 10, day: 21 },
] as const;

/** Few, so that a sale is news and most prices in it are not. */
const participationShare = 0.06;

/** The sales of a shop's offer of a product, for every year that the range touches. */
export function salesBetween(
  { key, productKey }: { readonly key: number; readonly productKey: number },
  fromMs: number,
  toMs: number,
): Sale[] {
  const sales: Sale[] = [];
  const lastYear = new Date(toMs).getUTCFullYear();
  for (let year = new Date(fromMs).getUTCFullYear(); year <= lastYear; year++)
    for (const { month, day } of seasons) {
      const index = year * 16 + month;
      if (randomUnit(productKey, salt.sale, index) >= participationShare) continue;
      const delayHours = Math.floor(randomUnit(key, salt.saleStart, index) * 96);
      const hours = Math.floor(between(randomUnit(key, salt.saleLength, index), 100, 230));
      const startMs = Date.UTC(year, month, day) + delayHours * HOUR_MS;
      const discount = between(randomUnit(key, salt.saleDepth, index), 0.1, 0.35);
      sales.push({ fromMs: startMs, toMs: startMs + hours * HOUR_MS, discount });
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
