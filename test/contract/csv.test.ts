import { describe, expect } from "vitest";
import { aurora, awkward, plainProduct, products } from "../support/catalogue.js";
import { deals } from "../support/catalogue-deals.js";
import { engineWith, expectError, expectOk, readCsv } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith([...products, ...deals]);

async function csv(path: string) {
  const answer = expectOk(await engine().get(`${path}&format=csv`));
  expect(answer.headers.get("content-type")).toMatch(/^text\/csv\b/);
  return { header: answer.text.split("\r\n")[0], rows: readCsv(answer.text), answer };
}

const productColumns =
  "service,title,title_short,brand,category,barcode,marketplace,model,mpn,color,slug,description,categories,images,keywords,rating.value,rating.count,score.overall,score.customer,score.professional,attributes,identifiers,match.identifier,match.by,match.candidates";

describe("the columns of CSV", () => {
  rule(["decision 20", "section 4 format"], "of products: a row a product", async () => {
    const { header, rows } = await csv("/products?ids=AH-100,product/kettle/x");
    expect(header).toBe(productColumns);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      service: aurora.service,
      title: aurora.title,
      title_short: "Aurora",
      brand: "Northlight",
      category: "Headphones",
      barcode: "036000291452",
      marketplace: "B0AURORA01",
      model: "AH-100",
      mpn: "NL AH100 BLK",
      color: "Black",
      slug: "aurora-headphones",
      description: aurora.description,
      categories: "Electronics|Headphones",
      images: aurora.images?.join("|"),
      keywords: "noise cancelling|over-ear",
      "rating.value": "4.4",
      "rating.count": "812",
      "score.overall": "0.86",
      "score.customer": "0.88",
      "score.professional": "0.84",
      attributes: JSON.stringify(aurora.attributes),
      identifiers: JSON.stringify(aurora.identifiers),
      "match.identifier": "AH-100",
      "match.by": "model",
      "match.candidates": "1",
    });
    expect(rows[1]).toMatchObject({ title: "Bare Kettle", brand: "", "rating.value": "", attributes: "" });
  });

  rule("decision 20", "of a search: those of products, without a match", async () => {
    const { header, rows } = await csv("/products/search?q=harbor&limit=3");
    expect(header).toBe(productColumns);
    expect(rows.map((row) => row["match.by"])).toEqual(["", "", ""]);
  });

  rule(["decision 20", "decision 45"], "of offers: a row an offer, booleans as words", async () => {
    const { header, rows } = await csv("/products/offers?ids=AH-100,product/kettle/x");
    expect(header).toBe(
      "service,title,match.identifier,id,retailer,price,currency,availability,condition,condition_grade,URL,seller,is_marketplace,timestamp",
    );
    expect(rows.map(({ id, is_marketplace }) => [id, is_marketplace])).toEqual([
      ["aurora-auction", ""],
      ["aurora-used", "true"],
      ["aurora-new", "false"],
      ["aurora-refurbished", ""],
      ["aurora-unknown-a", ""],
      ["aurora-unknown-b", ""],
    ]);
    expect(rows[1]).toMatchObject({
      "match.identifier": "AH-100",
      price: "149.5",
      currency: "USD",
      availability: "in",
      condition: "used",
      condition_grade: "used-like-new",
      seller: "Bargain Barn",
      timestamp: "2026-06-14T00:00:00.000Z",
    });
    expect(rows[4]).toMatchObject({ availability: "", condition: "", seller: "" });
  });

  rule("decision 20", "of history: a row a point", async () => {
    const { header, rows } = await csv("/products/offers/history?ids=AH-100&start=2026-05-01&end=2026-06-01");
    expect(header).toBe(
      "service,title,match.identifier,offer_id,retailer,seller,condition,price,currency,availability,timestamp",
    );
    expect(rows).toHaveLength(4);
    expect(rows[2]).toEqual({
      service: aurora.service,
      title: aurora.title,
      "match.identifier": "AH-100",
      offer_id: "aurora-new",
      retailer: "shop.example",
      seller: "",
      condition: "new",
      price: "229.99",
      currency: "USD",
      availability: "out",
      timestamp: "2026-05-20T08:00:00.000Z",
    });
  });

  rule("decision 20", "of reviews: a row, or none where there is no review", async () => {
    const { header, rows } = await csv("/products/reviews?id=AH-100");
    expect(header).toBe(
      "path,title,slug,headline,pros,cons,bottom_line,scores.overall,scores.customer,scores.professional",
    );
    expect(rows).toEqual([
      {
        path: aurora.service,
        title: aurora.title,
        slug: "aurora-review",
        headline: "Quiet at last",
        pros: "Comfortable|Quiet",
        cons: "Heavy",
        bottom_line: "Buy them on sale.",
        "scores.overall": "0.86",
        "scores.customer": "0.88",
        "scores.professional": "0.84",
      },
    ]);
    const none = await csv("/products/reviews?id=kettle");
    expect(none.header).toBe(header);
    expect(none.rows).toEqual([]);
  });

  rule(["decision 20", "decision 45"], "of deals: every field, in the contract's order", async () => {
    const { header, rows } = await csv("/deals?sort=new&limit=2");
    expect(header).toBe(
      "path,title,subtitle,description,emoji,grade.letter,grade.suffix,grade.value,grade.justification,pricing.current,pricing.original,pricing.currency,retailer.name,url,votes.upvotes,votes.downvotes,votes.score,comment_count,created_at",
    );
    expect(rows[0]).toMatchObject({
      path: "deal/minutes",
      emoji: "🌊",
      "grade.letter": "A",
      "grade.suffix": "+",
      "pricing.current": "19.99",
      "retailer.name": "shop.example",
      "votes.score": "5",
    });
  });
});

