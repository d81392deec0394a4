import { describe, expect, it } from "vitest";
import { products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";
import { type ApiResponse, createAgent } from "../support/network.js";

const engine = setupEngine(products);
const clients = 200;

/** Sends each request over its own connection, all at the same time. */
async function sendTogether(
  paths: readonly string[],
  keyFor: (client: number) => string,
): Promise<ApiResponse[]> {
  const agent = createAgent(paths.length);
  try {
    return await Promise.all(
      paths.map(async (path, i) => {
        const headers = { Authorization: `Bearer ${keyFor(i)}` };
        return engine().check(path, await engine().sendRaw({ path: `/v1${path}`, headers, agent }));
      }),
    );
  } finally {
    agent.destroy();
  }
}

const repeatPath = (path: string, count = clients) => Array.from({ length: count }, () => path);
const withStatus = (responses: ApiResponse[], status: number) =>
  responses.filter((each) => each.status === status);
const sortedNumbers = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

describe(`${clients} concurrent clients`, () => {
  it("spends each remaining credit once, and no more [decision 19; §7 ERR_CREDITS_EXHAUSTED]", async () => {
    const key = createAccountKey(engine(), 50);
    const responses = await sendTogether(repeatPath("/products?ids=AH-100"), () => key);
    const paid = withStatus(responses, 200);
    expect(paid).toHaveLength(50);
    expect(sortedNumbers(paid.map(({ body }) => body.meta.credits_remaining))).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    );
    for (const refused of withStatus(responses, 429)) {
      expectError(refused, "ERR_CREDITS_EXHAUSTED");
      expect(refused.body.meta.credits_used).toBe(0);
    }
    const usage = expectOk(await engine().get("/usage", { key }));
    expect(usage.body).toMatchObject({
      data: { current_period: { credits_used: 50, credits_remaining: 0, requests_made: 51 } },
    });
  });

  it("charges concurrent requests exactly the reported cost, within the balance [decision 19]", async () => {
    const key = createAccountKey(engine(), 137);
    const kinds = [
      "/products?ids=AH-100",
      "/products/offers?ids=AH-100",
      "/products/search?q=harbor&limit=7",
      "/products/offers/history?ids=AH-100&start=2026-06-01&end=2026-06-05",
      "/products?ids=unheard-of",
      "/products/reviews?id=AH-100",
    ];
    const paths = Array.from({ length: clients }, (_, i) => kinds[i % kinds.length] ?? "");
    const responses = await sendTogether(paths, () => key);
    const creditsCharged = responses.reduce((sum, { body }) => sum + body.meta.credits_used, 0);
    expect(creditsCharged).toBeLessThanOrEqual(137);
    const usage = expectOk(await engine().get("/usage", { key }));
    expect(usage.body).toMatchObject({
      data: { current_period: { credits_used: creditsCharged, credits_remaining: 137 - creditsCharged } },
    });
    const left = usage.body.meta.credits_remaining;
    for (const { status, body } of responses) {
      if (status !== 429) continue;
      const cost = Number(/costs (\d+)/.exec(body.error)?.[1]);
      expect(cost).toBeGreaterThan(body.meta.credits_remaining);
      expect(body.meta.credits_remaining).toBeGreaterThanOrEqual(left);
    }
  });

  it("serves 1,000 requests an hour across several keys, and rejects the 1,001st [§8 request rate; §5 rule 6; decision 6]", async () => {
    engine().setAccount({ planCredits: 10_000 }, "crowd");
    const keys = Array.from({ length: 4 }, () => engine().createKey({ account: "crowd" }).key);
    const keyFor = (i: number) => keys[i % keys.length] ?? "";
    for (let sent = 0; sent < 900; sent += 100) await sendTogether(repeatPath("/usage", 100), keyFor);
    const paths = Array.from({ length: clients }, (_, i) =>
      i % 2 === 0 ? "/usage" : "/products?ids=AH-100",
    );
    const responses = await sendTogether(paths, keyFor);
    const served = withStatus(responses, 200);
    expect(served).toHaveLength(100);
    expect(sortedNumbers(served.map(({ body }) => body.meta.rate_limit_remaining))).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
    for (const refused of withStatus(responses, 429)) {
      expectError(refused, "ERR_RATE_LIMIT");
      expect(refused.headers.get("retry-after")).toBe("3600");
    }
    await engine().restart();
    expectError(await engine().get("/usage", { key: keyFor(0) }), "ERR_RATE_LIMIT");
    engine().clock.advance(3_600_000);
    const after = expectOk(await engine().get("/usage", { key: keyFor(0) }));
    expect(after.body.meta.rate_limit_remaining).toBe(999);
    expect(after.body).toMatchObject({ data: { current_period: { requests_made: 1001 } } });
  });

  it("keeps the balances of different accounts apart [decision 19]", async () => {
    const keys = Array.from({ length: 10 }, () => createAccountKey(engine(), 20));
    const responses = await sendTogether(repeatPath("/products?ids=AH-100"), (i) => keys[i % 10] ?? "");
    expect(withStatus(responses, 200)).toHaveLength(clients);
    for (const key of keys)
      expect((await engine().get("/usage", { key })).body.meta.credits_remaining).toBe(0);
  });
});
