import { maxListItems } from "../../app/limits.js";
import type { LeftOut } from "../../app/links.js";
import type { FileProblem } from "../../app/lists.js";
import { withFullStop } from "../full-stop.js";
import { oneOrMore } from "../plural.js";

/** The time that a figure covers: a year, or the days so far. */
/** `days` is null where prices of archived pages count, too. */
export function withinDays(days: number | null): string {
  if (days === null) return "(archived pages included)";
  return days < 365 ? `in ${oneOrMore(days, "1 day", `${days} days`)} so far` : "in the last year";
}

function daysCovered(days: number): string {
  return days < 365 ? `the ${days} days so far` : "days in the last year";
}

/** Why a file, or a part of it, is left out. `detail` is that of `skippedLine`. */
const files: Readonly<Record<FileProblem, (detail: string) => string>> = {
  "too large": () => "The file is too large: a list can have 8 MiB. Split it into several files.",
  archive: () =>
    "This is an archive or a spreadsheet. Unpack the archive, or save the spreadsheet as CSV, and import that file.",
  pdf: () => "This is a PDF. Copy its links into a text file and import that.",
  "single file page": () =>
    "This page was saved as a single file. Save it as a web page, HTML only, and import that.",
  "no text": () => "The file is not text. Save the list as text or CSV, in UTF-8.",
  "unknown json": () => "No list was found in this JSON. Export the list as text or CSV, and import that.",
  "no links": () => "The file has no links, such as https://shop.example/lamp.",
  "no prices": () =>
    "No table of prices was found. It needs a column of dates and one of prices, such as “2026-01-31, 49.99”.",
  "no json": () => "The file is not valid JSON. Export the watch list again.",
  "other version": () => "The file is no watch list of this version of Tidemark. Export it again.",
  "no link": () => "There is no link.",
  "no web page": () => "The bookmark is not of a web page.",
  nested: () => "The folders from here on are nested too deeply.",
  "no address": () => "The watch has no address.",
  "address not exported": () => "The product has no address. Export it with ?include=urls,tags.",
  template: () => "The address has a template. Replace it by the address that it stands for.",
  "only ids": () => "The file has only ids of its tags. Their names are in the backup's zip file.",
  "no page address": () => "This is not an address of a page.",
  picture: () => "This is the address of a picture.",
  "long address": () => "The address is too long.",
  "two targets": (target) => `The link stands above with another target, ${target}, which counts.`,
  "long tag": () => "This is too long for a tag; the links are read without it.",
  "many tags": (count) => `A product can have ${count} tags; this is one more.`,
  "no shop": (count) =>
    `${oneOrMore(Number(count), "1 link lacks its", `${count} links lack their`)} shop's address, because the file does not say where it is from. Name the page's or shop's address.`,
  "more lines": (count) => `${count} more lines were left out.`,
  "more links": (count) =>
    `A list can have ${maxListItems} links; ${count} more were left out. Import them from another file.`,
  "more products": (count) => `A file can have ${maxListItems} products; ${count} more are left out.`,
  "more rules": (max) => `All products can share ${max} rules; the others of the file were left out.`,
  "no currency": () => "The currency is not a code such as EUR; the link is read without it.",
  "bad target": () => "The target is not an amount above 0; the link is read without it.",
  "bad price": () => "The price is not an amount above 0; the link is read without it.",
  "price in two ways": () =>
    "The price can be read in two ways, with thousands or with decimals. Write it like 1299.00; the link is read without it.",
  "row without price": () => "The price is not an amount above 0.",
  "row with price in two ways": () =>
    "The price can be read in two ways, with thousands or with decimals. Write it like 1299.00.",
  "more cells": () => "The row has more cells than the first. Put cells with commas into quotation marks.",
  "date in two ways": () => "The date could be of two days. Write it as year-month-day.",
  "bad date": () => "The date is not understood. Write it as year-month-day.",
  "future date": () => "The date is in the future.",
  invalid: (detail) => `This is invalid: ${detail}`,
};

