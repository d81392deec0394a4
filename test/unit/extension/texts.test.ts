import { expect, it } from "vitest";
import { parseTarget } from "../../../src/extension/texts.js";

it.each([
  ["$20", 20, "$"],
  ["1,234.50", 1_234.5, null],
  ["1.234,50 €", 1_234.5, "€"],
  ["EUR 20", 20, "EUR"],
  [".99", 0.99, null],
])("a target in the popup, %s, is %d with the currency %s", (text, price, currency) => {
  expect(parseTarget(text)).toEqual({ price, currency });
});

it.each(["", "0", "-5", "cheap", "20.9999", "20 or 30", "$20 USD", "9999999999999"])(
  "a target in the popup is not guessed from %j",
  (text) => {
    expect(parseTarget(text)).toBeNull();
  },
);
