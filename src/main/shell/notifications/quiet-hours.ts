import type { QuietHours } from "../../../shared/ipc.js";

const minutesOfDay = 24 * 60;

function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Minutes until quiet hours end, at a minute of the local day (0 to 1,439); 0 outside of them. They may reach over
 * midnight. From and to the same time means never.
 */
export function quietMinutesLeft({ from, to }: QuietHours, minute: number): number {
  const length = (minuteOf(to) - minuteOf(from) + minutesOfDay) % minutesOfDay;
  const since = (minute - minuteOf(from) + minutesOfDay) % minutesOfDay;
  return since < length ? length - since : 0;
}

/** How long it is quiet from now on, in milliseconds; 0 where it is not. */
export function quietMsLeft(hours: QuietHours | null, now: Date): number {
  if (hours === null) return 0;
  const minutes = quietMinutesLeft(hours, now.getHours() * 60 + now.getMinutes());
  return minutes === 0 ? 0 : minutes * 60_000 - now.getSeconds() * 1_000 - now.getMilliseconds();
}