/** What a watched link asked for and did not get. `detail` is that of `LeftOut`. */
const leftOut: Readonly<Record<LeftOut["what"], (detail: string) => string>> = {
  "no price": () => "The target was not set, because no price is known.",
  target: (max) => `The target was not set, because the product has ${max} rules already.`,
  return: (max) => `The alert for its return was not set, because the product has ${max} rules already.`,
  rules: (max) => `Some rules were left out, because a product can have ${max}.`,
  tags: (names) => `These tags were left out, because the product has as many as it can have: ${names}.`,
};

/** Why an alert is there, whether a price is good, and how a check went: sentences that are put together from clauses. */
export const reasons = {
  priceAt: (price: string, shop: string) => `${price} at ${shop}`,
  conditions: { used: "Used", refurbished: "Refurbished" },
  outOfStock: "Out of stock",
  outOfStockAt: (shop: string) => `Out of stock at ${shop}`,
  backInStock: (price: string) => `Back in stock for ${price}`,
  backInStockAt: (price: string, shop: string) => `Back in stock at ${shop} for ${price}`,
  inStock: (price: string) => `Now in stock for ${price}`,
  inStockAt: (price: string, shop: string) => `Now in stock at ${shop} for ${price}`,
  checksFailing: (failures: number, shop: string, problem: string) =>
    `${failures} checks in a row have failed at ${shop}: ${problem}`,
  checksRecovered: (shop: string) => `Checks at ${shop} work again`,
  /** What went wrong: in the words of the check, where those are in this language. */
  problem: (_outcome: string, detail: string) => detail,

  underTarget: (price: string) => `under your target of ${price}`,
  atTarget: (price: string) => `at your target of ${price}`,
  fell: (price: string, percent: string) => `was ${price} (−${percent})`,
  rose: (price: string, percent: string) => `was ${price} (+${percent})`,
  bestBefore: (price: string) => `best price before: ${price}`,
  underMedian30: (percent: string) => `${percent} under its usual price`,
  underHighest: (percent: string, price: string) => `${percent} under its highest price of ${price}`,
  lowestEver: "lowest ever",
  lowestSince: (date: string) => `lowest since ${date}`,
  lowestInDays: (days: number) => oneOrMore(days, "lowest in 1 day", `lowest in ${days} days`),
  cheaperAt: (price: string, shop: string) => `cheaper at ${shop}: ${price}`,
  nextBestAt: (price: string, shop: string) => `next best: ${price} at ${shop}`,
  lowestSoFar: "lowest so far",
  lessThanPaid: (amount: string, day: string) => `${amount} less than you paid, return until ${day}`,

  verdict: {
    /** What counts for the shopper, behind the price. */
    paid: {
      coupon: "with the coupon",
      code: "with the code",
      member: "with your membership",
      subscription: "with your subscription",
      trade_in: "with your trade-in",
      shipping: "shipping included",
    },
    noPrice: "No shop has it in stock right now.",
    lessThanADay: (price: string) =>
      `Less than a day of history: too little to say whether ${price} is a good price.`,
    thin: (days: number, price: string) =>
      `Only ${oneOrMore(days, "1 day", `${days} days`)} of history: too little to say whether ${price} is a good price.`,
    now: (price: string) => `It costs ${price} now.`,
    /** Prices of single days; `high` is null where all are the same. */
    copies: (
      { low, high }: { low: string; high: string | null },
      cheaper: number,
      days: number,
      since: number,
    ) => {
      const range = high === null ? low : `${low} to ${high}`;
      const count = cheaper === 0 ? "none" : String(cheaper);
      const when = days === 1 ? `the one day, of ${since}` : `${count} of ${days} days since ${since}`;
      const not = days === 1 && cheaper === 0 ? "not " : "";
      return `Older prices of single days: ${range}; ${not}cheaper on ${when}.`;
    },
    paidOn: (price: string, day: string) => `You paid ${price} on ${day}.`,
    nowLess: (price: string, amount: string) => `It costs ${price} now, ${amount} less.`,
    nowMore: (price: string, amount: string) => `It costs ${price} now, ${amount} more.`,
    nowSame: (price: string) => `It still costs ${price}.`,
    returnUntil: (day: string) => `You can return it until ${day}.`,
    /** The history has one price. */
    steady: (days: number, price: string) =>
      `${price} on each of ${days} days so far. Whether that is a good price shows once it moves.`,
    is: (price: string, medians: string) => `${price} is ${medians}.`,
    and: " and ",
    underMedian: (days: number, percent: string, median: string) =>
      `${percent} under its ${days}-day median of ${median}`,
    overMedian: (days: number, percent: string, median: string) =>
      `${percent} over its ${days}-day median of ${median}`,
    atMedian: (days: number, median: string) => `at its ${days}-day median of ${median}`,
    lowestWas: (price: string, isOverAYearAgo: boolean) =>
      `The lowest so far was ${price}${isOverAYearAgo ? ", over a year ago" : ""}.`,
    /** `days` is null for a history of more than a year. */
    notCheaper: (days: number | null) =>
      `It has not been cheaper ${days === null ? "so far" : withinDays(days)}.`,
    notDearer: (days: number | null) =>
      `It has not been dearer ${days === null ? "so far" : withinDays(days)}.`,
    cheaperThan: (percent: string, days: number) => `It was dearer on ${percent} of ${daysCovered(days)}.`,
    dearerThan: (percent: string, days: number) => `It was cheaper on ${percent} of ${daysCovered(days)}.`,
  },
  files,
  leftOut,
  nothingReadable: (line: string, reason: string) =>
    `Nothing in the file can be read. Line ${line}: ${reason}`,
};

