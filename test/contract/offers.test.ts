import { expect, it } from "vitest";
import { plainProduct, products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

async function getOffers(query: string) {
  const { data } = expectOk(await engine().get(`/products/offers?${query}`)).body;
  return data.map(({ offers }) => offers);
}

const getOfferIds = async (query: string) => (await getOffers(query)).flat().map(({ id }) => id);

it("returns every field of an offer [§2 Offer; §4 GET /products/offers]", async () => {
  const [offers] = await getOffers("ids=AH-100");
  expect(offers?.find(({ id }) => id === "aurora-used")).toEqual({
    id: "aurora-used",
    retailer: "market.example",
    price: 149.5,
    currency: "USD",
    availability: "in",
    condition: "used",
    condition_grade: "used-like-new",
    URL: "https://market.example/dp/B0AURORA01",
    seller: "Bargain Barn",
    is_marketplace: true,
    timestamp: "2026-06-14T00:00:00.000Z",
    history: [],
  });
});

it("returns the offers of each product [§4 GET /products/offers]", async () => {
  const lists = await getOffers("ids=AH-100,SPK-7,Bare+Kettle,product/cafe/x");
  expect(lists.map((offers) => offers.length)).toEqual([6, 2, 0, 1]);
});

it("sends null for unknown fields, and omits an unknown availability [§2 Offer]", async () => {
  const [offers] = await getOffers("ids=AH-100");
  expect(offers?.find(({ id }) => id === "aurora-unknown-a")).toEqual({
    id: "aurora-unknown-a",
    retailer: "third.example",
    price: 199.99,
    currency: "USD",
    condition: null,
    condition_grade: null,
    URL: "https://third.example/aurora/a",
    seller: null,
    is_marketplace: null,
    timestamp: "2026-06-12T00:00:00.000Z",
    history: [],
  });
  expect(offers?.find(({ id }) => id === "aurora-new")?.is_marketplace).toBe(false);
});

it("keeps the product's own fields and match beside its offers [§2 ProductWithOffers]", async () => {
  const product = (await engine().get("/products?ids=AH-100")).body.data[0];
  const withOffers = (await engine().get("/products/offers?ids=AH-100")).body.data[0];
  const { offers: _offers, ...rest } = withOffers ?? {};
  expect(rest).toEqual(product);
});

it("returns offers without history [§2 Offer]", async () => {
  for (const { history } of (await getOffers("ids=AH-100")).flat()) expect(history).toEqual([]);
});

it("sorts offers by stock, then price, then id [decision 14]", async () => {
  expect(await getOfferIds("ids=AH-100")).toEqual([
    "aurora-auction",
    "aurora-used",
    "aurora-new",
    "aurora-refurbished",
    "aurora-unknown-a",
    "aurora-unknown-b",
  ]);
});

it("omits offers in other currencies [§4 offer rule 1]", async () => {
  const ids = await getOfferIds("ids=AH-100");
  expect(ids).not.toContain("aurora-euro");
  expect(await getOffers("ids=9780306406157")).toEqual([[]]);
});

it("omits invalid and untrusted offers [§4 offer rule 2]", async () => {
  const ids = await getOfferIds("ids=AH-100");
  expect(ids).not.toContain("aurora-untrusted");
  expect(ids).not.toContain("aurora-invalid");
});

it("filters offers by retailer, in any spelling of the host [§4 offer rule 3; decision 14]", async () => {
  for (const retailer of ["shop.example", "www.shop.example", "SHOP.Example", "shop.example."])
    expect(await getOfferIds(`ids=AH-100&retailer=${retailer}`)).toEqual([
      "aurora-new",
      "aurora-refurbished",
    ]);
  for (const retailer of ["shop", "example", "op.example", "laden.example"])
    expect(await getOfferIds(`ids=AH-100&retailer=${retailer}`)).toEqual([]);
});

it("keeps a product whose offers are all filtered out [decision 14]", async () => {
  const { data } = expectOk(await engine().get("/products/offers?ids=kettle,AH-100&retailer=x.example")).body;
  expect(data.map(({ service: productKey, offers }) => [productKey, offers])).toEqual([
    ["product/kettle/x", []],
    ["product/aurora-headphones/p1", []],
  ]);
});

it("returns a product's offers in each of its entries [decision 12; §4 GET /products/offers]", async () => {
  const lists = await getOffers("ids=SPK-7,product/speaker/x");
  expect(lists.map((offers) => offers.length)).toEqual([2, 2]);
});

it("sends amounts with at most two decimals [decision 15]", async () => {
  const product = plainProduct("cents", "Cents", 4, { model: "CENTS" });
  const prices = [19.99, 0.1 + 0.2, 1234567.891, 1.005];
  const offers = (product.offers ?? []).map((offer, i) => ({ ...offer, price: prices[i] ?? 1 }));
  await engine().import([{ ...product, offers }]);
  const [found] = await getOffers("ids=CENTS");
  expect(found?.map(({ price }) => price)).toEqual([0.3, 1.01, 19.99, 1234567.89]);
});

it("rejects a retailer that is not a domain, naming the parameter [§7 ERR_INVALID_PARAMS; decision 72]", async () => {
  const invalid = ["https://shop.example/", "shop.example:443", "shop.example/", "shop.example?x", "%20"];
  const more = ["shop example", "%20shop.example", "shop..example", ".", "user@shop.example", "a,b"];
  for (const retailer of ["", "a".repeat(254), ...invalid, ...more]) {
    const path = `/products/offers?ids=AH-100&retailer=${retailer}`;
    const response = expectError(await engine().get(path), "ERR_INVALID_PARAMS");
    expect(response.body.error).toContain("'retailer'");
    expect(response.body.meta.credits_used).toBe(0);
  }
});
