import { type PackSize, shownSize, type UnitSystem, unitPrice } from "../../shared/app/pack-size.js";
import type { Texts } from "../../shared/texts/texts.js";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Weekday, weekdays } from "../../shared/time.js";
import { signedPrice } from "../../shared/typed-amount.js";
import { locale, texts } from "./texts.js";

/** Formats every figure in the window: money, ages, dates, shares, counts; in the reader's locale. */

/** Cached per locale, because creating a format costs far more than using it. */
function formatOnce<F>(make: (locale: string) => F): () => F {
  let made: { readonly locale: string; readonly format: F } | null = null;
  return () => {
    if (made?.locale !== locale()) made = { locale: locale(), format: make(locale()) };
    return made.format;
  };
}

function numbers(options: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return formatOnce((tag) => new Intl.NumberFormat(tag, options));
}

function dates(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return formatOnce((tag) => new Intl.DateTimeFormat(tag, options));
}

/** By currency and look; each is created once. */
const moneyFormats = new Map<string, () => Intl.NumberFormat>();

function moneyFormat(currency: string, look: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${currency} ${Object.values(look)}`;
  const known = moneyFormats.get(key) ?? numbers({ style: "currency", currency, ...look });
  moneyFormats.set(key, known);
  return known();
}

/** `249.99, "USD"` → `$249.99`. */
export function formatMoney(amount: number, currency = "USD"): string {
  return moneyFormat(currency).format(amount);
}

/** Decimals of an amount, of which the engine stores two at most. */
export function fractionDigits(currency: string): number {
  return Math.min(2, moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2);
}

/** `249.99, "USD"` → `USD 249.99`, where signs would not tell dollars apart. */
export function formatMoneyWithCode(amount: number, currency: string): string {
  return moneyFormat(currency, { currencyDisplay: "code" }).format(amount);
}

const plainFormat = numbers({
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
  trailingZeroDisplay: "stripIfInteger",
});

/** An amount without a currency: `4,995`, `49.50`. */
export function formatAmount(amount: number): string {
  return plainFormat().format(amount);
}

/** A price below which a cent is too coarse to compare prices per unit. */
const fewCents = 0.1;

/** `0.74, "USD"` → `$0.74`; `0.0164` → `$0.016`. */
export function formatUnitPrice(amount: number, currency: string): string {
  if (amount >= fewCents) return formatMoney(amount, currency);
  return moneyFormat(currency, { maximumSignificantDigits: 2 }).format(amount);
}

/** A price in parts, for large figures with raised cents: `$48`, `99`; `1.299`, `99`, ` €`; `¥1,200`. */
export interface PriceParts {
  readonly before: string;
  /** Empty for currencies without cents. */
  readonly cents: string;
  readonly after: string;
}

export function priceParts(amount: number, currency: string): PriceParts {
  const parts = moneyFormat(currency).formatToParts(amount);
  const text = (some: typeof parts) => some.map(({ value }) => value).join("");
  const point = parts.findIndex(({ type }) => type === "decimal");
  if (point < 0) return { before: text(parts), cents: "", after: "" };
  return {
    before: text(parts.slice(0, point)),
    cents: parts[point + 1]?.value ?? "",
    after: text(parts.slice(point + 2)),
  };
}

/** `62, "USD"` → `$62`; `62.5` → `$62.50`: for labels with little room. */
export function formatShortMoney(amount: number, currency: string): string {
  return moneyFormat(currency, { trailingZeroDisplay: "stripIfInteger" }).format(amount);
}

const wholeFormat = numbers({ maximumFractionDigits: 0 });

export function formatCount(value: number): string {
  return wholeFormat().format(value);
}

const amountFormat = numbers({ maximumFractionDigits: 3 });

/** `1.5`, `0.75`, `24`. */
export function formatNumber(value: number): string {
  return amountFormat().format(value);
}

/** A price of which only the sign may be known, or not even that: `€48.50`, `$48.50`, `48.5`. */
export function formatPrice(amount: number, currencyOrSign: string | null): string {
  if (currencyOrSign === null) return formatNumber(amount);
  return /^[A-Z]{3}$/.test(currencyOrSign)
    ? formatMoney(amount, currencyOrSign)
    : signedPrice(amount, currencyOrSign, locale());
}

/** Units as printed on packs: `500 g`, `1.5 l`, `24 pieces`. */
export function formatSize(size: PackSize, currency: string, title = ""): string {
  const { amount, unit } = shownSize(size, title, unitSystem(currency));
  return texts().offers.sizes[unit](formatNumber(amount));
}

/** Customary units for English readers of prices in US dollars, otherwise metric ones. */
export function unitSystem(currency: string): UnitSystem {
  return currency === "USD" && locale().startsWith("en") ? "customary" : "metric";
}

/** `$0.74 per oz`, `2,60 € je 100 g`, in the unit of the usual pack. */
export function formatPerUnit(
  { price, currency }: { readonly price: number; readonly currency: string },
  size: PackSize,
  usual: PackSize | null,
): string {
  const each = unitPrice(price, size, usual, unitSystem(currency));
  return texts().offers.perUnit[each.per](formatUnitPrice(each.price, currency));
}

const tenthFormat = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `4.56` → `4.6`. */
export function formatTenth(value: number): string {
  return tenthFormat().format(value);
}

const percentFormat = numbers({ style: "percent", maximumFractionDigits: 0 });
const smallPercentFormat = numbers({ style: "percent", maximumSignificantDigits: 1 });

/** `18.4` → `18%`; `0.44` → `0.4%`. */
export function formatPercent(value: number): string {
  return (Math.abs(value) < 1 ? smallPercentFormat : percentFormat)().format(value / 100);
}

/** Smaller changes of a price, in percent, count as unchanged. */
const minChange = 0.1;

export function hasMoved(percent: number | null): percent is number {
  return percent !== null && Math.abs(percent) >= minChange;
}

/** Whether a price is lower than before by a change that counts. */
export function hasFallen(percent: number | null): boolean {
  return hasMoved(percent) && percent < 0;
}

/** `"product", 1` → `1 product`; `"product", 3` → `3 products`. */
export function formatPlural(noun: keyof Texts["counts"], count: number): string {
  return texts().counts[noun](count, formatCount(count));
}

const date = { day: "numeric", month: "short", year: "numeric" } as const;
const time = { hour: "numeric", minute: "2-digit" } as const;
const dateFormat = dates(date);
const dateTimeFormat = dates({ ...date, ...time });
const shortDayFormat = dates({ day: "numeric", month: "short" });
const dayFormat = dates({ weekday: "long", day: "numeric", month: "short" });
const timeFormat = dates(time);
/** Dates of the contract are days in UTC, wherever the reader is. */
const calendarDayFormat = dates({ ...date, timeZone: "UTC" });
const weekdayFormat = dates({ weekday: "long", timeZone: "UTC" });
const monthFormat = dates({ month: "long", timeZone: "UTC" });
const monthLetterFormat = dates({ month: "narrow", timeZone: "UTC" });

export function formatDate(time: number | string): string {
  return dateFormat().format(new Date(time));
}

/** `Mar 3 – Jun 1, 2026`. */
export function formatDateRange(startMs: number, endMs: number, hasTimes: boolean): string {
  return (hasTimes ? dateTimeFormat : dateFormat)().formatRange(startMs, endMs);
}

/** `Jul 3`: a day of the last twelve months, without the year. */
export function formatShortDay(time: number | string): string {
  return shortDayFormat().format(new Date(time));
}

export function formatDateTime(time: number | string): string {
  return dateTimeFormat().format(new Date(time));
}

/** `"2026-03-01"` → `Mar 1, 2026`. */
export function formatCalendarDay(day: string): string {
  return calendarDayFormat().format(new Date(day));
}

/** `"mon"` → `Monday`. */
export function formatWeekday(weekday: Weekday): string {
  // The year 2001 began with a Monday.
  return weekdayFormat().format(new Date(Date.UTC(2_001, 0, 1 + weekdays.indexOf(weekday))));
}

/** `3` → `March`. */
export function formatMonth(month: number): string {
  return monthFormat().format(new Date(Date.UTC(2_000, month - 1, 1)));
}

/** `3` → `M`, for an axis. */
export function formatMonthLetter(month: number): string {
  return monthLetterFormat().format(new Date(Date.UTC(2_000, month - 1, 1)));
}

/** An age in one unit: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date. */
export function formatAge(time: number | string, nowMs: number): string {
  const { units } = texts();
  const atMs = new Date(time).getTime();
  const ageMs = nowMs - atMs;
  if (ageMs < MINUTE_MS) return units.justNow;
  if (ageMs < HOUR_MS) return units.minutesAgo(Math.floor(ageMs / MINUTE_MS));
  if (ageMs < DAY_MS) return units.hoursAgo(Math.floor(ageMs / HOUR_MS));
  const days = Math.floor(ageMs / DAY_MS);
  return days < 31 ? units.daysAgo(days) : formatDate(atMs);
}

/** A time until then in one unit: `any moment`, `in 5 min`, `in 3 h`, `in 2 days`, then the date. */
export function formatUntil(time: number | string, nowMs: number): string {
  const { units } = texts();
  const atMs = new Date(time).getTime();
  const leftMs = atMs - nowMs;
  const minutes = Math.round(leftMs / MINUTE_MS);
  if (minutes < 1) return units.anyMoment;
  if (minutes < 60) return units.inMinutes(minutes);
  const hours = Math.round(leftMs / HOUR_MS);
  if (hours < 24) return units.inHours(hours);
  const days = Math.round(leftMs / DAY_MS);
  return days < 31 ? units.inDays(days) : formatDate(atMs);
}

/**
 * The day of a time in the reader's time zone: `Today`, `Yesterday`, `Wednesday, Mar 4`, with the year if it is
 * another.
 */
export function formatDay(time: number | string, nowMs: number): string {
  const at = new Date(time);
  const now = new Date(nowMs);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (at.toDateString() === now.toDateString()) return texts().units.today;
  if (at.toDateString() === yesterday.toDateString()) return texts().units.yesterday;
  return at.getFullYear() === now.getFullYear() ? dayFormat().format(at) : dateFormat().format(at);
}

/** `2026-06-15T14:00` in the reader's time zone, as a `datetime-local` field expects it. */
export function localTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

export function formatTime(time: number | string): string {
  return timeFormat().format(new Date(time));
}

/** `85` → `85 ms`; `1_530` → `1.5 s`. */
export function formatDuration(durationMs: number): string {
  const { units } = texts();
  return durationMs < 1_000
    ? units.milliseconds(formatCount(durationMs))
    : units.seconds(formatTenth(durationMs / 1_000));
}

/** `95` → `2 min`; rounded up, so that a wait is never understated. */
export function formatWait(seconds: number): string {
  const { units } = texts();
  if (seconds < 60) return units.seconds(formatCount(Math.max(1, Math.ceil(seconds))));
  if (seconds < 3_600) return units.minutes(formatCount(Math.ceil(seconds / 60)));
  return units.hours(formatCount(Math.ceil(seconds / 3_600)));
}

const byteUnits = ["KB", "MB", "GB", "TB"] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const value = bytes / 1_024 ** power;
  const unit = power === 0 ? texts().units.bytes : byteUnits[power - 1];
  return `${value < 10 && power > 0 ? formatTenth(value) : formatCount(value)} ${unit}`;
}

/** How far `price` is below `reference`, in percent; negative when above. */
export function percentBelow(price: number, reference: number): number {
  return reference > 0 ? ((reference - price) / reference) * 100 : 0;
}

/** `open-box` → `Open box`; `customer_service` → `Customer service`. */
export function formatLabel(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
