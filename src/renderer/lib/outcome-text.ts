import { texts } from "./texts.js";

/** How a check went, in the reader's words; a word that the engine has newly learnt stands for itself. */
export function outcomeText(outcome: string): string {
  const known: Readonly<Record<string, string>> = texts().outcomes;
  return Object.hasOwn(known, outcome) ? (known[outcome] ?? outcome) : outcome;
}
