import { MINUTE_MS } from "../../../../shared/time.js";
import type { WallClock } from "../../domain/clock.js";

/** In which order a file writes days and months that are both numbers; `null` if no row of it tells. */
export type DayOrder = "day-first" | "month-first" | null;

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Beginnings of German names that differ. */
const otherMonths: Readonly<Record<string, string>> = {
  mär: "mar",
  mrz: "mar",
  mai: "may",
  okt: "oct",
  dez: "dec",
};

const time =
  /(?:,?[T\s]\s*(?:at |um )?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?\s*(?:Uhr)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const yearLast = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})/;
const dayAndName = /^(\d{1,2})\.?[\s-]+(\p{L}{3,12})\.?,?[\s-]+(\d{4})/u;
const nameAndDay = /^(\p{L}{3,12})\.?\s+(\d{1,2}),?\s+(\d{4})/u;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Length of the text that it takes. */
  readonly length: number;
}

function monthOf(name: string): number {
  const start = name.toLowerCase().slice(0, 3);
  return months.indexOf(otherMonths[start] ?? start) + 1;
}

/** The order that a date shows by a number above 12, or by points between its numbers. */
export function dayOrderOf(text: string): DayOrder {
  const [, first = "", separator, second = ""] = yearLast.exec(text.trim()) ?? [];
  if (separator === undefined) return null;
  if (separator === "." || Number(first) > 12) return "day-first";
  return Number(second) > 12 ? "month-first" : null;
}

function toDay(
  [all]: RegExpExecArray,
  year: string | undefined,
  month: number,
  day: string | undefined,
): Day {
  return { year: Number(year), month, day: Number(day), length: all.length };
}

function numericDay(text: string, order: DayOrder): Day | null {
  const match = yearLast.exec(text);
  if (match === null) return null;
  const [, first, , second, year] = match;
  const own = dayOrderOf(text) ?? order ?? (first === second ? "day-first" : null);
  if (own === null) return null;
  const [day, month] = own === "day-first" ? [first, second] : [second, first];
  return toDay(match, year, Number(month), day);
}

function dayOf(text: string, order: DayOrder): Day | null {
  const iso = yearFirst.exec(text);
  if (iso !== null) return toDay(iso, iso[1], Number(iso[2]), iso[3]);
  const named = dayAndName.exec(text);
  if (named !== null) return toDay(named, named[3], monthOf(named[2] ?? ""), named[1]);
  const nameFirst = nameAndDay.exec(text);
  if (nameFirst !== null) return toDay(nameFirst, nameFirst[3], monthOf(nameFirst[1] ?? ""), nameFirst[2]);
  return numericDay(text, order);
}

function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** Milliseconds of a day; `null` if there is no such time. */
function timeOfDay(match: RegExpExecArray): number | null {
  const [, hours = "0", minutes = "0", seconds = "0", fraction = "", half] = match;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const milliseconds = Math.floor(Number(`0.${fraction || "0"}`) * 1_000);
  return ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + milliseconds;
}

/** Day 0 of spreadsheets, which count a 29 February 1900. */
const spreadsheetStartMs = Date.UTC(1899, 11, 30);
const secondsPerDay = 86_400;
const earliestMs = Date.UTC(1995, 0);
const latestMs = Date.UTC(2100, 0);

/** Midnight without a zone is what spreadsheets make of a day. */
const midnight = /[T\s](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)?\s*am)$/i;

/** Whether a time, as `readTime` reads it, names a day without a time of day. */
export function isWholeDay(text: string): boolean {
  return !/:|^\d{9}|^\d{5}[.,]\d/.test(text.trim().replace(midnight, ""));
}

function within(atMs: number): number | null {
  return atMs >= earliestMs && atMs < latestMs ? atMs : null;
}

/**
 * A time as files write it: ISO 8601, seconds or milliseconds since 1970, days such as `15.06.2026`, `06/15/2026` or
 * `15 June 2026`, with or without a time of day, or days since 1900 as spreadsheets count them. `toInstant` applies to
 * times without a zone.
 *
 * @returns milliseconds; `null` for anything else, and if `order` does not tell the day from the month.
 */
export function readTime(given: string, order: DayOrder, toInstant: WallClock): number | null {
  const text = given.trim();
  if (text.length > 60) return null;
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return within(Math.floor(Number(text) * 1_000));
  if (/^\d{12,13}$/.test(text)) return within(Number(text));
  if (/^\d{5}(?:[.,]\d{1,12})?$/.test(text)) {
    const days = Number(text.replace(",", "."));
    return within(toInstant(spreadsheetStartMs + Math.round(days * secondsPerDay) * 1_000));
  }
  const found = dayOf(text, order);
  if (found === null) return null;
  const { year, month, day, length } = found;
  const startMs = Date.UTC(year, month - 1, day);
  const clock = time.exec(text.slice(length));
  const isDay =
    month >= 1 && new Date(startMs).getUTCDate() === day && new Date(startMs).getUTCMonth() === month - 1;
  const sinceMs = clock?.index === 0 ? timeOfDay(clock) : null;
  if (!isDay || sinceMs === null) return null;
  const zone = clock?.[6];
  return within(
    zone === undefined ? toInstant(startMs + sinceMs) : startMs + sinceMs - offsetMinutes(zone) * MINUTE_MS,
  );
}
