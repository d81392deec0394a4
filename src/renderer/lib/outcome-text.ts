import { texts } from "./texts.js";

/** A check's outcome in the reader's words; outcomes of a newer engine are shown as they are. */
export function outcomeText(outcome: string): string {
  const known: Readonly<Record<string, string>> = texts().outcomes;
  return Object.hasOwn(known, outcome) ? (known[outcome] ?? outcome) : outcome;
}
