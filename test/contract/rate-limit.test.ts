import { expect, it } from "vitest";
import { products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";
import type { ApiResponse } from "../support/network.js";

const engine = setupEngine(products);
const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

/** Sends `count` free requests in batches. */
async function sendFreeRequests(key: string, count: number): Promise<void> {
  const batchSize = 40;
  for (let sent = 0; sent < count; sent += batchSize)
    await Promise.all(
      Array.from({ length: Math.min(batchSize, count - sent) }, () => engine().get("/usage", { key })),
    );
}

function readRate({ headers }: ApiResponse) {
  const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
  return { limit: read("limit"), remaining: read("remaining"), reset: read("reset") };
}

it("counts each request, and reports what is left and when the oldest expires [§8 request rate; §8 rate headers; decision 6]", async () => {
  const key = createAccountKey(engine());
  expect(readRate(await engine().get("/usage", { key }))).toEqual({
    limit: 1000,
    remaining: 999,
    reset: 3600,
  });
  engine().clock.advance(90 * secondMs);
  expect(readRate(await engine().get("/usage", { key }))).toEqual({
    limit: 1000,
    remaining: 998,
    reset: 3510,
  });
  engine().clock.advance(hourMs - 90 * secondMs);
  expect(readRate(await engine().get("/usage", { key }))).toEqual({
    limit: 1000,
    remaining: 998,
    reset: 90,
  });
});

it("counts every response except 429 [decision 6]", async () => {
  const key = createAccountKey(engine(), 1);
  const paths: [string, number][] = [
    ["/products?ids=AH-100", 200],
    ["/products", 400],
    ["/products?ids=unheard-of-thing", 404],
    ["/nowhere", 404],
  ];
  let left = 1000;
  for (const [path, status] of paths) {
    const response = await engine().get(path, { key });
    expect(response.status).toBe(status);
    expect(readRate(response).remaining).toBe(--left);
  }
  expect(readRate(await engine().get("/usage", { key, method: "PATCH" })).remaining).toBe(--left);
  expect(readRate(await engine().get("/usage", { key, method: "HEAD" })).remaining).toBe(--left);
  engine().setAccount({ status: "none" }, "unpaid");
  const unpaid = engine().createKey({ account: "unpaid" }).key;
  expect(readRate(await engine().get("/deals", { key: unpaid })).remaining).toBe(999);
});

it("does not count requests rejected for lack of credits [decision 38; §7 rule 4]", async () => {
  const key = createAccountKey(engine(), 0);
  const refused = expectError(await engine().get("/products?ids=AH-100", { key }), "ERR_CREDITS_EXHAUSTED");
  expect(readRate(refused)).toEqual({ limit: 1000, remaining: 1000, reset: 0 });
  expect(readRate(await engine().get("/usage", { key })).remaining).toBe(999);
});

it("shares one limit among all keys of an account [§5 rule 6; §8 request rate]", async () => {
  const key = createAccountKey(engine());
  engine().setAccount({}, "several-keys");
  const [one, two] = [0, 1].map(() => engine().createKey({ account: "several-keys" }).key);
  expect(readRate(await engine().get("/usage", { key: one ?? "" })).remaining).toBe(999);
  expect(readRate(await engine().get("/usage", { key: two ?? "" })).remaining).toBe(998);
  const readOnly = engine().createKey({ account: "several-keys", readOnly: true }).key;
  expect(readRate(await engine().get("/usage", { key: readOnly })).remaining).toBe(997);
  expect(readRate(await engine().get("/usage", { key })).remaining).toBe(999);
});

it("rejects with Retry-After, before it checks the path, until the oldest request expires [§7 ERR_RATE_LIMIT; §7 rule 4; §8 request rate; decision 2; decision 6]", async () => {
  const key = createAccountKey(engine());
  await engine().get("/usage", { key });
  engine().clock.advance(10 * secondMs);
  await sendFreeRequests(key, 998);
  expect(readRate(expectOk(await engine().get("/usage", { key })))).toEqual({
    limit: 1000,
    remaining: 0,
    reset: 3590,
  });
  for (const path of ["/usage", "/deals", "/nowhere", "/products"]) {
    const refused = expectError(await engine().get(path, { key }), "ERR_RATE_LIMIT");
    expect(refused.headers.get("retry-after")).toBe("3590");
    expect(readRate(refused)).toEqual({ limit: 1000, remaining: 0, reset: 3590 });
  }
  engine().clock.advance(3590 * secondMs - 1);
  const last = expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
  expect(last.headers.get("retry-after")).toBe("1");
  engine().clock.advance(1);
  expectOk(await engine().get("/usage", { key }));
  expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
  engine().clock.advance(10 * secondMs);
  expect(readRate(expectOk(await engine().get("/usage", { key }))).remaining).toBe(998);
});

it("keeps rejecting after a restart of the engine [decision 6]", async () => {
  const key = createAccountKey(engine());
  await sendFreeRequests(key, 1000);
  expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
  await engine().restart();
  expectError(await engine().get("/usage", { key }), "ERR_RATE_LIMIT");
  engine().clock.advance(hourMs);
  expect(readRate(expectOk(await engine().get("/usage", { key }))).remaining).toBe(999);
});
