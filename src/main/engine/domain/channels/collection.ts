import type { Collection } from "../../../../shared/app/channels.js";
import { HOUR_MS, MINUTE_MS, weekdays } from "../../../../shared/time.js";

function msIntoHour(time: Date): number {
  return time.getMinutes() * MINUTE_MS + time.getSeconds() * 1_000 + time.getMilliseconds();
}

function isOnWeekday(collection: Exclude<Collection, { every: "hourly" }>, day: Date): boolean {
  // `Date` numbers the days from Sunday.
  return collection.every === "daily" || weekdays[(day.getDay() + 6) % 7] === collection.weekday;
}

/**
 * When a channel sends the alerts that it has collected since a time: the first slot after it, in the computer's local
 * time. It depends on these alerts alone, so slots missed while the engine was off count as one. An hour that clocks
 * skip becomes the next one, and one that they repeat counts the first time.
 */
export function nextCollectionMs(collection: Collection, sinceMs: number): number {
  const since = new Date(sinceMs);
  if (collection.every === "hourly") return sinceMs + HOUR_MS - msIntoHour(since);
  const [year, month, today] = [since.getFullYear(), since.getMonth(), since.getDate()];
  for (let day = today; ; day++) {
    const slot = new Date(year, month, day, collection.hour);
    if (slot.getTime() > sinceMs && isOnWeekday(collection, slot)) return slot.getTime();
  }
}
