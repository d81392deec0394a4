import { beforeEach, describe, expect, it } from "vitest";
import { findDeals } from "../../../src/main/engine/db/prices/deal.js";
import { offerByPublicId } from "../../../src/main/engine/db/prices/offer.js";
import { readAllPoints } from "../../../src/main/engine/db/prices/price-history.js";
import { countProducts } from "../../../src/main/engine/db/products/product.js";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { resolveIdentifier } from "../../../src/main/engine/operations/products/resolve-identifiers.js";
import { dealsRequest } from "../../../src/shared/contract/requests.js";
import { openTestStore } from "../../support/folder.js";
import { dealLine, exported, importLines, nowMs, offerFields, productLine } from "./catalogue-files.js";

let db: ReadDb;

beforeEach(() => {
  db = openTestStore();
});

/** Imports a bad line between two good ones and returns the reason it was skipped. */
async function skipReason(line: string): Promise<string | undefined> {
  const report = await importLines(db, [productLine("before"), line, productLine("after")]);
  expect(report.products).toBe(2);
  expect(countProducts(db)).toBe(2);
  expect(report.skipped.map((each) => each.line)).toEqual([2]);
  return report.skipped[0]?.reason;
}

describe("invalid catalogue lines", () => {
  it.each([
    ["broken JSON", '{"type":"product"', "is not valid JSON"],
    ["a value that is not an object", '"product"', 'is neither a "product" nor a "deal"'],
    ["an unknown type", '{"type":"review"}', 'is neither a "product" nor a "deal"'],
    ["a missing title", '{"type":"product"}', "title: is missing"],
    ["a field of the wrong type", productLine("x", { brand: 7 }), "brand: must be a string"],
    [
      "a nested field of the wrong type",
      productLine("x", { offers: [offerFields("x", { price: "9" })] }),
      "offers[0].price: must be a number",
    ],
    [
      "a price of 0",
      productLine("x", { offers: [offerFields("x", { price: 0 })] }),
      "offers[0].price: must be more than 0",
    ],
    ["a title of more than 1,000 characters", productLine("x", { title: "x".repeat(1_001) }), "title: "],
    [
      "an attribute that would be lost",
      productLine("x", { attributes: JSON.parse('{"weight":"1 kg","__proto__":"x"}') }),
      "has a field named '__proto__' in 'attributes'",
    ],
    ["a made-up currency", productLine("x", { offers: [offerFields("x", { currency: "ZZZ" })] }), "currency"],
    [
      "a link that is a script",
      productLine("x", { offers: [offerFields("x", { URL: "javascript:alert(1)" })] }),
      "offers[0].URL: is not an http or https address",
    ],
    [
      "a price of the year 9999",
      productLine("x", {
        offers: [offerFields("x", { history: [{ price: 1, timestamp: "9999-01-01T00:00:00Z" }] })],
      }),
      "offers[0].history[0].timestamp: is not between 1970 and 2099",
    ],
    [
      "a price that rounds to 0",
      productLine("x", { offers: [offerFields("x", { price: 0.004 })] }),
      "rounds to zero",
    ],
    [
      "a price above the maximum",
      productLine("x", { offers: [offerFields("x", { price: 1e300 })] }),
      "offers[0].price: must be at most 10000000000",
    ],
    [
      "a history price above the maximum",
      productLine("x", {
        offers: [offerFields("x", { history: [{ price: 1e300, timestamp: "2026-01-01T00:00:00Z" }] })],
      }),
      "offers[0].history[0].price: ",
    ],
    [
      "an invalid time",
      productLine("x", { offers: [offerFields("x", { timestamp: "soon" })] }),
      "offers[0].timestamp: must be a time like 2026-03-01T08:00:00Z",
    ],
    [
      "a day that does not exist",
      productLine("x", { offers: [offerFields("x", { timestamp: "2026-02-30T00:00:00Z" })] }),
      "offers[0].timestamp: ",
    ],
    [
      "an invalid currency",
      productLine("x", { offers: [offerFields("x", { currency: "$" })] }),
      "offers[0].currency: is not an ISO currency code",
    ],
    ["a malformed service", productLine("x", { service: "tv" }), "service: is not of the form"],
    [
      "an offer of another product",
      productLine("x", { offers: [offerFields("before", { URL: "" })] }),
      "offer offer_before belongs to another product",
    ],
    ["a deal without a title or price", '{"type":"deal","path":"d"}', "title: is missing"],
    ["a deal with an invalid time", dealLine("d", { created_at: "yesterday" }), "created_at: "],
    [
      "a deal with a price above the maximum",
      dealLine("d", { pricing: { current: 1e300, original: 1, currency: "USD" } }),
      "pricing.current: ",
    ],
    [
      "a deal with a negative price",
      dealLine("d", { pricing: { current: -1, original: 1, currency: "USD" } }),
      "pricing.current: must be at least 0",
    ],
  ])("a line is skipped and reported when it has %s", async (_case, line, reason) => {
    expect(await skipReason(line)).toContain(reason);
  });

  it("a skipped line leaves nothing in the database", async () => {
    await importLines(db, [productLine("first")]);
    const before = exported(db);
    const halfGood = productLine("x", { offers: [offerFields("x"), offerFields("first", { URL: "" })] });
    const update = productLine("first", {
      title: "Renamed",
      offers: [offerFields("first", { price: 0.001 })],
    });
    const report = await importLines(db, [halfGood, update]);
    expect(report).toMatchObject({ products: 0, offers: 0, points: 0 });
    expect(report.skipped.map(({ line }) => line)).toEqual([1, 2]);
    expect(exported(db)).toEqual(before);
    expect(resolveIdentifier(db, "Renamed")).toBeNull();
  });
});

