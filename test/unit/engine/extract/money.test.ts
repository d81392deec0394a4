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

  it.each<[string, string, number, string]>([
    ["dz", "4 500 DA", 4_500, "DZD"],
    ["ma", "1 299,00 DH", 1_299, "MAD"],
    ["ae", "129 dhs", 129, "AED"],
    ["ci", "12 500 F CFA", 12_500, "XOF"],
    ["cm", "12 500 FCFA", 12_500, "XAF"],
    ["co.ke", "KSh 4,500", 4_500, "KES"],
    ["com.kw", "12.500 د.ك", 12.5, "KWD"],
    ["com.eg", "450.00 ج.م", 450, "EGP"],
    ["co.il", '129 ש"ח', 129, "ILS"],
    ["uz", "1 250 000 so'm", 1_250_000, "UZS"],
    ["md", "1 299 lei", 1_299, "MDL"],
    ["ba", "129,90 KM", 129.9, "BAM"],
    ["rs", "12.990 din.", 12_990, "RSD"],
    ["al", "12.990 Lekë", 12_990, "ALL"],
    ["com.uy", "$ 1.299", 1_299, "UYU"],
    ["com.ec", "$12.99", 12.99, "USD"],
    ["com.gt", "Q129.00", 129, "GTQ"],
    ["com.bo", "Bs 129", 129, "BOB"],
    ["com.np", "Rs. 1,299", 1_299, "NPR"],
    ["co.th", "1,299 บาท", 1_299, "THB"],
    ["vn", "1.299.000 VNĐ", 1_299_000, "VND"],
    ["co.jp", "税込12,800円から", 12_800, "JPY"],
    ["cn", "特价1299元起", 1_299, "CNY"],
    ["ch", "SFr. 49.90", 49.9, "CHF"],
    ["es", "45,00 euros", 45, "EUR"],
    ["com", "Tk. 1,250", 1_250, "BDT"],
  ])("on a domain .%s, %s is %d %s", (domain, text, amount, code) => {
    const found = findMoney(text, { ...noHints, host: `shop.example.${domain}` });
    expect(found).toEqual([expect.objectContaining({ amount, currency: code, isMarked: true })]);
  });

  it.each(["12 KM", "Q 12", "L 12", "R 16", "4 DA", "10 tk", "Weight: 3.5 pounds"])(
    "%s is a size or a measure elsewhere",
    (text) => {
      expect(findMoney(text, { ...noHints, host: "shop.example.com" }).some(({ isMarked }) => isMarked)).toBe(
        false,
      );
    },
  );

  it("ten thousands in words are no amount of the digits behind them", () => {
    expect(findMoney("1万2800円", noHints)).toEqual([]);
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
