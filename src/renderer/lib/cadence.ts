import type { Cadence } from "../../shared/contract/schedule.js";
import { texts } from "./texts.js";

// As a list of its own: the schema would bring the whole validation into the window.
const eagerFirst = ["hourly", "daily", "weekly"] as const satisfies readonly Cadence[];

/** How often a watched product can be checked, the most eager first. */
export function cadences(): readonly { readonly value: Cadence; readonly label: string }[] {
  return eagerFirst.map((value) => ({ value, label: texts().watching.cadences[value] }));
}

/** `Watched daily`. */
export function watchedHow(schedule: Cadence): string {
  return texts().watching.watchedHow[schedule];
}