describe("catalogue imports", () => {
  it("an import counts the imported products, offers, points, reviews and deals", async () => {
    const review = { slug: "a", headline: "", pros: [], cons: [], bottom_line: "", scores: {} };
    const lines = [productLine("a", { review }), productLine("b", { offers: [] }), dealLine("d")];
    expect(await importLines(db, lines)).toEqual({
      products: 2,
      offers: 1,
      points: 2,
      reviews: 1,
      deals: 1,
      skipped: [],
      skipped_total: 0,
    });
  });

  it("an import skips and reports history points without a positive price in the offer's currency (decision 42)", async () => {
    const history = [
      { price: 0, timestamp: "2026-01-01T00:00:00Z" },
      { price: -3, timestamp: "2026-01-02T00:00:00Z" },
      { price: 7, timestamp: "2026-01-03T00:00:00Z" },
      { price: 7, currency: "EUR", timestamp: "2026-01-04T00:00:00Z" },
    ];
    const report = await importLines(db, [productLine("a", { offers: [offerFields("a", { history })] })]);
    expect(report).toMatchObject({ products: 1, points: 1 });
    expect(report.skipped).toEqual([
      { line: 1, reason: expect.stringContaining("offer_a: left out 3 history points") },
    ]);
  });

  it("an import accepts implausible jumps in the history, and creates one point where it is missing (decision 42)", async () => {
    const jump = [
      { price: 1, timestamp: "2026-11-01T00:00:00Z" },
      { price: 900, timestamp: "2026-11-02T00:00:00Z" },
    ];
    await importLines(db, [
      productLine("a", { offers: [offerFields("a", { history: jump })] }),
      productLine("b", { offers: [offerFields("b", { history: undefined })] }),
    ]);
    const readHistory = (id: string) => readAllPoints(db, offerByPublicId(db, id)?.id ?? 0);
    expect(readHistory("offer_a").map((point) => point.priceMinor)).toEqual([100, 90_000, 1_999]);
    expect(readHistory("offer_b")).toEqual([
      { atMs: Date.parse("2026-11-20T08:00:00Z"), priceMinor: 1_999, availability: 1 },
    ]);
  });

  it("an import ends the history with the present price, at its time or else now (decision 47)", async () => {
    const history = [{ price: 55, timestamp: "2026-11-02T00:00:00Z" }];
    const lines = [
      productLine("a", { offers: [offerFields("a", { history })] }),
      productLine("b", { offers: [offerFields("b", { history, timestamp: undefined })] }),
      productLine("c", { offers: [offerFields("c", { history: [{ ...history[0], price: 19.99 }] })] }),
      productLine("d", { offers: [offerFields("d", { history, timestamp: "2026-10-01T00:00:00Z" })] }),
      productLine("e", { offers: [offerFields("e", { history: [{ ...history[0], currency: "EUR" }] })] }),
    ];
    const readEnds = () =>
      ["a", "b", "c", "d", "e"].map((name) =>
        readAllPoints(db, offerByPublicId(db, `offer_${name}`)?.id ?? 0).map(({ atMs, priceMinor }) => [
          priceMinor,
          new Date(atMs).toISOString(),
        ]),
      );
    const old = [5_500, "2026-11-02T00:00:00.000Z"];
    const ends = [
      [old, [1_999, "2026-11-20T08:00:00.000Z"]],
      [old, [1_999, new Date(nowMs).toISOString()]],
      [[1_999, "2026-11-02T00:00:00.000Z"]],
      [old, [1_999, new Date(nowMs).toISOString()]],
      [[1_999, "2026-11-20T08:00:00.000Z"]],
    ];
    await importLines(db, lines);
    expect(readEnds()).toEqual(ends);
    await importLines(db, lines);
    expect(readEnds()).toEqual(ends);
  });

  it("an import makes a product available by every identifier", async () => {
    const fields = {
      barcode: "036000291452",
      model: "KX 5",
      marketplace: "B0ABCDEFGH",
      title: "Copper kettle",
    };
    await importLines(db, [productLine("a", fields)]);
    for (const identifier of [
      "0036000291452",
      "kx  5",
      "b0abcdefgh",
      "kettle copper",
      "http://www.shop.example/a?ref=x",
    ])
      expect(resolveIdentifier(db, identifier)?.product.title, identifier).toBe("Copper kettle");
  });

  it("an import replaces a deal that has the same path", async () => {
    await importLines(db, [
      dealLine("d"),
      dealLine("d", { title: "New" }),
      dealLine("e", { category: "Toys" }),
    ]);
    const { deals, total } = findDeals(db, dealsRequest.parse({ sort: "new" }), 0);
    expect(total).toBe(2);
    expect(deals[0]?.title).toBe("New");
  });
});

