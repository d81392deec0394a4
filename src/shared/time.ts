export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** The delay before a retry: `firstMs` after one failure, doubled with each further one, at most `maxMs`. */
export function backoffMs(failures: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  const doublings = Math.min(20, Math.max(0, failures - 1));
  return Math.min(maxMs, firstMs * 2 ** doublings);
}

/** `2026-11-28`: the day of an instant in the time zone of this computer. */
export function localDay(ms: number): string {
  const date = new Date(ms);
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** `2026-11-28`: the day of an instant, in UTC. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `2026-11-28`, 14 → `2026-12-12`. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(day) + days * DAY_MS);
}

/** Runs a callback after a delay and returns a function that cancels it. Injected, so that tests need not wait. */
export type After = (delayMs: number, callback: () => void) => () => void;

export const systemAfter: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};
