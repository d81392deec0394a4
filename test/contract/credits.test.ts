import { expect, it } from "vitest";
import { deals, fillerDeals, products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([...products, ...deals, ...fillerDeals]);

/** Returns what a request costs a new account. Asserts that meta and usage agree. */
async function requestCost(path: string): Promise<number> {
  const key = createAccountKey(engine(), 1_000);
  const { meta } = expectOk(await engine().get(path, { key })).body;
  expect(meta.credits_remaining).toBe(1_000 - meta.credits_used);
  const usage = await engine().get("/usage", { key });
  expect(usage.body).toMatchObject({
    data: { current_period: { credits_used: meta.credits_used, credits_remaining: meta.credits_remaining } },
    meta: { credits_used: 0, credits_remaining: meta.credits_remaining },
  });
  return meta.credits_used;
}

it("charges 1 credit per product found [§8 cost of products]", async () => {
  expect(await requestCost("/products?ids=AH-100")).toBe(1);
  expect(await requestCost("/products?ids=AH-100,unheard-of,SPK-7")).toBe(2);
  expect(await requestCost("/products/details?ids=AH-100,SPK-7")).toBe(2);
});

it("charges a product once, however many identifiers match it [decision 12]", async () => {
  expect(await requestCost("/products?ids=AH-100,036000291452,B0AURORA01,AH-100")).toBe(1);
  expect(await requestCost("/products/offers?ids=AH-100,036000291452")).toBe(3);
});

it("charges 1 credit per search result returned [§8 cost of search]", async () => {
  expect(await requestCost("/products/search?q=harbor&limit=5")).toBe(5);
  expect(await requestCost("/products/search?q=harbor&limit=5&offset=10")).toBe(2);
  expect(await requestCost("/products/search?q=nothing-like-it")).toBe(0);
});

it("charges 3 credits per product with offers, 2 with a retailer filter [§8 cost of offers; decision 14]", async () => {
  expect(await requestCost("/products/offers?ids=AH-100")).toBe(3);
  expect(await requestCost("/products/offers?ids=AH-100,SPK-7,kettle")).toBe(6);
  expect(await requestCost("/products/offers?ids=AH-100&retailer=market.example")).toBe(2);
  expect(await requestCost("/products/offers?ids=AH-100,SPK-7&retailer=market.example")).toBe(2);
  expect(await requestCost("/products/offers?ids=AH-100&retailer=nobody.example")).toBe(0);
  expect(await requestCost("/products/offers?ids=kettle")).toBe(0);
  expect(await requestCost("/products/offers?ids=9780306406157")).toBe(0);
});

it("charges history as offers plus 1 credit per day, both ends included, once a request [§8 cost of history; decision 16]", async () => {
  const history = "/products/offers/history?start=2026-06-01&end=2026-06-10";
  expect(await requestCost(`${history}&ids=AH-100`)).toBe(3 + 10);
  expect(await requestCost(`${history}&ids=AH-100,SPK-7`)).toBe(6 + 10);
  expect(await requestCost(`${history}&ids=AH-100&retailer=shop.example`)).toBe(2 + 10);
  expect(await requestCost(`${history}&ids=AH-100,kettle`)).toBe(3 + 10);
  expect(await requestCost(`${history}&ids=kettle`)).toBe(0);
  expect(await requestCost(`${history}&ids=AH-100&retailer=nobody.example`)).toBe(0);
  expect(await requestCost("/products/history?start=2026-06-01&end=2026-06-01&ids=AH-100")).toBe(3 + 1);
});

it("charges 1 credit for a review, nothing without one [§8 cost of reviews]", async () => {
  expect(await requestCost("/products/reviews?id=AH-100")).toBe(1);
  expect(await requestCost("/products/reviews?id=kettle")).toBe(0);
});

it("charges 1 credit per ten deals, rounded up [§8 cost of deals; decision 41; decision 21]", async () => {
  const filler = "/deals?category=filler";
  for (const [limit, cost] of [
    [10, 1],
    [11, 2],
    [100, 3],
  ])
    expect(await requestCost(`${filler}&limit=${limit}`)).toBe(cost);
  expect(await requestCost("/deals?category=nothing")).toBe(1);
  expect(await requestCost(`${filler}&offset=30`)).toBe(1);
});

it("charges nothing for usage [§8 cost of usage]", async () => {
  expect(await requestCost("/usage")).toBe(0);
});

it("charges CSV like JSON, and reports the cost in headers [§4 format]", async () => {
  const key = createAccountKey(engine(), 100);
  const response = await engine().get("/products/offers?ids=AH-100&format=csv", { key });
  expect(response.headers.get("x-credits-used")).toBe("3");
  expect(response.headers.get("x-credits-remaining")).toBe("97");
});

it("reports the balance on errors without changing it [§7 rule 1; §2 Meta]", async () => {
  const key = createAccountKey(engine(), 50);
  await engine().get("/products?ids=AH-100", { key });
  for (const path of ["/products", "/products?ids=unheard-of", "/nowhere", "/deals?limit=0"]) {
    const { meta } = (await engine().get(path, { key })).body;
    expect(meta).toMatchObject({ credits_used: 0, credits_remaining: 49 });
  }
});

it("adds plan and bonus credits to one balance [§8 allowance]", async () => {
  engine().setAccount({ planCredits: 5, bonusCredits: 4 }, "bonus");
  const { key } = engine().createKey({ account: "bonus" });
  const { meta } = (await engine().get("/products/search?q=harbor&limit=7", { key })).body;
  expect(meta).toMatchObject({ credits_used: 7, credits_remaining: 2 });
});

it("rejects a request that the balance does not cover, naming cost and balance [decision 19; §7 ERR_CREDITS_EXHAUSTED]", async () => {
  const key = createAccountKey(engine(), 4);
  const refused = expectError(
    await engine().get("/products/search?q=harbor&limit=5", { key }),
    "ERR_CREDITS_EXHAUSTED",
  );
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatch(/\b5 credits\b.*\b4\b/);
  expect(refused.body.meta).toMatchObject({ credits_used: 0, credits_remaining: 4 });
  expect(refused.headers.has("retry-after")).toBe(false);
  expectOk(await engine().get("/products/search?q=harbor&limit=4", { key }));
  expectOk(await engine().get("/products/reviews?id=kettle", { key }));
  expectError(await engine().get("/products?ids=AH-100", { key }), "ERR_CREDITS_EXHAUSTED");
});
