import { oneOrMore } from "../plural.js";

/** Why an alert is there, whether a price is good, and how a check went: sentences that are put together from clauses. */
export const reasons = {
  priceAt: (price: string, shop: string) => `${price} at ${shop}`,
  outOfStock: "Out of stock",
  outOfStockAt: (shop: string) => `Out of stock at ${shop}`,
  backInStock: (price: string) => `Back in stock for ${price}`,
  backInStockAt: (price: string, shop: string) => `Back in stock at ${shop} for ${price}`,
  checksFailing: (failures: number, shop: string, problem: string) =>
    `${failures} checks in a row have failed at ${shop}: ${problem}`,
  checksRecovered: (shop: string) => `Checks at ${shop} go well again`,
  /** What went wrong: in the words of the check, where those are in this language. */
  problem: (_outcome: string, detail: string) => detail,

  underTarget: (price: string) => `under your target of ${price}`,
  atTarget: (price: string) => `at your target of ${price}`,
  fell: (price: string, percent: string) => `was ${price} (−${percent})`,
  rose: (price: string, percent: string) => `was ${price} (+${percent})`,
  underMedian30: (percent: string) => `${percent} under its 30-day median`,
  underHighest: (percent: string, price: string) => `${percent} under its highest price of ${price}`,
  lowestEver: "lowest ever",
  lowestSince: (date: string) => `lowest since ${date}`,
  lowestInDays: (days: number) => oneOrMore(days, "lowest in 1 day", `lowest in ${days} days`),
  lowestSoFar: "lowest so far",

  verdict: {
    noPrice: "Nobody has it in stock now, so there is no price to judge.",
    lessThanADay: (price: string) =>
      `Less than a day of history: too little to say whether ${price} is a good price.`,
    thin: (days: number, price: string) =>
      `Only ${oneOrMore(days, "1 day", `${days} days`)} of history: too little to say whether ${price} is a good price.`,
    is: (price: string, facts: string) => `${price} is ${facts}.`,
    underMedian: (days: number, percent: string, median: string) =>
      `${percent} under its ${days}-day median of ${median}`,
    overMedian: (days: number, percent: string, median: string) =>
      `${percent} over its ${days}-day median of ${median}`,
    atMedian: (days: number, median: string) => `at its ${days}-day median of ${median}`,
    lowestSoFar: "the lowest price seen so far",
    lowestWas: (price: string) => `the lowest seen was ${price}`,
  },

  /** How a check went, in a word or two. */
  outcomes: {
    ok: "ok",
    blocked: "blocked",
    "no price": "no price",
    ambiguous: "ambiguous",
    currency: "other currency",
    network: "network",
    timeout: "timeout",
    tls: "no secure connection",
    gone: "gone",
    paused: "paused",
    error: "error",
    "too large": "page too large",
    "not a web page": "not a web page",
    "refused address": "refused address",
    "refused redirect": "refused redirect",
    "needs a window": "needs a window",
  },
};
