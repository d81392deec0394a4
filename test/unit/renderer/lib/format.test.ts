import { afterEach, expect, it } from "vitest";
import {
  formatAge,
  formatAmount,
  formatBytes,
  formatCalendarDay,
  formatCount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatLabel,
  formatMoney,
  formatMoneyWithCode,
  formatMonth,
  formatPercent,
  formatPerUnit,
  formatPlural,
  formatShortDay,
  formatShortMoney,
  formatTenth,
  formatUntil,
  formatWait,
  percentBelow,
  priceParts,
} from "../../../../src/renderer/lib/format.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const english = () => speakTo({ language: "en", locale: "en-US" }, en);
const german = () => speakTo({ language: "de", locale: "de-DE" }, de);

afterEach(english);

/** `Intl` puts no-break spaces before signs and units; one kind of space is enough to compare by. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ");
}

const noon = new Date(2026, 5, 15, 12).getTime();

it.each<[string, () => string, string, string]>([
  ["money", () => formatMoney(1_249.5), "$1,249.50", "1.249,50 $"],
  ["money in another currency", () => formatMoney(10, "EUR"), "€10.00", "10,00 €"],
  ["money with its code", () => formatMoneyWithCode(4_995, "USD"), "USD 4,995.00", "4.995,00 USD"],
  ["a whole amount", () => formatAmount(4_995), "4,995", "4.995"],
  ["an amount with cents", () => formatAmount(1_299.5), "1,299.50", "1.299,50"],
  ["an amount in short", () => formatShortMoney(1_250, "EUR"), "€1,250", "1.250 €"],
  ["one with cents in short", () => formatShortMoney(62.5, "USD"), "$62.50", "62,50 $"],
  [
    "a price per unit",
    () => formatPerUnit({ price: 16, currency: "USD" }, { amount: 946.353, unit: "ml" }, null),
    "$0.50 per fl oz",
    "16,91 $ je Liter",
  ],
  ["a count", () => formatCount(1_200), "1,200", "1.200"],
  ["a tenth", () => formatTenth(4.56), "4.6", "4,6"],
  ["a share", () => formatPercent(18.4), "18%", "18 %"],
  ["a small share", () => formatPercent(0.44), "0.4%", "0,4 %"],
  ["no bytes", () => formatBytes(0), "0 bytes", "0 Byte"],
  ["kilobytes", () => formatBytes(1_536), "1.5 KB", "1,5 KB"],
  ["megabytes", () => formatBytes(18_400_000), "18 MB", "18 MB"],
  ["a short duration", () => formatDuration(85), "85 ms", "85 ms"],
  ["a duration", () => formatDuration(1_530), "1.5 s", "1,5 s"],
  ["no wait", () => formatWait(0), "1 s", "1 s"],
  ["a wait of minutes", () => formatWait(61), "2 min", "2 min"],
  ["a wait of hours", () => formatWait(3_601), "2 h", "2 h"],
  ["products", () => formatPlural("product", 1_200), "1,200 products", "1.200 Produkte"],
  ["a product", () => formatPlural("product", 1), "1 product", "1 Produkt"],
  ["a day of the last year", () => formatShortDay("2026-07-03T12:00:00Z"), "Jul 3", "3. Juli"],
  ["a calendar day", () => formatCalendarDay("2026-03-01"), "Mar 1, 2026", "1. März 2026"],
  ["a month", () => formatMonth(3), "March", "März"],
  [
    "a time of day",
    () => formatDateTime(new Date(2026, 2, 4, 15, 4).getTime()),
    "Mar 4, 2026, 3:04 PM",
    "4. März 2026, 15:04",
  ],
  ["this minute", () => formatAge(NOW - 59_000, NOW), "just now", "gerade eben"],
  ["what a fast clock dates ahead", () => formatAge(NOW + HOUR, NOW), "just now", "gerade eben"],
  ["minutes ago", () => formatAge(NOW - 5 * MINUTE, NOW), "5 min ago", "vor 5 min"],
  ["hours ago", () => formatAge(NOW - 4 * HOUR + 1, NOW), "3 h ago", "vor 3 h"],
  ["a day ago", () => formatAge(NOW - DAY, NOW), "1 day ago", "vor 1 Tag"],
  ["days ago", () => formatAge(NOW - 30 * DAY, NOW), "30 days ago", "vor 30 Tagen"],
  ["over a month ago", () => formatAge(NOW - 60 * DAY, NOW), "Apr 16, 2026", "16. Apr. 2026"],
  ["what is due", () => formatUntil(NOW - HOUR, NOW), "any moment", "gleich"],
  ["in half a minute", () => formatUntil(NOW + 29_000, NOW), "any moment", "gleich"],
  ["in a minute", () => formatUntil(NOW + 59_000, NOW), "in 1 min", "in 1 min"],
  ["in nearly an hour", () => formatUntil(NOW + 59.6 * MINUTE, NOW), "in 1 h", "in 1 h"],
  ["in hours", () => formatUntil(NOW + 2.9 * HOUR, NOW), "in 3 h", "in 3 h"],
  ["in nearly a day", () => formatUntil(NOW + 23.7 * HOUR, NOW), "in 1 day", "in 1 Tag"],
  ["in days", () => formatUntil(NOW + 6 * DAY, NOW), "in 6 days", "in 6 Tagen"],
  ["in over a month", () => formatUntil(NOW + 40 * DAY, NOW), "Jul 25, 2026", "25. Juli 2026"],
  ["today", () => formatDay(noon - 11 * HOUR, noon), "Today", "Heute"],
  ["yesterday", () => formatDay(noon - 13 * HOUR, noon), "Yesterday", "Gestern"],
  ["this year", () => formatDay(noon - 4 * DAY, noon), "Thursday, Jun 11", "Donnerstag, 11. Juni"],
  ["last year", () => formatDay(new Date(2025, 11, 31, 12).getTime(), noon), "Dec 31, 2025", "31. Dez. 2025"],
])("what a reader of English and one of German see %s", (_what, format, inEnglish, inGerman) => {
  expect(plain(format())).toBe(inEnglish);
  german();
  expect(plain(format())).toBe(inGerman);
});

it.each([
  [48.99, "USD", { before: "$48", cents: "99", after: "" }],
  [1_200, "JPY", { before: "¥1,200", cents: "", after: "" }],
  [1.25, "KWD", { before: "KWD\u00a01", cents: "250", after: "" }],
  [-5, "USD", { before: "-$5", cents: "00", after: "" }],
])("a price of %d %s is taken apart at its cents", (amount, currency, parts) => {
  expect(priceParts(amount, currency)).toEqual(parts);
});

it("a price's sign stays on its line, on whichever side it stands", () => {
  german();
  expect(priceParts(1_299.99, "EUR")).toEqual({ before: "1.299", cents: "99", after: "\u00a0€" });
  expect(priceParts(1_200, "JPY")).toEqual({ before: "1.200\u00a0¥", cents: "", after: "" });
  expect(formatMoney(249.99)).toBe("249,99\u00a0$");
  expect(formatPercent(17)).toBe("17\u00a0%");
});

it("a share counts how far a price is below another", () => {
  expect([percentBelow(80, 100), percentBelow(120, 100), percentBelow(5, 0)]).toEqual([20, -20, 0]);
});

it("names of fields become words", () => {
  expect([formatLabel("used-like-new"), formatLabel("battery_life")]).toEqual([
    "Used like new",
    "Battery life",
  ]);
});
