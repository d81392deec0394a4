import { InvalidArgumentError } from "commander";

/** Whether a text begins with a day of the calendar; `Date.parse` takes a 31st of February for the 3rd of March. */
function beginsWithRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** Milliseconds UTC of an ISO 8601 time. */
export function parseInstant(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || !beginsWithRealDay(text))
    throw new InvalidArgumentError("A time is written like 2026-11-21T09:00:00Z.");
  return ms;
}

/** Milliseconds of a day's first instant, UTC. */
export function parseDay(text: string): number {
  if (text.length !== 10 || !beginsWithRealDay(text))
    throw new InvalidArgumentError("A date is written like 2026-11-21.");
  return Date.parse(text);
}
