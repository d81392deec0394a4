import { describe, expect } from "vitest";
import { products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk, newAccountKey } from "../support/contract-client.js";
import { type Answer, manyConnections } from "../support/contract-http.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);
const clients = 200;

/** Every client on a connection of its own, all at once. */
async function together(paths: readonly string[], keyOf: (client: number) => string): Promise<Answer[]> {
  const agent = manyConnections(paths.length);
  try {
    return await Promise.all(
      paths.map(async (path, i) => {
        const headers = { Authorization: `Bearer ${keyOf(i)}` };
        return engine().check(path, await engine().send({ path: `/v1${path}`, headers, agent }));
      }),
    );
  } finally {
    agent.destroy();
  }
}

const same = (path: string, count = clients) => Array.from({ length: count }, () => path);
const withStatus = (answers: Answer[], status: number) => answers.filter((each) => each.status === status);
const sortedNumbers = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

describe(`${clients} clients at once`, () => {
  rule(
    ["decision 19", "section 7 ERR_CREDITS_EXHAUSTED"],
    "spend the last credits, each once, and not one more",
    async () => {
      const key = newAccountKey(engine(), 50);
      const answers = await together(same("/products?ids=AH-100"), () => key);
      const paid = withStatus(answers, 200);
      expect(paid).toHaveLength(50);
      expect(sortedNumbers(paid.map(({ body }) => body.meta.credits_remaining))).toEqual(
        Array.from({ length: 50 }, (_, i) => i),
      );
      for (const refused of withStatus(answers, 429)) {
        expectError(refused, "ERR_CREDITS_EXHAUSTED");
        expect(refused.body.meta.credits_used).toBe(0);
      }
      const usage = expectOk(await engine().get("/usage", { key }));
      expect(usage.body).toMatchObject({
        data: { current_period: { credits_used: 50, credits_remaining: 0, requests_made: 51 } },
      });
    },
  );

  rule("decision 19", "with different costs are charged what they were told, within the limit", async () => {
    const key = newAccountKey(engine(), 137);
    const kinds = [
      "/products?ids=AH-100",
      "/products/offers?ids=AH-100",
      "/products/search?q=harbor&limit=7",
      "/products/offers/history?ids=AH-100&start=2026-06-01&end=2026-06-05",
      "/products?ids=unheard-of",
      "/products/reviews?id=AH-100",
    ];
    const paths = Array.from({ length: clients }, (_, i) => kinds[i % kinds.length] ?? "");
    const answers = await together(paths, () => key);
    const charged = answers.reduce((sum, { body }) => sum + body.meta.credits_used, 0);
    expect(charged).toBeLessThanOrEqual(137);
    const usage = expectOk(await engine().get("/usage", { key }));
    expect(usage.body).toMatchObject({
      data: { current_period: { credits_used: charged, credits_remaining: 137 - charged } },
    });
    const left = usage.body.meta.credits_remaining;
    for (const { status, body } of answers) {
      if (status !== 429) continue;
      const cost = Number(/costs (\d+)/.exec(body.error)?.[1]);
      expect(cost).toBeGreaterThan(body.meta.credits_remaining);
      expect(body.meta.credits_remaining).toBeGreaterThanOrEqual(left);
    }
  });

  rule(
    ["section 8 request rate", "section 5 rule 6", "decision 6"],
    "spend the last requests of the hour with several keys, and no 1,001st",
    async () => {
      engine().setAccount({ planCredits: 10_000 }, "crowd");
      const keys = Array.from({ length: 4 }, () => engine().createKey({ account: "crowd" }).key);
      const keyOf = (i: number) => keys[i % keys.length] ?? "";
      for (let sent = 0; sent < 900; sent += 100) await together(same("/usage", 100), keyOf);
      const paths = Array.from({ length: clients }, (_, i) =>
        i % 2 === 0 ? "/usage" : "/products?ids=AH-100",
      );
      const answers = await together(paths, keyOf);
      const served = withStatus(answers, 200);
      expect(served).toHaveLength(100);
      expect(sortedNumbers(served.map(({ body }) => body.meta.rate_limit_remaining))).toEqual(
        Array.from({ length: 100 }, (_, i) => i),
      );
      for (const refused of withStatus(answers, 429)) {
        expectError(refused, "ERR_RATE_LIMIT");
        expect(refused.headers.get("retry-after")).toBe("3600");
      }
      await engine().restart();
      expectError(await engine().get("/usage", { key: keyOf(0) }), "ERR_RATE_LIMIT");
      engine().clock.advance(3_600_000);
      const after = expectOk(await engine().get("/usage", { key: keyOf(0) }));
      expect(after.body.meta.rate_limit_remaining).toBe(999);
      expect(after.body).toMatchObject({ data: { current_period: { requests_made: 1001 } } });
    },
  );

  rule("decision 19", "of different accounts do not touch each other's balances", async () => {
    const keys = Array.from({ length: 10 }, () => newAccountKey(engine(), 20));
    const answers = await together(same("/products?ids=AH-100"), (i) => keys[i % 10] ?? "");
    expect(withStatus(answers, 200)).toHaveLength(clients);
    for (const key of keys)
      expect((await engine().get("/usage", { key })).body.meta.credits_remaining).toBe(0);
  });

  rule("decision 46", "are answered while a catalogue is imported", async () => {
    const key = newAccountKey(engine(), 10_000);
    const importing = engine().import(products);
    const answers = await together(same("/products/offers?ids=AH-100,SPK-7"), () => key);
    await importing;
    expect(withStatus(answers, 200)).toHaveLength(clients);
  });
});
