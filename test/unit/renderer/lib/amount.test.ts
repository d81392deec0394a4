import { describe, expect, it, onTestFinished } from "vitest";
import { amountField, currencyOf, parseAmount } from "../../../../src/renderer/lib/amount.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import * as german from "../../../../src/shared/texts/de/index.js";
import * as english from "../../../../src/shared/texts/en/index.js";

describe("an amount as typed", () => {
  it.each([
    ["599", 599],
    ["599.00", 599],
    ["599,00", 599],
    ["599,5", 599.5],
    ["0.99", 0.99],
    ["1,299", 1_299],
    ["1.299", 1_299],
    ["1,299.50", 1_299.5],
    ["1.299,50 €", 1_299.5],
    ["$1 299.50", 1_299.5],
    ["1’299.50", 1_299.5],
    ["12.345.678,90", 12_345_678.9],
    ["149.00 GBP", 149],
    ["eur 49,90", 49.9],
    ["CA$50.00", 50],
    ["CA$ 50", 50],
    ["C$50", 50],
    ["A$145", 145],
    ["US$ 95", 95],
    ["NZ$10", 10],
    ["HK$1,250.00", 1_250],
    ["R$ 20", 20],
    ["CHF 20", 20],
    ["Fr. 20", 20],
    ["50 kr", 50],
    ["1 250,00 kr.", 1_250],
    ["zł 20", 20],
    ["$95 USD", 95],
    ["20 Euro", 20],
    ["20 pounds", 20],
    ["50,-", 50],
    ["CHF 1'299.–", 1_299],
    [".99", 0.99],
    ["under 50 €", 50],
    ["≤ 50", 50],
    ["Rp 1.299.000", 1_299_000],
    ["₹1,29,999", 129_999],
    ["１２００", 1_200],
  ])("%s is read as %d", (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    "",
    "0",
    "0,00",
    "-5",
    "abc",
    "5.",
    ",5",
    "1.2.3",
    "1,2345",
    "12,34.56",
    "1.234.56",
    "5 apples",
    "5 pcs",
    "about 5",
    "$-5",
    "€95 USD",
    "HK$",
    "1e5",
    "50 00",
    "-20 %",
    "0.299",
  ])("“%s” is none", (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

/** What a field says of what is typed. */
function problemOf(value: string, currency: string | null = "EUR"): string {
  let problem = "";
  const setCustomValidity = (text: string) => {
    problem = text;
  };
  amountField(currency).onInput({ currentTarget: { value, setCustomValidity } } as never);
  return problem;
}

it("a field asks which amount is meant if the reader's notation does not tell", () => {
  expect(problemOf("1.299 €")).toBe("Is this 1299 or 1.30? Enter one of them.");
  expect(problemOf("1,299")).toBe("");
  expect(problemOf("1.299", "JPY")).toBe("");
  expect(problemOf("¥1.299", "CNY")).toBe("Is this 1299 or 1.30? Enter one of them.");
  expect(problemOf("¥1.299", null)).toBe("Is this 1299 or 1.30? Enter one of them.");
  speakTo({ language: "de", locale: "de-DE" }, german);
  onTestFinished(() => speakTo({ language: "en", locale: "en-US" }, english));
  expect(problemOf("1,299")).toBe("Ist 1299 oder 1,30 gemeint? Bitte einen der beiden Beträge eingeben.");
  expect(problemOf("1.299")).toBe("");
});

it.each([
  ["£149", "USD", "GBP"],
  ["49,90 €", "USD", "EUR"],
  ["149.00 gbp", "USD", "GBP"],
  ["$95", "EUR", "USD"],
  ["$95", "CAD", "CAD"],
  ["95", "EUR", "EUR"],
  ["CA$50.00", "USD", "CAD"],
  ["C$50", "USD", "CAD"],
  ["A$145", "USD", "AUD"],
  ["US$ 95", "CAD", "USD"],
  ["NZ$10", "USD", "NZD"],
  ["R$ 20", "USD", "BRL"],
  ["Fr. 20", "EUR", "CHF"],
  ["50 kr", "EUR", "SEK"],
  ["50 kr", "DKK", "DKK"],
  ["20 zł", "EUR", "PLN"],
  ["20 Euro", "USD", "EUR"],
  ["20 euros", "USD", "EUR"],
  ["20 dollars", "EUR", "USD"],
  ["20 dollars", "CAD", "CAD"],
  ["20 US dollars", "CAD", "USD"],
  ["1 pound", "USD", "GBP"],
  ["20 Swiss francs", "EUR", "CHF"],
  ["95 abc", "EUR", "EUR"],
])("the currency of an amount as typed %s beside %s is in %s", (text, assumed, currency) => {
  expect(currencyOf(text, assumed)).toBe(currency);
});
