import { expect, it } from "vitest";
import { plainProduct, products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

async function lookUp(identifier: string) {
  const { data } = expectOk(await engine().get(`/products?ids=${encodeURIComponent(identifier)},`)).body;
  return { service: data[0]?.service, ...data[0]?.match };
}

it("repeats the identifier as sent [§2 Match]", async () => {
  for (const identifier of ["aH-100", "Café crème", "  AH-100", "☕ café"]) {
    const found = await lookUp(identifier);
    expect(found.identifier).toBe(identifier.trim());
  }
});

it("selects the product with the most offers for a shared model number [§2 Match; decision 11 evidence]", async () => {
  expect(await lookUp("SPK-7")).toMatchObject({ service: "product/speaker/x", candidates: 2 });
});

it("selects the product with the most ratings when offers are equal [decision 11 evidence]", async () => {
  expect(await lookUp("TIE-1")).toMatchObject({
    service: "product/tie-many/x",
    candidates: 2,
    by: "mpn",
  });
});

it("selects the lowest row when offers and ratings are equal [decision 11 evidence; decision 43]", async () => {
  expect(await lookUp("SAME-9")).toMatchObject({ service: "product/same-first/x", candidates: 2 });
});

it("counts only offers that the API returns as evidence [decision 43]", async () => {
  const hidden = plainProduct("hidden", "Hidden", 5, { model: "EVID-1" });
  await engine().import([
    { ...hidden, offers: (hidden.offers ?? []).map((offer) => ({ ...offer, trusted: false })) },
    plainProduct("seen", "Seen", 1, { model: "EVID-1" }),
  ]);
  expect(await lookUp("EVID-1")).toMatchObject({ service: "product/seen/x", candidates: 2 });
});

it("reports how many products a name could have meant [§2 Match]", async () => {
  expect(await lookUp("harbor mug")).toMatchObject({
    by: "name",
    candidates: 12,
    service: "product/mug-0/x",
  });
});

const get = async (value: string) => {
  const { body } = expectOk(await engine().get(`/products?ids=${value}`));
  return {
    found: body.data.map(({ service, match }) => [service, match?.identifier, match?.by]),
    credits: body.meta.credits_used,
  };
};

it("finds a name, link or model with a comma that the client has encoded [decision 48]", async () => {
  const product = plainProduct("jug", "Jug, Blue, 2 l", 1, { model: "JG,2" });
  await engine().import([
    {
      ...product,
      offers: (product.offers ?? []).map((offer) => ({ ...offer, URL: "https://shop.example/jug,blue" })),
    },
    plainProduct("jug-lid", "Blue jug lid", 3),
  ]);
  for (const [whole, by] of [
    ["jug, BLUE, 2 l", "name"],
    ["JG,2", "model"],
    ["https://shop.example/jug,blue", "url"],
  ] as const)
    expect(await get(encodeURIComponent(whole))).toEqual({
      found: [["product/jug/x", whole, by]],
      credits: 1,
    });
});

it("rejects an identifier of more than 2,048 characters, and names its place [decision 49]", async () => {
  const long = "1-".repeat(1_025);
  const { body } = expectError(await engine().get(`/products?ids=AH-100,${long}`), "ERR_INVALID_PARAMS");
  expect(body.error).toBe("Identifier 2 in 'ids' has 2050 characters; at most 2048 are allowed.");
  const batch = { identifiers: ["AH-100", "x", long] };
  const posted = await engine().request("POST", "/products/batch", batch);
  expect(expectError(posted, "ERR_INVALID_PARAMS").body.error).toContain("Identifier 3 in 'identifiers'");
  expectError(await engine().get(`/products/reviews?id=${long}`), "ERR_INVALID_PARAMS");
  expectError(await engine().get(`/products?ids=${"1-".repeat(1_024)}`), "ERR_PRODUCT_NOT_FOUND");
});

it("matches no name of more than 200 characters or 32 words [decision 49]", async () => {
  const name = "harbor mug";
  expect(await lookUp(name)).toMatchObject({ by: "name" });
  for (const text of [
    `${name}${" ".repeat(191)}x`,
    `${name} ${"mug ".repeat(31)}`,
    `harbor${"-mug".repeat(32)}`,
  ])
    expectError(await engine().get(`/products?ids=${encodeURIComponent(text)}`), "ERR_PRODUCT_NOT_FOUND");
});

it("returns ERR_IDENTIFIER_REQUIRED from every endpoint that takes identifiers [§7 ERR_IDENTIFIER_REQUIRED; decision 10]", async () => {
  const window = "start=2026-06-01&end=2026-06-02";
  for (const path of [
    "/products",
    "/products?ids=",
    "/products?ids",
    "/products?ids=,,",
    "/products?ids=%20,%09",
    "/products?ids=%2C",
    "/products/details",
    "/products/offers",
    "/products/offers?ids=&retailer=shop.example",
    `/products/offers/history?${window}`,
    "/products/offers/history",
    `/products/history?ids=&${window}`,
    "/products/reviews",
    "/products/reviews?id=",
    "/products/reviews?id=%20%20",
    "/products/reviews?ids=AH-100",
  ])
    expectError(await engine().get(path), "ERR_IDENTIFIER_REQUIRED");
});

it("does not read barcode, upc, asin or url, and names ids in the action [§4 unread parameters; decision 8]", async () => {
  for (const name of ["barcode", "upc", "asin", "url"]) {
    const response = await engine().get(`/products?${name}=036000291452`);
    expectError(response, "ERR_IDENTIFIER_REQUIRED");
    expect(response.body.error_detail.action).toMatch(/\bids\b/);
  }
  expectOk(await engine().get("/products?ids=AH-100&barcode=1&upc=2&asin=3&url=4"));
});

it("returns 404 only when no identifier matches, and names those tried [§7 ERR_PRODUCT_NOT_FOUND; §7 rule 2]", async () => {
  for (const path of ["/products?ids=", "/products/offers?ids=", "/products/reviews?id="]) {
    const response = expectError(await engine().get(`${path}unheard-of-7`), "ERR_PRODUCT_NOT_FOUND");
    expect(response.body.error).toContain("unheard-of-7");
  }
  const many = Array.from({ length: 9 }, (_, i) => `unheard-${i}`).join(",");
  const response = expectError(await engine().get(`/products?ids=${many}`), "ERR_PRODUCT_NOT_FOUND");
  expect(response.body.error).toContain("unheard-0");
});
