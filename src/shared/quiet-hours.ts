import type { QuietHours } from "./app/primitives.js";
import { HOUR_MS } from "./time.js";

const minutesPerDay = 24 * 60;

function parseMinute(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Minutes until the quiet hours end, from a minute of the local day (0 to 1,439); 0 outside of them. They may span
 * midnight. Equal start and end times mean no quiet hours.
 */
export function quietMinutesLeft({ from, to }: QuietHours, minute: number): number {
  const length = (parseMinute(to) - parseMinute(from) + minutesPerDay) % minutesPerDay;
  const elapsed = (minute - parseMinute(from) + minutesPerDay) % minutesPerDay;
  return elapsed < length ? length - elapsed : 0;
}

/** Milliseconds until the quiet hours end, also where clocks change before; 0 outside of them. */
export function quietMsLeft(hours: QuietHours | null, now: Date): number {
  if (hours === null) return 0;
  const minutes = quietMinutesLeft(hours, now.getHours() * 60 + now.getMinutes());
  if (minutes === 0) return 0;
  const end = new Date(now);
  end.setMinutes(now.getMinutes() + minutes, 0, 0);
  const left = end.getTime() - now.getTime();
  // In autumn, an hour comes twice, and `Date` takes the first one.
  return left > 0 ? left : left + HOUR_MS;
}
