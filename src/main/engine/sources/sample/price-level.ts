import { DAY_MS } from "../../domain/clock.js";
import { between, unitFor } from "./random.js";
import type { PriceEnding } from "./retailers.js";

/** What moves a price: the product's age, slow swings, a shop's moods; and how shops round. */

const salt = { level: 11, depth: 12, origin: 13, swing: 14 } as const;

const agingOriginMs = Date.UTC(2022, 6, 1);
const agingSpreadMs = 900 * DAY_MS;
/** After this long, half of what can be lost is lost. */
const agingHalfMs = 1_500 * DAY_MS;
/** What is left of the list price after a very long time. */
const agingFloor = 0.5;

/** Part of the list price at a time: falls quickly at first, then ever more slowly, never below the floor. */
export function agingFactor(productKey: number, atMs: number): number {
  const launchMs = agingOriginMs + unitFor(productKey, salt.origin) * agingSpreadMs;
  const age = Math.max(0, atMs - launchMs) / agingHalfMs;
  return agingFloor + (1 - agingFloor) / (1 + age);
}

const swingHeight = 0.05;

/** A triangle wave around 1, so that no digit depends on a machine's sine. */
export function swingFactor(productKey: number, atMs: number): number {
  const periodMs = between(unitFor(productKey, salt.swing), 400, 700) * DAY_MS;
  const turn = atMs / periodMs + unitFor(productKey, salt.origin);
  const along = turn - Math.floor(turn);
  return 1 + swingHeight * (Math.abs(along * 4 - 2) - 1);
}

/** A shop's mood at one look: mostly the list price, often a little off it, at times a real sale. */
export function moodFactor(key: number, bucket: number): number {
  const mood = unitFor(key, salt.level, bucket);
  const depth = unitFor(key, salt.depth, bucket);
  if (mood < 0.4) return 1;
  if (mood < 0.7) return 1 - between(depth, 0.02, 0.08);
  if (mood < 0.87) return 1 + between(depth, 0.01, 0.05);
  if (mood < 0.96) return 1 - between(depth, 0.1, 0.2);
  return 1 - between(depth, 0.2, 0.33);
}

const leastPriceMinor = 199;

function priceStepMinor(minor: number, ending: PriceEnding): number {
  if (minor >= 100_000) return 1_000;
  if (minor >= 20_000) return 500;
  return minor < 3_000 && ending === "half" ? 50 : 100;
}

/** The nearest price that ends as the shop likes: .99, .49 or .00. Minor units in and out. */
export function roundedPrice(minor: number, ending: PriceEnding): number {
  const step = priceStepMinor(minor, ending);
  const rounded = Math.round(minor / step) * step - (ending === "even" ? 0 : 1);
  return Math.max(rounded, leastPriceMinor + (ending === "even" ? 1 : 0));
}
