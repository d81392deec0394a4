import type { Cadence } from "../../shared/contract/schedule.js";
import { texts } from "./texts.js";

// Listed here, because importing the schema would bundle the whole validation.
const eagerFirst = ["hourly", "daily", "weekly"] as const satisfies readonly Cadence[];

/** The intervals of checks, most frequent first. */
export function cadences(): readonly { readonly value: Cadence; readonly label: string }[] {
  return eagerFirst.map((value) => ({ value, label: texts().watching.cadences[value] }));
}

/** `Watched daily`. */
export function watchedHow(schedule: Cadence): string {
  return texts().watching.watchedHow[schedule];
}
