import { expect, it } from "vitest";
import { aurora, awkward, deals, products } from "../support/catalogue.js";
import { expectError, expectOk, readCsv, setupEngine } from "../support/contract.js";

const engine = setupEngine([...products, ...deals]);

async function getCsv(path: string) {
  const response = expectOk(await engine().get(`${path}&format=csv`));
  expect(response.headers.get("content-type")).toMatch(/^text\/csv\b/);
  return { header: response.text.split("\r\n")[0], rows: readCsv(response.text), response };
}

const productColumns =
  "service,title,title_short,brand,category,barcode,marketplace,model,mpn,color,slug,description,categories,images,keywords,rating.value,rating.count,score.overall,score.customer,score.professional,attributes,identifiers,match.identifier,match.by,match.candidates";

it("writes one row per product [decision 20; §4 format]", async () => {
  const { header, rows } = await getCsv("/products?ids=AH-100,product/kettle/x");
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

it("gives search results the columns of products, with an empty match [decision 20]", async () => {
  const { header, rows } = await getCsv("/products/search?q=harbor&limit=3");
  expect(header).toBe(productColumns);
  expect(rows.map((row) => row["match.by"])).toEqual(["", "", ""]);
});

it("writes one row per offer, with booleans as true and false [decision 20; decision 45]", async () => {
  const { header, rows } = await getCsv("/products/offers?ids=AH-100,product/kettle/x");
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

it("writes one row per history point [decision 20]", async () => {
  const { header, rows } = await getCsv(
    "/products/offers/history?ids=AH-100&start=2026-05-01&end=2026-06-01",
  );
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

it("writes a review as one row, and no row without a review [decision 20]", async () => {
  const { header, rows } = await getCsv("/products/reviews?id=AH-100");
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
  const none = await getCsv("/products/reviews?id=kettle");
  expect(none.header).toBe(header);
  expect(none.rows).toEqual([]);
});

it("writes every field of a deal, in the contract's order [decision 20; decision 45]", async () => {
  const { header, rows } = await getCsv("/deals?sort=new&limit=2");
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

it("quotes commas, quotes and line breaks of every kind [decision 20]", async () => {
  const { rows } = await getCsv("/products?ids=product/awkward/x");
  expect(rows[0]).toMatchObject({
    title: awkward.title,
    description: "first line\nsecond line",
    color: "sea\rgreen",
    brand: "Ünïcode ☕ GmbH",
    keywords: "=SUM(A1)|a;b",
  });
});

it("sends UTF-8 without a byte-order mark, as an attachment [decision 20]", async () => {
  const { response } = await getCsv("/deals?limit=1");
  expect(response.headers.get("content-type")?.toLowerCase()).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(response.text.charCodeAt(0)).not.toBe(0xfeff);
  expect(response.text.endsWith("\r\n")).toBe(true);
});

it("sends the header row even without other rows [decision 20]", async () => {
  const { rows, header } = await getCsv("/products/search?q=zzzz");
  expect(header).toBe(productColumns);
  expect(rows).toEqual([]);
  expect((await getCsv("/deals?category=none")).rows).toEqual([]);
});

it("reports meta and rate limit of a CSV response in headers [decision 7]", async () => {
  const { response } = await getCsv("/products?ids=AH-100");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(response.headers.get("x-credits-used")).toBe("1");
  expect(response.headers.get("x-ratelimit-limit")).toBe("1000");
});

const paths = [
  "/products?ids=AH-100",
  "/products/search?q=lamp",
  "/products/offers?ids=AH-100",
  "/products/offers/history?ids=AH-100&start=2026-06-01&end=2026-06-02",
  "/products/reviews?id=AH-100",
  "/deals?limit=1",
];

it("defaults to json [§4 format; decision 20]", async () => {
  for (const path of paths) {
    const plain = expectOk(await engine().get(path));
    const json = expectOk(await engine().get(`${path}&format=json`));
    expect({ ...json.body, meta: null }).toEqual({ ...plain.body, meta: null });
  }
});

it("returns errors as JSON even with format=csv [decision 20]", async () => {
  expectError(await engine().get("/products?ids=unheard-of&format=csv"), "ERR_PRODUCT_NOT_FOUND");
  expectError(await engine().get("/products/search?format=csv"), "ERR_INVALID_PARAMS");
  expectError(await engine().get("/deals?format=csv", { key: null }), "ERR_AUTH_MISSING");
});

it("ignores format on an endpoint without CSV [decision 8]", async () => {
  expectOk(await engine().get("/usage?format=csv"));
  expectOk(await engine().get("/usage?format=nonsense"));
});
