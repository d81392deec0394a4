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
