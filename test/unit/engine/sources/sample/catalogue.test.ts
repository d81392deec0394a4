import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseBarcode } from "../../../../../src/main/engine/domain/gtin.js";
import { catalogueLine } from "../../../../../src/main/engine/sources/catalogue/line.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { catalogueAt, nowMs, productsIn } from "./support.js";

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
  it("keeps the keys of earlier versions, by which their users watch products", () => {
    const keys = products.map(({ service }) => service).sort();
    expect(keys).toHaveLength(393);
    const checksum = createHash("sha256").update(keys.join("\n")).digest("hex");
    expect(checksum).toBe("d999154948fa958de3936816ae261b08fac01623910b04e9e55e492b43040b34");
  });

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
});

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
