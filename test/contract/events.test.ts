import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import type { EventEnvelope } from "../../src/shared/contract/webhook.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import type { ProductLine } from "../support/catalogue.js";
import { engineWith, expectOk, newAccountKey } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";
import { expectSigned, type Receiver, startReceiver } from "../support/receiver.js";

const engine = engineWith([]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  receiver.received.length = 0;
});

const allEvents = ["price_drop", "availability_change", "schedule_completion"];
let products = 0;

type OfferLine = NonNullable<ProductLine["offers"]>[number];

/** A product of its own for a test, with one offer whose price and stock the test moves. */
function newProduct(change: Partial<OfferLine> = {}) {
  const name = `event-${++products}`;
  const line = (offer: Partial<OfferLine>): ProductLine => ({
    type: "product",
    service: `product/event/${name}`,
    title: `Product ${name}`,
    images: ["https://img.example/a.jpg", "https://img.example/b.jpg"],
    offers: [
      {
        id: name,
        retailer: "shop.example",
        price: 100,
        currency: "USD",
        availability: "in",
        URL: `https://shop.example/${name}`,
        timestamp: new Date(engine().clock.now()).toISOString(),
        ...change,
        ...offer,
      },
    ],
  });
  return {
    service: `product/event/${name}`,
    see: async (offer: Partial<OfferLine>) => {
      const report = await engine().import([line(offer)]);
      expect(report.skipped).toEqual([]);
    },
  };
}

/** An account with a webhook that has scheduled the product. */
async function watch(service: string, events = allEvents) {
  const key = newAccountKey(engine());
  expectOk(
    await engine().ask("PUT", `/products/scheduled?ids=${service}&schedule=weekly`, undefined, { key }),
  );
  const made = await engine().ask("POST", "/webhooks", { url: receiver.url, events }, { key });
  return { key, ...made.body.webhook };
}

/** Everything that is due has been sent when a later event has come. */
async function eventsSoFar(): Promise<EventEnvelope[]> {
  const fence = newProduct();
  await fence.see({});
  await watch(fence.service);
  engine().clock.advance(1_000);
  await fence.see({ price: 1 });
  await receiver.has(1);
  for (;;) {
    const bodies = receiver.received.map(({ body }) => body);
    if (bodies.some(({ data }) => data.product.service === fence.service))
      return bodies.filter(({ data }) => data.product.service !== fence.service);
    await receiver.has(receiver.received.length + 1);
  }
}

describe("price_drop", () => {
  rule(
    ["section 6 delivery", "section 6 signature", "decision 28", "decision 29", "decision 30", "decision 42"],
    "is told of a lower price, in an envelope that is signed over its bytes",
    async () => {
      const product = newProduct();
      await product.see({});
      const { secret } = await watch(product.service);
      engine().clock.advance(MINUTE_MS);
      await product.see({ price: 89.5 });
      const [sent] = await receiver.has(1);
      if (sent === undefined) throw new Error("Nothing came.");
      expect(sent).toMatchObject({ method: "POST", path: "/hook" });
      expect(sent.body).toEqual({
        id: expect.stringMatching(/^evt_/),
        event: "price_drop",
        attempt: 1,
        timestamp: new Date(engine().clock.now()).toISOString(),
        data: {
          product: {
            service: product.service,
            title: expect.any(String),
            image: "https://img.example/a.jpg",
            url: expect.stringMatching(/^https:\/\/shop\.example\/event-/),
          },
          retailer: "shop.example",
          price: { current: 89.5, previous: 100, currency: "USD" },
          availability: { current: "in", previous: "in" },
        },
      });
      expect(sent.headers).toMatchObject({
        "content-type": "application/json",
        "x-service-event-id": sent.body.id,
        "x-service-delivery-attempt": "1",
      });
      expectSigned(sent, secret, engine().clock.now());
    },
  );

  rule("decision 28", "is not told of a higher or equal price, nor of an older one", async () => {
    const product = newProduct();
    await product.see({});
    const earlier = new Date(engine().clock.now() - MINUTE_MS).toISOString();
    await watch(product.service);
    engine().clock.advance(MINUTE_MS);
    await product.see({ price: 120 });
    await product.see({ price: 120 });
    await product.see({ price: 50, timestamp: earlier });
    expect(await eventsSoFar()).toEqual([]);
  });

  rule(
    "decision 28",
    "is told for products that the account has scheduled, to each such account",
    async () => {
      const [product, other] = [newProduct(), newProduct()];
      await product.see({});
      await other.see({});
      await watch(product.service);
      await watch(product.service);
      engine().clock.advance(MINUTE_MS);
      await product.see({ price: 90 });
      await other.see({ price: 90 });
      const events = await eventsSoFar();
      expect(events.map(({ data }) => data.product.service)).toEqual([product.service, product.service]);
      expect(new Set(events.map(({ id }) => id)).size).toBe(2);
    },
  );

  rule(
    ["decision 28", "section 4 offer rule 2"],
    "is not told of offers that the API would not vouch for, nor across currencies",
    async () => {
      for (const change of [{ trusted: false }, { valid: false }, { auction: true }]) {
        const product = newProduct(change);
        await product.see({});
        await watch(product.service);
        engine().clock.advance(MINUTE_MS);
        await product.see({ price: 90 });
      }
      const product = newProduct();
      await product.see({ currency: "EUR" });
      await watch(product.service);
      engine().clock.advance(MINUTE_MS);
      await product.see({ price: 90, currency: "USD" });
      expect(await eventsSoFar()).toEqual([]);
    },
  );
});

