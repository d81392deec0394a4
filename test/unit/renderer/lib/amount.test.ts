import { describe, expect, it } from "vitest";
import { currencyOf, parseAmount } from "../../../../src/renderer/lib/amount.js";

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
    "1e5",
  ])("“%s” is none", (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

describe("the currency of an amount as typed", () => {
  it.each([
    ["£149", "USD", "GBP"],
    ["49,90 €", "USD", "EUR"],
    ["149.00 gbp", "USD", "GBP"],
    ["$95", "EUR", "USD"],
    ["$95", "CAD", "CAD"],
    ["95", "EUR", "EUR"],
    ["95 abc", "EUR", "EUR"],
  ])("%s beside %s is in %s", (text, assumed, currency) => {
    expect(currencyOf(text, assumed)).toBe(currency);
  });
});
