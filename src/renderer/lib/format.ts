/** Every figure the window shows is written here: money, ages, dates, shares, counts. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = moneyFormats.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", { style: "currency", currency });
  moneyFormats.set(currency, made);
  return made;
}

/** `249.99, "USD"` → `$249.99`. */
export function formatMoney(amount: number, currency = "USD"): string {
  return moneyFormat(currency).format(amount);
}

const wholeFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function formatCount(value: number): string {
  return wholeFormat.format(value);
}

const smallFormat = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });

/** `18.4` → `18%`; `0.44` → `0.4%`. */
export function formatPercent(value: number): string {
  return `${(Math.abs(value) < 1 ? smallFormat : wholeFormat).format(value)}%`;
}

/** `"product", 1` → `1 product`; `"product", 3` → `3 products`. */
export function formatPlural(noun: string, count: number): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

const dateFormat = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", year: "numeric" });
const dateTimeFormat = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const dayFormat = new Intl.DateTimeFormat("en-US", { weekday: "long", day: "numeric", month: "short" });
const timeFormat = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
/** A calendar day of the contract is a day in UTC, wherever the reader is. */
const calendarDayFormat = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

export function formatDate(time: number | string): string {
  return dateFormat.format(new Date(time));
}

export function formatDateTime(time: number | string): string {
  return dateTimeFormat.format(new Date(time));
}

/** `"2026-03-01"` → `Mar 1, 2026`. */
export function formatCalendarDay(day: string): string {
  return calendarDayFormat.format(new Date(day));
}

/** `3` → `March`. */
export function formatMonth(month: number): string {
  return monthFormat.format(new Date(Date.UTC(2_000, month - 1, 1)));
}

/** How long ago, in one unit: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date. */
export function formatAge(time: number | string, nowMs: number): string {
  const atMs = new Date(time).getTime();
  const ageMs = nowMs - atMs;
  if (ageMs < MINUTE_MS) return "just now";
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  const days = Math.floor(ageMs / DAY_MS);
  if (days < 31) return days === 1 ? "1 day ago" : `${days} days ago`;
  return formatDate(atMs);
}

/** How soon, in one unit: `any moment`, `in 5 min`, `in 3 h`, `in 2 days`, then the date. */
export function formatUntil(time: number | string, nowMs: number): string {
  const atMs = new Date(time).getTime();
  const leftMs = atMs - nowMs;
  if (leftMs < MINUTE_MS) return "any moment";
  const minutes = Math.round(leftMs / MINUTE_MS);
  if (minutes < 60) return `in ${minutes} min`;
  const hours = Math.round(leftMs / HOUR_MS);
  if (hours < 24) return `in ${hours} h`;
  const days = Math.round(leftMs / DAY_MS);
  if (days < 31) return days === 1 ? "in 1 day" : `in ${days} days`;
  return formatDate(atMs);
}

/** The reader's day that a time falls on: `Today`, `Yesterday`, `Wednesday, Mar 4`, with the year if it is another. */
export function formatDay(time: number | string, nowMs: number): string {
  const at = new Date(time);
  const now = new Date(nowMs);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (at.toDateString() === now.toDateString()) return "Today";
  if (at.toDateString() === yesterday.toDateString()) return "Yesterday";
  return at.getFullYear() === now.getFullYear() ? dayFormat.format(at) : dateFormat.format(at);
}

export function formatTime(time: number | string): string {
  return timeFormat.format(new Date(time));
}

/** `85` → `85 ms`; `1_530` → `1.5 s`. */
export function formatDuration(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** `95` → `2 min`; for waiting times, so it is never under-stated. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  if (seconds < 3_600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3_600)} h`;
}

const byteUnits = ["bytes", "KB", "MB", "GB", "TB"] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const value = bytes / 1_024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : wholeFormat.format(value)} ${byteUnits[power]}`;
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
