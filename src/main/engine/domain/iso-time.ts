import { DAY_MS } from "../../../shared/time.js";

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));

/** Dates by day, because the histories of a product's offers share them. */
const dates = new Map<number, string>();
const maxDates = 10_000;

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size >= maxDates) dates.clear();
  const date = new Date(day * DAY_MS).toISOString().slice(0, -"T00:00:00.000Z".length);
  dates.set(day, date);
  return date;
}

/** What `toISOString` of a `Date` returns, in a third of the time: half of a long history's response is times. */
export function isoTime(atMs: number): string {
  const day = Math.floor(atMs / DAY_MS);
  const msOfDay = atMs - day * DAY_MS;
  const seconds = Math.floor(msOfDay / 1_000);
  const minutes = Math.floor(seconds / 60);
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`;
  const ms = msOfDay % 1_000;
  return `${dateOf(day)}T${time}.${ms === 0 ? "000" : String(ms).padStart(3, "0")}Z`;
}
