import { describe, expect, it } from "vitest";
import { parseAmount } from "../../../../src/renderer/lib/amount.js";

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
