import { HOUR_MS, MINUTE_MS, type Weekday, weekdays } from "./time.js";

const hour = "(?:[01]?\\d|2[0-3])";

/**
 * When a channel sends alerts: `at-once`, or the collected ones at each full hour (`hourly`), each day (`daily@18`) or
 * each week (`weekly@mon@18`), in local time.
 */
export const collectionPattern = new RegExp(
  `^(?:at-once|hourly|daily@${hour}|weekly@(?:${weekdays.join("|")})@${hour})$`,
);

export interface Collection {
  readonly every: "at-once" | "hourly" | "daily" | "weekly";
  /** Defaults where `every` does not need them. */
  readonly weekday: Weekday;
  readonly hour: number;
}

/** Parses a text that fits the pattern. */
export function parseCollection(text: string): Collection {
  const [every, ...at] = text.split("@");
  const [weekday, atHour] = at.length === 2 ? at : ["mon", at[0] ?? 18];
  return { every, weekday, hour: Number(atHour) } as Collection;
}

export function collectionText({ every, weekday, hour: at }: Collection): string {
  if (every === "weekly") return `${every}@${weekday}@${at}`;
  return every === "daily" ? `${every}@${at}` : every;
}

function msIntoHour(time: Date): number {
  return time.getMinutes() * MINUTE_MS + time.getSeconds() * 1_000 + time.getMilliseconds();
}

/**
 * When a channel sends the alerts that it has collected since a time: the first slot after it, in the computer's local
 * time. It depends on these alerts alone, so slots missed while the engine was off count as one. An hour that clocks
 * skip becomes the next one, and one that they repeat counts the first time.
 */
export function nextCollectionMs(collect: string, sinceMs: number): number {
  const { every, weekday, hour } = parseCollection(collect);
  const since = new Date(sinceMs);
  if (every === "hourly") return sinceMs + HOUR_MS - msIntoHour(since);
  const [year, month, today] = [since.getFullYear(), since.getMonth(), since.getDate()];
  for (let day = today; ; day++) {
    const slot = new Date(year, month, day, hour);
    // `Date` numbers the days from Sunday.
    const isDay = every === "daily" || weekdays[(slot.getDay() + 6) % 7] === weekday;
    if (isDay && slot.getTime() > sinceMs) return slot.getTime();
  }
}
