import { describe, expect } from "vitest";
import { products } from "../support/catalogue.js";
import { deals, fillerDeals } from "../support/catalogue-deals.js";
import { engineWith, expectError, expectOk, newAccountKey } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith([...products, ...deals, ...fillerDeals]);

/** What a request of a fresh account costs, with meta and usage in agreement. */
async function costOf(path: string): Promise<number> {
  const key = newAccountKey(engine(), 1_000);
  const { meta } = expectOk(await engine().get(path, { key })).body;
  expect(meta.credits_remaining).toBe(1_000 - meta.credits_used);
  const usage = await engine().get("/usage", { key });
  expect(usage.body).toMatchObject({
    data: { current_period: { credits_used: meta.credits_used, credits_remaining: meta.credits_remaining } },
    meta: { credits_used: 0, credits_remaining: meta.credits_remaining },
  });
  return meta.credits_used;
}

describe("what a request costs", () => {
  rule("section 8 cost of products", "1 a product, nothing for what matches nothing", async () => {
    expect(await costOf("/products?ids=AH-100")).toBe(1);
    expect(await costOf("/products?ids=AH-100,unheard-of,SPK-7")).toBe(2);
    expect(await costOf("/products/details?ids=AH-100,SPK-7")).toBe(2);
  });

  rule("decision 12", "once a product, whatever led to it", async () => {
    expect(await costOf("/products?ids=AH-100,036000291452,B0AURORA01,AH-100")).toBe(1);
    expect(await costOf("/products/offers?ids=AH-100,036000291452")).toBe(3);
  });

  rule("section 8 cost of search", "1 a product returned", async () => {
    expect(await costOf("/products/search?q=harbor&limit=5")).toBe(5);
    expect(await costOf("/products/search?q=harbor&limit=5&offset=10")).toBe(2);
    expect(await costOf("/products/search?q=nothing-like-it")).toBe(0);
  });

  rule(
    ["section 8 cost of offers", "decision 14"],
    "3 a product with offers, 2 with a retailer",
    async () => {
      expect(await costOf("/products/offers?ids=AH-100")).toBe(3);
      expect(await costOf("/products/offers?ids=AH-100,SPK-7,kettle")).toBe(6);
      expect(await costOf("/products/offers?ids=AH-100&retailer=market.example")).toBe(2);
      expect(await costOf("/products/offers?ids=AH-100,SPK-7&retailer=market.example")).toBe(2);
      expect(await costOf("/products/offers?ids=AH-100&retailer=nobody.example")).toBe(0);
      expect(await costOf("/products/offers?ids=kettle")).toBe(0);
      expect(await costOf("/products/offers?ids=9780306406157")).toBe(0);
    },
  );

  rule(
    ["section 8 cost of history", "decision 16"],
    "the offers' cost and 1 a day, both ends included, once a request",
    async () => {
      const history = "/products/offers/history?start=2026-06-01&end=2026-06-10";
      expect(await costOf(`${history}&ids=AH-100`)).toBe(3 + 10);
      expect(await costOf(`${history}&ids=AH-100,SPK-7`)).toBe(6 + 10);
      expect(await costOf(`${history}&ids=AH-100&retailer=shop.example`)).toBe(2 + 10);
      expect(await costOf(`${history}&ids=AH-100,kettle`)).toBe(3 + 10);
      expect(await costOf(`${history}&ids=kettle`)).toBe(0);
      expect(await costOf(`${history}&ids=AH-100&retailer=nobody.example`)).toBe(0);
      expect(await costOf("/products/history?start=2026-06-01&end=2026-06-01&ids=AH-100")).toBe(3 + 1);
    },
  );

  rule("section 8 cost of history", "the days even where no point lies within them", async () => {
    expect(await costOf("/products/offers/history?start=2020-01-01&end=2020-01-02&ids=AH-100")).toBe(5);
  });

  rule("section 8 cost of reviews", "1 where there is a review", async () => {
    expect(await costOf("/products/reviews?id=AH-100")).toBe(1);
    expect(await costOf("/products/reviews?id=kettle")).toBe(0);
  });

  rule(["section 8 cost of deals", "decision 41", "decision 21"], "1 for each ten deals begun", async () => {
    const filler = "/deals?category=filler";
    for (const [limit, cost] of [
      [1, 1],
      [10, 1],
      [11, 2],
      [20, 2],
      [21, 3],
      [30, 3],
      [100, 3],
    ])
      expect(await costOf(`${filler}&limit=${limit}`)).toBe(cost);
    expect(await costOf("/deals?category=nothing")).toBe(1);
    expect(await costOf(`${filler}&offset=30`)).toBe(1);
  });

  rule("section 8 cost of usage", "nothing for usage", async () => {
    expect(await costOf("/usage")).toBe(0);
  });

  rule("section 4 format", "as much in CSV as in JSON, told in headers", async () => {
    const key = newAccountKey(engine(), 100);
    const answer = await engine().get("/products/offers?ids=AH-100&format=csv", { key });
    expect(answer.headers.get("x-credits-used")).toBe("3");
    expect(answer.headers.get("x-credits-remaining")).toBe("97");
  });
});

describe("the balance", () => {
  rule(["section 7 rule 1", "section 2 Meta"], "is not touched by errors, which still tell it", async () => {
    const key = newAccountKey(engine(), 50);
    await engine().get("/products?ids=AH-100", { key });
    for (const path of ["/products", "/products?ids=unheard-of", "/nowhere", "/deals?limit=0"]) {
      const { meta } = (await engine().get(path, { key })).body;
      expect(meta).toMatchObject({ credits_used: 0, credits_remaining: 49 });
    }
  });

  rule("section 8 allowance", "is plan and bonus together", async () => {
    engine().setAccount({ planCredits: 5, bonusCredits: 4 }, "bonus");
    const { key } = engine().createKey({ account: "bonus" });
    const { meta } = (await engine().get("/products/search?q=harbor&limit=7", { key })).body;
    expect(meta).toMatchObject({ credits_used: 7, credits_remaining: 2 });
  });

  rule(
    ["decision 19", "section 7 ERR_CREDITS_EXHAUSTED"],
    "refuses whole what it does not cover, and names cost and balance",
    async () => {
      const key = newAccountKey(engine(), 4);
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
    },
  );

  rule("section 7 ERR_CREDITS_EXHAUSTED", "answers in JSON where CSV was asked for", async () => {
    const key = newAccountKey(engine(), 0);
    expectError(await engine().get("/deals?format=csv", { key }), "ERR_CREDITS_EXHAUSTED");
  });

  rule(["decision 46", "decision 19"], "never shows less than nothing after a cut", async () => {
    engine().setAccount({ planCredits: 10 }, "cut");
    const { key } = engine().createKey({ account: "cut" });
    await engine().get("/products/search?q=harbor&limit=8", { key });
    engine().setAccount({ planCredits: 3 }, "cut");
    const { body } = await engine().get("/usage", { key });
    expect(body).toMatchObject({ data: { current_period: { credits_used: 8, credits_remaining: 0 } } });
    expect(body.meta.credits_remaining).toBe(0);
  });
});
