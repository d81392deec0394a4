import { describe, expect, it } from "vitest";
import { convertAmount } from "../../../../src/shared/app/exchange-rates.js";

const rates = { per_euro: { USD: 1.25, JPY: 200 } };

describe("convertAmount", () => {
  it.each([
    [50, "USD", "EUR", 40],
    [40, "EUR", "USD", 50],
    [50, "USD", "JPY", 8_000],
    [7, "EUR", "EUR", 7],
  ])("%d %s in %s is %d", (amount, from, to, expected) => {
    expect(convertAmount(amount, from, to, rates)).toBeCloseTo(expected, 10);
  });

  it("an amount in a currency without a rate is not converted", () => {
    expect(convertAmount(50, "BTN", "EUR", rates)).toBeNull();
    expect(convertAmount(50, "USD", "BTN", rates)).toBeNull();
  });
});
