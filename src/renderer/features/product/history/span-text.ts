import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import { locale, texts } from "../../../lib/texts.js";
import { spanOf, type Viewport } from "./viewport.js";

/** From so few days on, the time of day is worth telling. */
const exactDays = 4;

const dates = { day: "numeric", month: "short", year: "numeric" } as const;
const times = { ...dates, hour: "numeric", minute: "2-digit" } as const;

function lengthText(spanMs: number): string {
  const words = texts().history;
  if (spanMs < 2 * DAY_MS) return words.hours(Math.max(1, Math.round(spanMs / HOUR_MS)));
  return words.days(Math.round(spanMs / DAY_MS));
}

/** `Mar 3 – Jun 1, 2026 · 90 days`: what is in sight, in words. */
export function spanText(viewport: Viewport): string {
  const spanMs = spanOf(viewport);
  const format = new Intl.DateTimeFormat(locale(), spanMs < exactDays * DAY_MS ? times : dates);
  return `${format.formatRange(viewport.startMs, viewport.endMs)} · ${lengthText(spanMs)}`;
}
