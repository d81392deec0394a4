import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { machineAmount, textAmount } from "../../../../src/main/engine/extract/amounts/amount.js";
import { currencyOfText } from "../../../../src/main/engine/extract/amounts/currency.js";

const noHints = { currency: null, decimalComma: null };

describe("an amount in visible text", () => {
  it.each<[string, number]>([
    ["1,299.99", 1_299.99],
    ["1.299,99 €", 1_299.99],
    ["1 299,99 zł", 1_299.99],
    ["1\u00a0299,00 kr", 1_299],
    ["1'299.00", 1_299],
    ["1’299.–", 1_299],
    ["₹1,29,999", 129_999],
    ["¥12,800", 12_800],
    ["2.499.000 ₫", 2_499_000],
    ["12 499 Kč", 12_499],
    ["$12^99", 12.99],
    ["$1,299^99", 1_299.99],
    ["12,-", 12],
    ["CHF 49.–", 49],
    ["0,999", 0.999],
    ["Now $49", 49],
    ["USD 1,299", 1_299],
    ["%33 799,90 TL", 799.9],
    ["% 33\u00a0799 TL", 799],
  ])("%s is %d", (text, amount) => {
    expect(textAmount(text, noHints)).toBe(amount);
  });

  it.each(["-20%", "20 %", "%20", "% 5,5", "−$5.00", "- €3", "free", "", "$0.00", "0"])(
    "%s is none",
    (text) => {
      expect(textAmount(text, noHints)).toBeNull();
    },
  );

  it("is what it was in each way of writing it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
        const value = cents / 100;
        const english = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 }).format(value);
        for (const locale of ["en-US", "de-DE", "fr-FR", "de-CH", "pl-PL", "en-IN"]) {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value);
          expect(textAmount(text, noHints), `${english} as ${text}`).toBe(value);
        }
      }),
    );
  });
});

describe("an amount as machines write it", () => {
  it.each<[string | number, number | null]>([
    ["1299.99", 1_299.99],
    [1299.99, 1_299.99],
    ["1,299.99", 1_299.99],
    ["49.990", 49.99],
    ["$49.99", 49.99],
    ["1299", 1_299],
    ["0", null],
    [0, null],
    ["-5", null],
    [-5, null],
    ["1.299E+3", 1_299],
    ["1299e-2", 12.99],
    ["4.27e+3684.90", null],
    ["1e400", null],
    ["NaN", null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ["", null],
  ])("%j is %j", (value, amount) => {
    expect(machineAmount(value)).toBe(amount);
  });
});

describe("the currency beside an amount", () => {
  const hints = { stated: [], host: "shop.example", language: null };

  it.each<[string, string | null]>([
    ["US$12", "USD"],
    ["12,99 €", "EUR"],
    ["1 299 zł", "PLN"],
    ["₹1,29,999", "INR"],
    ["CHF 49.–", "CHF"],
    ["C$12", "CAD"],
    ["R$ 12", "BRL"],
    ["Rs. 500", "INR"],
    ["99 Kč", "CZK"],
    ["12 USD", "USD"],
    ["$12", null],
    ["kr 99", null],
    ["¥500", null],
    ["12", null],
  ])("of %s is %j", (text, currency) => {
    expect(currencyOfText(text, hints)).toBe(currency);
  });

  it("of a sign that several share is the one that the page states, else the country's", () => {
    expect(currencyOfText("$12", { ...hints, stated: ["CAD"] })).toBe("CAD");
    expect(currencyOfText("$12", { ...hints, stated: ["CAD", "AUD"] })).toBeNull();
    expect(currencyOfText("$12", { ...hints, host: "shop.com.au" })).toBe("AUD");
    expect(currencyOfText("99 kr", { ...hints, language: "sv-SE" })).toBe("SEK");
    expect(currencyOfText("¥500", { ...hints, host: "shop.co.jp" })).toBe("JPY");
  });
});
