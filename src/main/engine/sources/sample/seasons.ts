import { HOUR_MS } from "../../domain/clock.js";
import { between, unitFor } from "./random.js";

/** A sale with a beginning and an end, and the part of the price that is off: 0.2 is a fifth. */
export interface Sale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly off: number;
}

interface Season {
  /** Month as `Date.UTC` counts it. */
  readonly month: number;
  readonly day: number;
  /** Shops begin up to this many hours apart. */
  readonly spreadHours: number;
  readonly leastHours: number;
  readonly mostHours: number;
  readonly salt: number;
}

const seasons: readonly Season[] = [
  { month: 6, day: 11, spreadHours: 72, leastHours: 60, mostHours: 130, salt: 71 },
  { month: 10, day: 21, spreadHours: 120, leastHours: 130, mostHours: 230, salt: 72 },
];

const shareTakingPart = 0.6;
const leastOff = 0.1;
const mostOff = 0.35;
const saltOff = 73;
const saltStart = 74;
const saltLength = 75;

function saleOf(key: number, year: number, season: Season): Sale | null {
  const index = year * 16 + season.month;
  if (unitFor(key, season.salt, index) >= shareTakingPart) return null;
  const opensMs = Date.UTC(year, season.month, season.day);
  const startHours = Math.floor(unitFor(key, saltStart, index) * season.spreadHours);
  const hours = Math.floor(between(unitFor(key, saltLength, index), season.leastHours, season.mostHours));
  const fromMs = opensMs + startHours * HOUR_MS;
  const off = between(unitFor(key, saltOff, index), leastOff, mostOff);
  return { fromMs, toMs: fromMs + hours * HOUR_MS, off };
}

/** The summer and the late-November sale that an offer takes part in, of every year that the range touches. */
export function salesBetween(key: number, fromMs: number, toMs: number): Sale[] {
  const sales: Sale[] = [];
  const lastYear = new Date(toMs).getUTCFullYear();
  for (let year = new Date(fromMs).getUTCFullYear(); year <= lastYear; year++) {
    for (const season of seasons) {
      const sale = saleOf(key, year, season);
      if (sale !== null) sales.push(sale);
    }
  }
  return sales;
}
