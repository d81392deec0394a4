import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cadences } from "../../../../src/renderer/lib/cadence.js";
import { healthByRetailer } from "../../../../src/renderer/lib/check-health.js";
import { eventSentence } from "../../../../src/renderer/lib/event-sentence.js";
import {
  formatAge,
  formatAmount,
  formatBytes,
  formatCalendarDay,
  formatCount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatMoney,
  formatMoneyWithCode,
  formatMonth,
  formatPercent,
  formatPlural,
  formatShortDay,
  formatShortMoney,
  formatTenth,
  formatUntil,
  formatWait,
  priceParts,
} from "../../../../src/renderer/lib/format.js";
import { ruleText } from "../../../../src/renderer/lib/rule-text.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(() => speakTo({ language: "de", locale: "de-DE" }, de));
afterAll(() => speakTo({ language: "en", locale: "en-US" }, en));

/** `Intl` puts no-break spaces before signs and units; one kind of space is enough to compare by. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ");
}

describe("figures for a German reader", () => {
  it.each([
    ["money", () => formatMoney(249.99), "249,99 $"],
    ["much money", () => formatMoney(1_249.5, "EUR"), "1.249,50 €"],
    ["money with its code", () => formatMoneyWithCode(4_995, "USD"), "4.995,00 USD"],
    ["a whole amount", () => formatAmount(4_995), "4.995"],
    ["an amount with cents", () => formatAmount(1_299.5), "1.299,50"],
    ["an amount in short", () => formatShortMoney(1_250, "EUR"), "1.250 €"],
    ["a day of the last year", () => formatShortDay("2026-07-03T12:00:00Z"), "3. Juli"],
    ["a count", () => formatCount(1_200), "1.200"],
    ["a tenth", () => formatTenth(4.56), "4,6"],
    ["a share", () => formatPercent(17.4), "17 %"],
    ["a small share", () => formatPercent(0.44), "0,4 %"],
    ["a size", () => formatBytes(1_572_864), "1,5 MB"],
    ["a small size", () => formatBytes(12), "12 Byte"],
    ["a duration", () => formatDuration(1_530), "1,5 s"],
    ["a wait", () => formatWait(95), "2 min"],
    ["products", () => formatPlural("product", 1_200), "1.200 Produkte"],
    ["a product", () => formatPlural("product", 1), "1 Produkt"],
  ])("%s", (_what, format, expected) => {
    expect(plain(format())).toBe(expected);
  });

  it("raises the cents of a price and keeps its sign", () => {
    expect(priceParts(1_299.99, "EUR")).toEqual({ before: "1.299", cents: "99", after: "\u00a0€" });
    expect(priceParts(1_200, "JPY")).toEqual({ before: "1.200\u00a0¥", cents: "", after: "" });
  });

  it("never break between an amount and its sign", () => {
    expect(formatMoney(249.99)).toBe("249,99\u00a0$");
    expect(formatPercent(17)).toBe("17\u00a0%");
  });
});

describe("times for a German reader", () => {
  it.each([
    ["this minute", () => formatAge(NOW, NOW), "gerade eben"],
    ["hours ago", () => formatAge(NOW - 3 * HOUR, NOW), "vor 3 h"],
    ["a day ago", () => formatAge(NOW - DAY, NOW), "vor 1 Tag"],
    ["days ago", () => formatAge(NOW - 2 * DAY, NOW), "vor 2 Tagen"],
    ["long ago", () => formatAge(NOW - 60 * DAY, NOW), "16. Apr. 2026"],
    ["soon", () => formatUntil(NOW + 5 * MINUTE, NOW), "in 5 min"],
    ["in days", () => formatUntil(NOW + 2 * DAY, NOW), "in 2 Tagen"],
    ["today", () => formatDay(NOW, NOW), "Heute"],
    ["this year", () => formatDay(new Date(2026, 2, 4).getTime(), NOW), "Mittwoch, 4. März"],
    ["a calendar day", () => formatCalendarDay("2026-03-01"), "1. März 2026"],
    ["a month", () => formatMonth(3), "März"],
    ["a time of day", () => formatDateTime(new Date(2026, 2, 4, 15, 4).getTime()), "4. März 2026, 15:04"],
  ])("%s", (_what, format, expected) => {
    expect(plain(format())).toBe(expected);
  });
});

describe("sentences for a German reader", () => {
  it("say how often is checked", () => {
    expect(cadences().map(({ label }) => label)).toEqual(["Stündlich", "Täglich", "Wöchentlich"]);
  });

  it("say what a rule waits for", () => {
    const trigger = { kind: "target", price: 249.99, currency: "USD" } as const;
    const rule = { trigger, retailer: "shop.example", condition: "new" } as const;
    expect(plain(ruleText(rule))).toBe("Zielpreis 249,99 $ bei shop.example, nur neu");
  });

  it("say what has happened", () => {
    const event = {
      product: { service: "product/kettle/1", title: "Kettle" },
      retailer: "shop.example",
      price: { current: 249.99, previous: 299.99, currency: "USD" },
      availability: null,
    };
    expect(plain(eventSentence({ type: "price_drop", data: event }))).toBe(
      "249,99 $ bei shop.example, vorher 299,99 $ (−17 %)",
    );
  });
});

describe("outcomes of checks for a German reader", () => {
  const check = {
    retailer: "shop.example",
    detail: null,
    checked_at: "2026-06-15T10:00:00.000Z",
    last_good_at: null,
  };

  it.each([
    ["no price", "kein Preis; noch nicht gelesen"],
    ["http 503", "Fehler beim Shop; noch nicht gelesen"],
  ])("%s", (outcome, expected) => {
    expect(healthByRetailer([{ ...check, outcome, failures: 1 }], NOW)[0]?.text).toBe(expected);
  });
});
