import { type Cadence, cadence } from "../../shared/contract/schedule.js";
import { texts } from "./texts.js";

/** How often a watched product can be checked, the most eager first. */
export function cadences(): readonly { readonly value: Cadence; readonly label: string }[] {
  return cadence.options.map((value) => ({ value, label: texts().watching.cadences[value] }));
}

/** `Watched daily`. */
export function watchedHow(schedule: Cadence): string {
  return texts().watching.watchedHow[schedule];
}
