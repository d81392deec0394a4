import type { TimeTick } from "./time-ticks.js";

const formats = {
  hour: { hour: "numeric", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  month: { month: "short" },
  year: { year: "numeric" },
} as const;

/** What a turn is told by: the day among hours, the year among days and months. */
const turnFormats = {
  hour: formats.day,
  day: { ...formats.day, year: "numeric" },
  month: formats.year,
  year: formats.year,
} as const;

/** The ticks' labels by their times, as the reader's region writes them. */
export function timeLabels(ticks: readonly TimeTick[], locale: string): ReadonlyMap<number, string> {
  const unit = ticks[0]?.unit ?? "day";
  const usual = new Intl.DateTimeFormat(locale, formats[unit]);
  const turning = new Intl.DateTimeFormat(locale, turnFormats[unit]);
  return new Map(ticks.map(({ atMs, isTurn }) => [atMs, (isTurn ? turning : usual).format(atMs)]));
}

/** Money for an axis: no cents where no tick has any. */
export function priceLabels(
  ticks: readonly number[],
  currency: string,
  locale: string,
): (price: number) => string {
  const isWhole = ticks.every(Number.isInteger);
  const cents = isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, ...cents });
  return (price) => format.format(price);
}
