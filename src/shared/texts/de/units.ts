import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const units: Texts["units"] = {
  justNow: "gerade eben",
  minutesAgo: (count) => `vor ${count} min`,
  hoursAgo: (count) => `vor ${count} h`,
  daysAgo: (count) => oneOrMore(count, "vor 1 Tag", `vor ${count} Tagen`),
  anyMoment: "jeden Moment",
  inMinutes: (count) => `in ${count} min`,
  inHours: (count) => `in ${count} h`,
  inDays: (count) => oneOrMore(count, "in 1 Tag", `in ${count} Tagen`),
  today: "Heute",
  yesterday: "Gestern",
  milliseconds: (count) => `${count} ms`,
  seconds: (count) => `${count} s`,
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} h`,
  bytes: "Byte",
};
