import { type Weekday, weekdays } from "./time.js";

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
