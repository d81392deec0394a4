import { oneOrMore } from "../plural.js";

/** Ages, waits and sizes: what `Intl` has no short form for. Counts arrive as they are to be shown. */
export const units = {
  justNow: "just now",
  minutesAgo: (count: number) => `${count} min ago`,
  hoursAgo: (count: number) => `${count} h ago`,
  daysAgo: (count: number) => oneOrMore(count, "1 day ago", `${count} days ago`),
  anyMoment: "any moment",
  inMinutes: (count: number) => `in ${count} min`,
  inHours: (count: number) => `in ${count} h`,
  inDays: (count: number) => oneOrMore(count, "in 1 day", `in ${count} days`),
  today: "Today",
  yesterday: "Yesterday",
  milliseconds: (count: string) => `${count} ms`,
  seconds: (count: string) => `${count} s`,
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
  bytes: "bytes",
};