describe("imports of existing products", () => {
  const known = productLine("a", { barcode: "036000291452", brand: "Fox" });

  it.each([
    ["the same service", { service: "product/test/a", offers: [] }],
    ["the same barcode in another form", { service: undefined, barcode: "0 036000 291452", offers: [] }],
    [
      "the same barcode under another product key",
      { service: "product/test/z", barcode: "036000291452", offers: [] },
    ],
    [
      "the same URL of an offer",
      {
        service: undefined,
        offers: [offerFields("new", { URL: "http://www.shop.example/a/?utm_source=mail" })],
      },
    ],
  ])("an existing product is updated, not duplicated, when it has %s", async (_case, fields) => {
    await importLines(db, [known, productLine("x", { ...fields, title: "Renamed" })]);
    expect(countProducts(db)).toBe(1);
    expect(resolveIdentifier(db, "product/test/a")?.product).toMatchObject({
      title: "Renamed",
      brand: "Fox",
    });
  });

  it("an existing product gets the new history points merged into its own", async () => {
    const more = [{ price: 22, availability: "in", timestamp: "2026-10-15T00:00:00.000Z" }];
    await importLines(db, [known, productLine("a", { offers: [offerFields("a", { history: more })] })]);
    const points = readAllPoints(db, offerByPublicId(db, "offer_a")?.id ?? 0);
    expect(points.map((point) => point.priceMinor)).toEqual([2_499, 2_200, 1_999]);
  });

  it("an existing product keeps its price when the imported file is older", async () => {
    const older = offerFields("a", { price: 5, timestamp: "2026-01-01T00:00:00Z", history: [] });
    await importLines(db, [known, productLine("a", { offers: [older] })]);
    expect(offerByPublicId(db, "offer_a")).toMatchObject({ priceMinor: 1_999 });
  });

  it("an existing product is still in stock at the end of a history that says it was sold out", async () => {
    const soldOut = [{ price: 19.99, availability: "out", timestamp: "2026-11-01T00:00:00.000Z" }];
    const older = offerFields("a", { price: 19.99, timestamp: "2026-11-01T00:00:00Z", history: soldOut });
    await importLines(db, [known, productLine("a", { offers: [older] })]);
    const { id = 0, availability } = offerByPublicId(db, "offer_a") ?? {};
    expect(readAllPoints(db, id).at(-1)).toMatchObject({ priceMinor: 1_999, availability });
  });
});
