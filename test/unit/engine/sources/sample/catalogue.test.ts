import { describe, expect, it } from "vitest";
import { parseBarcode } from "../../../../../src/main/engine/domain/gtin.js";
import { catalogueLine } from "../../../../../src/main/engine/sources/catalogue/line.js";
import { sampleRetailers } from "../../../../../src/main/engine/sources/sample/index.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { catalogueAt, dealsIn, nowMs, productsIn } from "./support.js";

const lines = catalogueAt(nowMs);
const products = productsIn(lines);
const offers = products.flatMap((product) => product.offers);

function share<T>(list: readonly T[], holds: (item: T) => unknown): number {
  return list.filter(holds).length / list.length;
}

function repeated(values: readonly (string | undefined)[]): string[] {
  const present = values.filter((value) => value !== undefined);
  return present.filter((value, index) => present.indexOf(value) !== index);
}

/** All texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const withoutHistory = lines.map((line) =>
  line.type === "deal"
    ? line
    : { ...line, offers: line.offers.map((offer) => ({ ...offer, history: offer.history.slice(-2) })) },
);

describe("the sample catalogue", () => {
  it("generates the same sample catalogue every time", () => {
    expect(catalogueAt(nowMs)).toEqual(lines);
  });

  it("has about 400 products, 1,800 offers, 13 categories and 8 retailers", () => {
    expect(products.length).toBeGreaterThanOrEqual(380);
    expect(products.length).toBeLessThanOrEqual(420);
    expect(offers.length).toBeGreaterThanOrEqual(1_650);
    expect(offers.length).toBeLessThanOrEqual(1_950);
    expect(new Set(products.map(({ category }) => category)).size).toBe(13);
    expect(new Set(offers.map(({ retailer }) => retailer))).toEqual(
      new Set(sampleRetailers.map(({ domain }) => domain)),
    );
    expect(share(products, ({ review }) => review)).toBeGreaterThan(0.5);
    expect(share(products, ({ review }) => review)).toBeLessThan(0.7);
  });

  it("gives every product one to eight offers, one of them a new one that the API returns", () => {
    for (const product of products) {
      expect(product.offers.length).toBeGreaterThanOrEqual(1);
      expect(product.offers.length).toBeLessThanOrEqual(8);
      const returnable = product.offers.filter(
        (o) => o.trusted && o.valid && !o.auction && o.currency === "USD",
      );
      expect(returnable.some(({ condition }) => condition === "new")).toBe(true);
    }
  });

  it("includes used, refurbished, sold-out, foreign, untrusted, invalid and auction offers", () => {
    expect(share(offers, (o) => o.condition === "new")).toBeGreaterThan(0.7);
    for (const value of ["used", "refurbished"]) expect(offers.some((o) => o.condition === value)).toBe(true);
    for (const value of ["EUR", "GBP"]) expect(offers.some((o) => o.currency === value)).toBe(true);
    expect(share(offers, (o) => o.availability === "out")).toBeGreaterThan(0.01);
    expect(offers.some((o) => !o.trusted)).toBe(true);
    expect(offers.some((o) => !o.valid)).toBe(true);
    expect(offers.some((o) => o.auction)).toBe(true);
    expect(products.some((p) => p.description === undefined && p.brand === undefined)).toBe(true);
  });

  it("generates valid catalogue lines that survive a round trip through JSON", () => {
    for (const line of withoutHistory) {
      const parsed = catalogueLine.safeParse(JSON.parse(JSON.stringify(line)));
      expect(parsed.error?.message).toBeUndefined();
      expect(parsed.data).toEqual(line);
    }
  });

  it("has no empty texts and no unfilled marks", () => {
    const isFlawed = (text: string) => text !== text.trim() || /[{}]|undefined|NaN|null/.test(text);
    expect(withoutHistory.flatMap(textsIn).filter(isFlawed)).toEqual([]);
    expect(products.flatMap(textsIn).filter((text) => text === "")).toEqual([]);
  });

  it("uses no host outside .example", () => {
    const hosts = withoutHistory
      .flatMap(textsIn)
      .filter((text) => text.startsWith("http"))
      .map((text) => new URL(text).hostname);
    for (const host of [...hosts, ...offers.map(({ retailer }) => retailer)])
      expect(host).toMatch(/sample[a-z-]*\.example$/);
  });
});

describe("sample identifiers", () => {
  it("gives barcodes and ISBNs valid check digits", () => {
    for (const { barcode, identifiers } of products) {
      if (barcode !== undefined) expect(parseBarcode(barcode).kind).toBe("gtin");
      const isbn10 = identifiers?.isbn10;
      if (isbn10 !== undefined) expect(parseBarcode(isbn10)).toEqual(parseBarcode(barcode ?? ""));
    }
  });

  it("uses only barcode ranges that no real product can have", () => {
    for (const { barcode, category } of products)
      if (barcode !== undefined)
        expect(barcode).toMatch(category === "Books" ? /^97867\d{8}$/ : /^(2\d{12}|4\d{11})$/);
  });

  it("gives no two products the same identifier, except for models within a family", () => {
    for (const field of ["service", "slug", "barcode", "marketplace", "mpn"] as const)
      expect(repeated(products.map((product) => product[field]))).toEqual([]);
    expect(repeated(offers.map(({ id }) => id))).toEqual([]);
    expect(repeated(offers.map(({ URL }) => URL))).toEqual([]);
    expect(repeated(products.map(({ model }) => model)).length).toBeGreaterThan(10);
  });

  it("shares a model only within a family", () => {
    const families = new Map<string, Set<string>>();
    for (const { model, barcode, mpn } of products) {
      if (model === undefined || barcode === undefined) continue;
      families.set(model, (families.get(model) ?? new Set()).add(mpn?.split("-")[0] ?? ""));
    }
    for (const makers of families.values()) expect(makers.size).toBe(1);
  });

  it("gives products the identifiers under which recheckable retailers sell them", () => {
    for (const product of products) {
      const sellers = new Set(product.offers.map(({ retailer }) => retailer));
      if (sellers.has("sample-market.example")) expect(product.marketplace).toMatch(/^B0[A-Z0-9]{8}$/);
      if (sellers.has("sample-electronics.example"))
        expect(product.identifiers?.["sample-electronics"]).toMatch(/^\d{7}$/);
    }
  });
});

describe("sample offers", () => {
  it("dates an offer no later than now, with the price of its last change point", () => {
    for (const offer of offers) {
      const seenMs = Date.parse(offer.timestamp ?? "");
      const last = offer.history.at(-1);
      expect(seenMs).toBeLessThanOrEqual(nowMs);
      if (last === undefined) continue;
      expect(seenMs).toBeGreaterThanOrEqual(Date.parse(last.timestamp));
      expect([offer.price, offer.availability]).toEqual([last.price, last.availability]);
    }
  });

  it("gives offers two years of history, and auctions none", () => {
    for (const offer of offers) {
      if (offer.auction) expect(offer.history).toEqual([]);
      else expect(Date.parse(offer.history[0]?.timestamp ?? "")).toBeLessThanOrEqual(nowMs - 730 * DAY_MS);
    }
  });

  it("ends every price in .00, .49 or .99", () => {
    const prices = new Set(offers.flatMap(({ history }) => history.map(({ price }) => price)));
    expect([...prices].filter((price) => !/^\d+(\.99|\.49)?$/.test(String(price)))).toEqual([]);
  });
});

describe("sample deals in the catalogue", () => {
  it("has about 120 deals from the last four weeks", () => {
    const deals = dealsIn(lines);
    expect(deals.length).toBeGreaterThanOrEqual(90);
    expect(deals.length).toBeLessThanOrEqual(150);
    for (const deal of deals) {
      expect(Date.parse(deal.created_at)).toBeGreaterThan(nowMs - 28 * DAY_MS);
      expect(Date.parse(deal.created_at)).toBeLessThanOrEqual(nowMs);
    }
  });
});
