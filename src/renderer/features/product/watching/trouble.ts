/** What a failed check asks of the shopper. */
export type Trouble = "blocked" | "unread" | "unreachable" | "gone";

const kinds: Readonly<Record<string, Trouble>> = {
  blocked: "blocked",
  "no price": "unread",
  ambiguous: "unread",
  "needs a window": "unread",
  network: "unreachable",
  timeout: "unreachable",
  tls: "unreachable",
  paused: "unreachable",
  limited: "unreachable",
  offline: "unreachable",
  "server error": "unreachable",
  gone: "gone",
};

/** Null where there is nothing to add to the outcome itself, as for words that the engine has newly learnt. */
export function troubleOf(outcome: string): Trouble | null {
  if (/^http 5\d\d$/.test(outcome)) return "unreachable";
  if (outcome === "http 404" || outcome === "http 410") return "gone";
  if (outcome === "http 403" || outcome === "http 429") return "blocked";
  return Object.hasOwn(kinds, outcome) ? (kinds[outcome] ?? null) : null;
}
