import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findMoney,
  noHints,
  parseAmount,
  parseMoney,
} from "../../../../src/main/engine/extract/amounts/money.js";

function amounts(text: string): number[] {
  return findMoney(text, noHints).map(({ amount }) => amount);
}

function currency(text: string, hints: Partial<typeof noHints> = {}): string | null {
  return findMoney(text, { ...noHints, ...hints })[0]?.currency ?? null;
}

describe("money in visible text", () => {
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
    ["49€90", 49.9],
    ["130, 38 zł", 130.38],
    ["$.75", 0.75],
    ["-,89 €", 0.89],
    ["12.500 د.ك", 12.5],
    ["1,290 บาท", 1_290],
    ["12,-", 12],
    ["CHF 49.–", 49],
    ["Now $49", 49],
    ["USD 1,299", 1_299],
    ["%33 799,90 TL", 799.9],
    ["423.923 KWD", 423.923],
  ])("%s is %d", (text, amount) => {
    expect(amounts(text)).toEqual([amount]);
  });

  it.each([
    "-20%",
    "20 %",
    "%20",
    "−$5.00",
    "-€3",
    "free",
    "",
    "$0.00",
    "MzI5Ljk5",
    "AH-100",
    "15.08.2017",
    "$379.00379.00",
    "$49+",
    "205/55R16",
  ])("%j has none", (text) => {
    expect(amounts(text)).toEqual([]);
  });

  it("several amounts are found one by one", () => {
    expect(amounts("Was $120.00 Now $60.00")).toEqual([120, 60]);
    expect(amounts("841,00 zł – 995,00 zł")).toEqual([841, 995]);
  });

  it("an amount is the same in each country's notation", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
        const value = cents / 100;
        for (const locale of ["en-US", "de-DE", "fr-FR", "de-CH", "pl-PL", "en-IN"]) {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value);
          expect(amounts(text), text).toEqual([value]);
        }
      }),
    );
  });
});

describe("a text that is money as a whole", () => {
  it.each<[string, number]>([
    ["$49.99", 49.99],
    ["49,99 € *", 49.99],
    ["205,68 € 205.68", 205.68],
  ])("%s is %d", (text, amount) => {
    expect(parseMoney(text, noHints)?.amount).toBe(amount);
  });

  it.each(["2-pack", "4.8 of 5", "$12 x 4", "from $10", "$10 – $20", "12 USD per month"])(
    "%s is none",
    (text) => {
      expect(parseMoney(text, noHints)).toBeNull();
    },
  );
});

describe("a price as programs write it", () => {
  it.each<[unknown, number | null]>([
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
    ["MzI5Ljk5", null],
    ["2-pack", null],
    ["NaN", null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ["", null],
    [null, null],
  ])("%j is %j", (value, amount) => {
    expect(parseAmount(value)).toBe(amount);
  });
});

describe("the currency of an amount", () => {
  it.each<[string, string | null]>([
    ["US$12", "USD"],
    ["US $12", "USD"],
    ["12,99 €", "EUR"],
    ["1 299 zł", "PLN"],
    ["₹1,29,999", "INR"],
    ["CHF 49.–", "CHF"],
    ["C$12", "CAD"],
    ["R$ 12", "BRL"],
    ["99 Kč", "CZK"],
    ["12 USD", "USD"],
    ["6 300 Р", "RUB"],
    ["$12", null],
    ["kr 99", null],
    ["¥500", null],
    ["12", null],
  ])("%s is in %j", (text, code) => {
    expect(currency(text)).toBe(code);
  });

  it("a sign that several share is read as the page states, else as usual in the country", () => {
    expect(currency("$12", { stated: ["CAD"] })).toBe("CAD");
    expect(currency("$12", { stated: ["CAD", "AUD"] })).toBeNull();
    expect(currency("$12", { host: "shop.com.au" })).toBe("AUD");
    expect(currency("99 kr", { regions: () => [["se"]] })).toBe("SEK");
    expect(currency("¥500", { host: "shop.co.jp" })).toBe("JPY");
    expect(currency("R 500", { host: "shop.co.za" })).toBe("ZAR");
    expect(currency("Rs. 500", { host: "shop.in" })).toBe("INR");
  });

  it("a dollar in English on a domain of no country is that of the United States, unless another one is named", () => {
    const host = "shop.com";
    expect(currency("$12", { host })).toBe("USD");
    expect(currency("$12", { host, language: "en" })).toBe("USD");
    for (const elsewhere of [
      { language: "es" },
      { namesDollarCountry: true },
      { regions: () => [["sg"]] },
      { stated: ["CAD", "AUD"] },
      { host: "shop.ca" },
      { host: "shop.de" },
    ])
      expect(currency("$12", { host, ...elsewhere }), JSON.stringify(elsewhere)).not.toBe("USD");
  });
});