describe("availability_change", () => {
  rule(["decision 28", "decision 29"], "is told between in and out, with what it was before", async () => {
    const product = newProduct();
    await product.see({});
    await watch(product.service, ["availability_change"]);
    for (const availability of ["out", "in"] as const) {
      engine().clock.advance(MINUTE_MS);
      await product.see({ availability, price: 80 });
    }
    const events = await eventsSoFar();
    expect(events.map(({ event, data }) => [event, data.availability])).toEqual([
      ["availability_change", { current: "out", previous: "in" }],
      ["availability_change", { current: "in", previous: "out" }],
    ]);
  });

  rule("decision 28", "is told against what was last known, where it was not known for a while", async () => {
    const product = newProduct();
    await product.see({});
    await watch(product.service, ["availability_change"]);
    for (const availability of [null, "out", null, "in"] as const) {
      engine().clock.advance(MINUTE_MS);
      await product.see({ availability });
    }
    expect((await eventsSoFar()).map(({ data }) => data.availability)).toEqual([
      { current: "out", previous: "in" },
      { current: "in", previous: "out" },
    ]);
  });

  rule("decision 28", "is not told where it is not known", async () => {
    const product = newProduct();
    await product.see({});
    await watch(product.service);
    for (const availability of [undefined, "in"] as const) {
      engine().clock.advance(MINUTE_MS);
      await product.see({ availability });
    }
    expect(await eventsSoFar()).toEqual([]);
  });
});

describe("subscriptions", () => {
  rule(
    ["section 6 event types", "section 2 Webhook"],
    "bring to each webhook the events that it names",
    async () => {
      const product = newProduct();
      await product.see({});
      await watch(product.service, ["price_drop"]);
      await watch(product.service, ["availability_change"]);
      engine().clock.advance(MINUTE_MS);
      await product.see({ price: 90, availability: "out" });
      const events = await eventsSoFar();
      expect(events.map(({ event }) => event).sort()).toEqual(["availability_change", "price_drop"]);
    },
  );

  rule("section 6 delivery", "of one account to two webhooks are one event with one id", async () => {
    const product = newProduct();
    await product.see({});
    const { key } = await watch(product.service);
    await engine().ask("POST", "/webhooks", { url: receiver.url, events: allEvents }, { key });
    engine().clock.advance(MINUTE_MS);
    await product.see({ price: 90 });
    const events = await eventsSoFar();
    expect(events.map(({ event }) => event)).toEqual(["price_drop", "price_drop"]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });
});
