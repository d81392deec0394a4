import { texts } from "./texts.js";

/** A check's outcome in the reader's words; outcomes of a newer engine are shown as they are. */
export function outcomeText(outcome: string): string {
  const known: Readonly<Record<string, string>> = texts().outcomes;
  const name = nameOutcome(outcome);
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name;
}

/** The outcome that an HTTP status (`http 503`) amounts to; other outcomes stay as they are. */
export function nameOutcome(outcome: string): string {
  if (/^http 5\d\d$/.test(outcome)) return "server error";
  if (outcome === "http 404" || outcome === "http 410") return "gone";
  if (outcome === "http 403" || outcome === "http 429") return "blocked";
  return outcome;
}
