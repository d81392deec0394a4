import { describe, expect, it, onTestFinished, vi } from "vitest";
import { allRows } from "../../../src/main/engine/db/store.js";
import { MINUTE_MS } from "../../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { accept, type Receiver, startReceiver } from "../../support/receiver.js";

const products = 1_000;
const rounds = 3;

function catalogue(price: number, nowMs: number) {
  return Array.from({ length: products }, (_, i) => ({
    type: "product" as const,
    service: `product/many/${i}`,
    title: `Product ${i}`,
    offers: [
      {
        id: `many-${i}`,
        retailer: "shop.example",
        price,
        currency: "USD",
        availability: "in" as const,
        URL: `https://shop.example/${i}`,
        timestamp: new Date(nowMs).toISOString(),
      },
    ],
  }));
}

async function watchAll(engine: TestEngine): Promise<void> {
  for (let from = 0; from < products; from += 100) {
    const ids = Array.from({ length: 100 }, (_, i) => `product/many/${from + i}`).join(",");
    const answer = await engine.request("PUT", `/products/scheduled?ids=${ids}&schedule=weekly`);
    expect(answer.status).toBe(200);
  }
}

async function startReceivers(engine: TestEngine): Promise<{ healthy: Receiver[]; hanging: Receiver }> {
  const all: Receiver[] = [];
  for (let i = 0; i < 5; i++) {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const created = await engine.request("POST", "/webhooks", { url: receiver.url, events: ["price_drop"] });
    expect(created.status).toBe(201);
    all.push(receiver);
  }
  const [hanging, ...healthy] = all;
  if (hanging === undefined) throw new Error("No receiver was started.");
  hanging.respondWith(() => undefined);
  return { hanging, healthy };
}

interface AttemptRow {
  readonly url: string;
  readonly attempt: number;
  readonly started: number;
  readonly created: number;
}

describe("3,000 events to five webhooks, one of which hangs", () => {
  it("all events reach the healthy webhooks on time and wait for the hanging one", {
    timeout: 180_000,
  }, async () => {
    const engine = await startTestEngine();
    onTestFinished(() => engine.stop());
    await engine.import(catalogue(10_000, engine.clock.now()));
    await watchAll(engine);
    const { healthy, hanging } = await startReceivers(engine);
    // Every hundredth event is refused the first time, so that the times of retries are tested, too.
    for (const receiver of healthy) {
      let count = 0;
      receiver.respondWith((response, socket, received) => {
        if (received.body.attempt === 1 && ++count % 100 === 0) response.writeHead(503).end();
        else accept(response, socket, received);
      });
    }
    for (let round = 1; round <= rounds; round++) {
      engine.clock.advance(MINUTE_MS);
      await engine.import(catalogue(10_000 - round, engine.clock.now()));
      // The events of all rounds so far, and the retries of the earlier ones.
      const attempts = round * products + ((round - 1) * products) / 100;
      for (const receiver of healthy)
        await vi.waitUntil(() => receiver.received.length >= attempts, { timeout: 60_000, interval: 20 });
    }
    engine.clock.advance(MINUTE_MS);
    const delivered = rounds * products * healthy.length;
    const count = () =>
      allRows<{ n: number }>(engine.db, "SELECT count(*) AS n FROM delivery WHERE status = 'delivered'")[0]
        ?.n;
    await vi.waitUntil(() => count() === delivered, { timeout: 60_000, interval: 50 });

    for (const receiver of healthy) {
      const ids = new Set(receiver.received.map(({ body }) => body.id));
      expect(ids.size).toBe(rounds * products);
      expect(receiver.received).toHaveLength(rounds * products * 1.01);
    }
    const attempts = allRows<AttemptRow>(
      engine.db,
      `SELECT w.url, a.attempt, a.started_at AS started, e.created_at AS created
       FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
       JOIN webhook w ON w.id = d.webhook_id JOIN event e ON e.id = d.event_id`,
    );
    const late = attempts.filter(({ url, attempt, started, created }) => {
      const dueMs = created + (attempt === 1 ? 0 : MINUTE_MS);
      return url !== hanging.url && Math.abs(started - dueMs) > 1_000;
    });
    expect(late).toEqual([]);
    const waiting = allRows<{ n: number }>(
      engine.db,
      "SELECT count(*) AS n FROM delivery d JOIN webhook w ON w.id = d.webhook_id WHERE w.url = ? AND d.status IN ('due', 'failed')",
      hanging.url,
    )[0]?.n;
    expect(waiting).toBe(rounds * products);
  });
});
