import { expect, it } from "vitest";
import { parseTarget } from "../../../src/extension/texts.js";

it.each([
  ["$20", 20, "$"],
  ["1,234.50", 1_234.5, null],
  ["1,234", 1_234, null],
  ["1.234,50 €", 1_234.5, "€"],
  ["EUR 20", 20, "EUR"],
  [".99", 0.99, null],
])("a target in the popup, %s, is %d with the currency %s", (text, price, currency) => {
  expect(parseTarget(text, "USD")).toEqual({ price, currency });
});

it("a target in yen has no decimals", () => {
  expect(parseTarget("1.299 JPY", "USD")).toEqual({ price: 1_299, currency: "JPY" });
  expect(parseTarget("1.299", "JPY")).toEqual({ price: 1_299, currency: null });
});

it.each([
  ["", "Enter a price above 0."],
  ["0", "Enter a price above 0."],
  ["-5", "Enter a price above 0."],
  ["cheap", "Enter a price above 0."],
  ["20.9999", "Enter a price above 0."],
  ["0.299", "Enter a price above 0."],
  ["20 or 30", "Enter a price above 0."],
  ["$20 USD", "Enter a price above 0."],
  ["1.299 €", "Is the target 1,299 or 1.3? Enter one of them."],
  ["9999999999999", "The target is too high. Enter a price of at most 1,000,000,000,000."],
])("a target in the popup is not guessed from %j: %s", (text, problem) => {
  expect(parseTarget(text, null)).toBe(problem);
});
