/** How a check of a shop's page went, in a word or two. The engine's words are the keys. */
export const outcomes = {
  ok: "ok",
  blocked: "blocked",
  "no price": "no price",
  ambiguous: "ambiguous",
  currency: "currency",
  paused: "paused",
  network: "network",
  tls: "tls",
  timeout: "timeout",
  "too large": "too large",
  "not a web page": "not a web page",
  "refused address": "refused address",
  "refused redirect": "refused redirect",
  "needs a window": "needs a window",
  gone: "gone",
  error: "error",
};
