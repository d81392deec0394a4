const unreachedOutcomes: ReadonlySet<string> = new Set(["network", "timeout", "offline"]);

/** Whether a computer without a network gets this outcome from every shop. */
export function isUnreached(outcome: string): boolean {
  return unreachedOutcomes.has(outcome);
}

/** Why no price could be read from a page. */
export const unreadCauses = [
  "captcha",
  "bot-wall",
  "rate-limit",
  "refused",
  "log-in",
  "missing",
  "error",
  "age",
  "country",
  "consent",
  "no-product",
  "old-recipe",
  "lost-click",
  "out-of-stock",
  "timeout",
  "network",
  "tls",
  "too large",
  "not a web page",
  "refused redirect",
  "crashed",
] as const;
export type UnreadCause = (typeof unreadCauses)[number];
