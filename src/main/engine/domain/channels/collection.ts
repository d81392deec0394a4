import { parseCollection } from "../../../../shared/collection.js";
import { HOUR_MS, MINUTE_MS, weekdays } from "../../../../shared/time.js";

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
