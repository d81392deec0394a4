import { describe, expect } from "vitest";
import { products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk, newAccountKey } from "../support/contract-client.js";
import type { Answer } from "../support/contract-http.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);
const second = 1_000;
const hour = 3_600 * second;

/** Sends so many free requests, a few at a time. */
async function spend(key: string, count: number): Promise<void> {
  const many = 40;
  for (let sent = 0; sent < count; sent += many)
    await Promise.all(
      Array.from({ length: Math.min(many, count - sent) }, () => engine().get("/usage", { key })),
    );
}

function rate({ headers }: Answer) {
  const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
  return { limit: read("limit"), remaining: read("remaining"), reset: read("reset") };
}

describe("the rolling hour", () => {
  rule(
    ["section 8 request rate", "section 8 rate headers", "decision 6"],
    "counts each request and tells what is left and when the oldest ages out",
    async () => {
      const key = newAccountKey(engine());
      expect(rate(await engine().get("/usage", { key }))).toEqual({
        limit: 1000,
        remaining: 999,
        reset: 3600,
      });
      engine().clock.advance(90 * second);
      expect(rate(await engine().get("/usage", { key }))).toEqual({
        limit: 1000,
        remaining: 998,
        reset: 3510,
      });
      engine().clock.advance(hour - 90 * second);
      expect(rate(await engine().get("/usage", { key }))).toEqual({
        limit: 1000,
        remaining: 998,
        reset: 90,
      });
    },
  );

  rule("section 8 rate headers", "rounds the seconds until the reset up", async () => {
    const key = newAccountKey(engine());
    await engine().get("/usage", { key });
    engine().clock.advance(1);
    expect(rate(await engine().get("/usage", { key })).reset).toBe(3600);
    engine().clock.advance(hour - second);
    expect(rate(await engine().get("/usage", { key })).reset).toBe(1);
  });

  rule("decision 6", "is exact to the millisecond", async () => {
    const key = newAccountKey(engine());
    await engine().get("/usage", { key });
    engine().clock.advance(hour - 1);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(998);
    engine().clock.advance(1);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(998);
    engine().clock.advance(hour);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(999);
  });

  rule("decision 6", "outlasts a clock that steps back a little", async () => {
    const key = newAccountKey(engine());
    await engine().get("/usage", { key });
    engine().clock.advance(-5 * second);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(998);
    engine().clock.advance(5 * second + hour - 1);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(997);
    engine().clock.advance(1);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(998);
  });

  rule("decision 6", "counts every outcome but 429", async () => {
    const key = newAccountKey(engine(), 1);
    const paths: [string, number][] = [
      ["/products?ids=AH-100", 200],
      ["/products", 400],
      ["/products?ids=unheard-of-thing", 404],
      ["/nowhere", 404],
    ];
    let left = 1000;
    for (const [path, status] of paths) {
      const answer = await engine().get(path, { key });
      expect(answer.status).toBe(status);
      expect(rate(answer).remaining).toBe(--left);
    }
    expect(rate(await engine().get("/usage", { key, method: "PATCH" })).remaining).toBe(--left);
    expect(rate(await engine().get("/usage", { key, method: "HEAD" })).remaining).toBe(--left);
    engine().setAccount({ status: "none" }, "unpaid");
    const unpaid = engine().createKey({ account: "unpaid" }).key;
    expect(rate(await engine().get("/deals", { key: unpaid })).remaining).toBe(999);
  });

  rule(["decision 38", "section 7 rule 4"], "leaves out what lacks credits", async () => {
    const key = newAccountKey(engine(), 0);
    const refused = expectError(await engine().get("/products?ids=AH-100", { key }), "ERR_CREDITS_EXHAUSTED");
    expect(rate(refused)).toEqual({ limit: 1000, remaining: 1000, reset: 0 });
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(999);
  });

  rule(["section 5 rule 6", "section 8 request rate"], "is one for all keys of an account", async () => {
    const key = newAccountKey(engine());
    engine().setAccount({}, "several-keys");
    const [one, two] = [0, 1].map(() => engine().createKey({ account: "several-keys" }).key);
    expect(rate(await engine().get("/usage", { key: one ?? "" })).remaining).toBe(999);
    expect(rate(await engine().get("/usage", { key: two ?? "" })).remaining).toBe(998);
    expect(rate(await engine().get("/usage", { key })).remaining).toBe(999);
  });
});

describe("past a thousand requests", () => {
  rule(
    ["section 7 ERR_RATE_LIMIT", "section 7 rule 4", "section 8 request rate", "decision 2", "decision 6"],
    "refuses with Retry-After, before the path is looked at, until the oldest ages out",
    async () => {
      const key = newAccountKey(engine());
      await engine().get("/usage", { key });
      engine().clock.advance(10 * second);
      await spend(key, 998);
      expect(rate(expectOk(await engine().get("/usage", { key })))).toEqual({
        limit: 1000,
        remaining: 0,
        reset: 3590,
      });
      for (const path of ["/usage", "/deals", "/nowhere", "/products"]) {
        const refused = expectError(await engine().get(path, { key }), "ERR_RATE_LIMIT");
        expect(refused.headers.get("retry-after")).toBe("3590");
        expect(rate(refused)).toEqual({ limit: 1000, remaining: 0, reset: 3590 });
      }
      engine().clock.advance(3590 * second - 1);
      const last = expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
      expect(last.headers.get("retry-after")).toBe("1");
      engine().clock.advance(1);
      expectOk(await engine().get("/usage", { key }));
      expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
      engine().clock.advance(10 * second);
      expect(rate(expectOk(await engine().get("/usage", { key }))).remaining).toBe(998);
    },
  );

  rule("decision 6", "keeps refusing over a restart of the engine", async () => {
    const key = newAccountKey(engine());
    await spend(key, 1000);
    expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
    await engine().restart();
    expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
    engine().clock.advance(hour);
    expect(rate(expectOk(await engine().get("/usage", { key }))).remaining).toBe(999);
  });

  rule("decision 46", "does not stop another account", async () => {
    const key = newAccountKey(engine());
    await spend(key, 1000);
    expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
    expectOk(await engine().get("/usage", { key: newAccountKey(engine()) }));
  });
});