/** Events of a product: in the inbox, in notices, in the log of a webhook. */
export const events = {
  kinds: {
    price_drop: { label: "Price drops", note: "A watched product costs less somewhere." },
    availability_change: { label: "Stock changes", note: "It goes out of stock, or is back in stock." },
    schedule_completion: { label: "Finished checks", note: "Each time a watched product was checked." },
  },
  priceDrop: "Price drop",
  priceAlert: "Price alert",
  inStock: "Now in stock",
  checked: "Checked",
  checksFail: "Checks are failing",
  checksRecovered: "Checks work again",
  aLowerPrice: "A lower price",
  atShop: (shop: string) => ` at ${shop}`,
  forPrice: (price: string) => ` for ${price}`,
  unchanged: ", unchanged",
  was: (price: string, change: string) => `, was ${price} (${change})`,
  checkedBest: (price: string) => `Checked: best price in stock ${price}`,
  checkedNoStock: "Checked: not in stock anywhere",
  checkedSoldOut: (price: string) => `Checked: no longer in stock anywhere, was ${price}`,
  testOf: (text: string) => `Test: ${text}`,
  told: (title: string, product: string, sentence: string) =>
    `${withFullStop(`${title}: ${product}`)} ${withFullStop(sentence)}`,
  toldLast: (alerts: string, sentence: string) => `${alerts}. The last one: ${sentence}`,
  openAlerts: "Open alerts",
};

/** How a check of a shop's page went, in a word or two. The engine's words are the keys. */
export const outcomes = {
  ok: "ok",
  blocked: "blocked",
  "no price": "no price",
  "no match": "nothing matches",
  ambiguous: "price not clear",
  currency: "other currency",
  paused: "paused for now",
  network: "not reached",
  tls: "no secure connection",
  timeout: "no answer in time",
  "too large": "page too large",
  "not a web page": "not a web page",
  "refused address": "refused address",
  "refused redirect": "refused redirect",
  "needs a window": "shows its price in a browser only",
  gone: "page gone",
  error: "error",
  // What a connected service can answer instead of a price.
  limited: "too many questions for now",
  "no credits": "service used up for now",
  "key refused": "key refused",
  "no plan": "service switched off",
  offline: "not reached",
  "server error": "error at the shop",
  "invalid answer": "invalid answer",
  refused: "refused",
};