describe("the form of CSV", () => {
  rule("decision 20", "quotes commas, quotes and line ends of every kind", async () => {
    const { rows } = await csv("/products?ids=product/awkward/x");
    expect(rows[0]).toMatchObject({
      title: awkward.title,
      description: "first line\nsecond line",
      color: "sea\rgreen",
      brand: "Ünïcode ☕ GmbH",
      keywords: "=SUM(A1)|a;b",
    });
  });

  rule("decision 20", "keeps each kind of line end inside a field", async () => {
    for (const [i, colour] of ["a\nb", "a\rb", "a\r\nb", "\n", '"', '""\n"', "a,b", " a "].entries()) {
      await engine().import([plainProduct(`form-${i}`, `Form ${i}`, 0, { color: colour })]);
      const { rows } = await csv(`/products?ids=product/form-${i}/x`);
      expect(rows[0]?.color).toBe(colour);
    }
  });

  rule("decision 20", "is UTF-8 without a mark, to be saved as a file", async () => {
    const { answer } = await csv("/deals?limit=1");
    expect(answer.headers.get("content-type")?.toLowerCase()).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.text.charCodeAt(0)).not.toBe(0xfeff);
    expect(answer.text.endsWith("\r\n")).toBe(true);
  });

  rule("decision 20", "has its header where there are no rows", async () => {
    const { rows, header } = await csv("/products/search?q=zzzz");
    expect(header).toBe(productColumns);
    expect(rows).toEqual([]);
    expect((await csv("/deals?category=none")).rows).toEqual([]);
  });

  rule("decision 7", "has meta and rate in the headers", async () => {
    const { answer } = await csv("/products?ids=AH-100");
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.headers.get("x-credits-used")).toBe("1");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("1000");
  });
});

describe("format", () => {
  const paths = [
    "/products?ids=AH-100",
    "/products/search?q=lamp",
    "/products/offers?ids=AH-100",
    "/products/offers/history?ids=AH-100&start=2026-06-01&end=2026-06-02",
    "/products/reviews?id=AH-100",
    "/deals?limit=1",
  ];

  rule(["section 4 format", "decision 20"], "is json unless told, and nothing but json and csv", async () => {
    for (const path of paths) {
      const plain = expectOk(await engine().get(path));
      const json = expectOk(await engine().get(`${path}&format=json`));
      expect({ ...json.body, meta: null }).toEqual({ ...plain.body, meta: null });
      for (const format of ["xml", "CSV", "", "csv%20", "json,csv"]) {
        const answer = expectError(await engine().get(`${path}&format=${format}`), "ERR_INVALID_PARAMS");
        expect(answer.body.error).toContain("'format'");
      }
    }
  });

  rule("decision 20", "does not change that errors are JSON", async () => {
    expectError(await engine().get("/products?ids=unheard-of&format=csv"), "ERR_PRODUCT_NOT_FOUND");
    expectError(await engine().get("/products/search?format=csv"), "ERR_INVALID_PARAMS");
    expectError(await engine().get("/deals?format=csv", { key: null }), "ERR_AUTH_MISSING");
  });

  rule("decision 8", "is ignored where an endpoint has none", async () => {
    expectOk(await engine().get("/usage?format=csv"));
    expectOk(await engine().get("/usage?format=nonsense"));
  });
});
