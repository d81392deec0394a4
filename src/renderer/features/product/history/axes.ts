import { assertNever } from "../../../../shared/assert-never.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../shared/time.js";
import type { Viewport } from "./view.js";

export interface PriceRange {
  readonly lowest: number;
  readonly highest: number;
}

const roundFactors = [1, 2, 2.5, 5, 10] as const;

/** Round prices within the range, at most `max`. Steps are at least a cent. */
export function priceTicks({ lowest, highest }: PriceRange, max: number): number[] {
  const rough = Math.max((highest - lowest) / Math.max(1, max), 0.01);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (roundFactors.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(lowest / step - 1e-9);
  const last = Math.floor(highest / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
    Number(((first + n) * step).toFixed(4)),
  );
}

/** The range with room for marks above and below the lines; never below 0. */
export function withRoom({ lowest, highest }: PriceRange): PriceRange {
  const room = Math.max((highest - lowest) * 0.14, highest * 0.02, 0.05);
  return { lowest: Math.max(0, lowest - room), highest: highest + room };
}

export interface TimeTick {
  readonly atMs: number;
  /** A change of unit that labels omit otherwise: a new day among minutes and hours, a new year among days and months. */
  readonly isTurn: boolean;
  readonly unit: Unit;
}

type Unit = "minute" | "hour" | "day" | "month" | "year";

interface Step {
  readonly unit: Unit;
  readonly count: number;
  readonly roughMs: number;
}

const steps: readonly Step[] = [
  ...[1, 2, 5, 15, 30].map((count) => ({ unit: "minute" as const, count, roughMs: count * MINUTE_MS })),
  ...[1, 2, 3, 6, 12].map((count) => ({ unit: "hour" as const, count, roughMs: count * HOUR_MS })),
  ...[1, 2, 7, 14].map((count) => ({ unit: "day" as const, count, roughMs: count * DAY_MS })),
  ...[1, 2, 3, 6].map((count) => ({ unit: "month" as const, count, roughMs: count * 30.4 * DAY_MS })),
  ...[1, 2, 5, 10, 25, 100].map((count) => ({ unit: "year" as const, count, roughMs: count * 365 * DAY_MS })),
];

const coarsest: Step = { unit: "year", count: 1_000, roughMs: 365_000 * DAY_MS };

/** From a Monday to 1970. */
const mondayOffset = 3;

/** The `n`-th tick from a round time at or before `start`, in the reader's time zone and calendar. */
function tickAt({ unit, count }: Step, start: Date, n: number): Date {
  const year = start.getFullYear();
  const month = start.getMonth();
  const day = start.getDate();
  switch (unit) {
    case "minute":
      return new Date(
        year,
        month,
        day,
        start.getHours(),
        (Math.floor(start.getMinutes() / count) + n) * count,
      );
    case "hour":
      return new Date(year, month, day, n * count);
    case "day": {
      // Counted from one Monday, so that ticks stay where they are while the viewport moves.
      const days = Date.UTC(year, month, day) / DAY_MS + mondayOffset;
      return new Date(year, month, day - (days % count) + n * count);
    }
    case "month":
      return new Date(year, month - (month % count) + n * count, 1);
    case "year":
      return new Date(year - (year % count) + n * count, 0, 1);
    default:
      return assertNever(unit);
  }
}

function isTurn(unit: Unit, at: Date, before: Date | undefined): boolean {
  if (unit === "minute") return at.getHours() === 0 && at.getMinutes() === 0;
  if (unit === "hour") return at.getHours() === 0;
  if (unit === "year") return false;
  return before === undefined ? false : at.getFullYear() !== before.getFullYear();
}

/** Round times within the viewport, at most `max`, or one more where units differ in length. */
export function timeTicks(viewport: Viewport, max: number): TimeTick[] {
  const spanMs = viewport.endMs - viewport.startMs;
  const step = steps.find(({ roughMs }) => spanMs / roughMs <= Math.max(1, max - 1)) ?? coarsest;
  const start = new Date(viewport.startMs);
  const ticks: TimeTick[] = [];
  let before: Date | undefined;
  for (let n = 0; ; n++) {
    const at = tickAt(step, start, n);
    if (at.getTime() > viewport.endMs) return ticks;
    // An hour occurs twice when clocks are set back.
    if (at.getTime() >= viewport.startMs && at.getTime() !== before?.getTime())
      ticks.push({ atMs: at.getTime(), isTurn: isTurn(step.unit, at, before), unit: step.unit });
    before = at;
  }
}

const formats = {
  minute: { hour: "numeric", minute: "2-digit" },
  hour: { hour: "numeric", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  month: { month: "short" },
  year: { year: "numeric" },
} as const;

/** The label of a change of unit: the day among hours, the year among days and months. */
const turnFormats = {
  minute: formats.day,
  hour: formats.day,
  day: { ...formats.day, year: "numeric" },
  month: formats.year,
  year: formats.year,
} as const;

/** Formats by locale and options, because creating one in each frame of a zoom takes longer than using it. */
const formatCache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function cachedFormat<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F {
  const format = (formatCache.get(key) as F | undefined) ?? make();
  formatCache.set(key, format);
  return format;
}

/** The ticks' labels by time, in the reader's locale. */
export function timeLabels(ticks: readonly TimeTick[], locale: string): ReadonlyMap<number, string> {
  const unit = ticks[0]?.unit ?? "day";
  const usual = cachedFormat(`${locale} ${unit}`, () => new Intl.DateTimeFormat(locale, formats[unit]));
  const turning = cachedFormat(
    `${locale} ${unit} turn`,
    () => new Intl.DateTimeFormat(locale, turnFormats[unit]),
  );
  return new Map(ticks.map(({ atMs, isTurn }) => [atMs, (isTurn ? turning : usual).format(atMs)]));
}

/** Money for an axis: without cents if no tick has any. */
export function priceLabels(
  ticks: readonly number[],
  currency: string,
  locale: string,
): (price: number) => string {
  const isWhole = ticks.every(Number.isInteger);
  const cents = isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  const format = cachedFormat(
    `${locale} ${currency} ${isWhole}`,
    () => new Intl.NumberFormat(locale, { style: "currency", currency, ...cents }),
  );
  return (price) => format.format(price);
}
