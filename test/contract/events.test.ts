import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { EventEnvelope } from "../../src/shared/contract/webhook.js";
import { MINUTE_MS } from "../../src/shared/time.js";
import type { ProductLine } from "../support/catalogue.js";
import { createAccountKey, expectOk, setupEngine } from "../support/contract.js";
import { expectSigned, type Receiver, startReceiver } from "../support/receiver.js";

const engine = setupEngine([]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => {
  receiver.received.length = 0;
});

const allEvents = ["price_drop", "availability_change", "schedule_completion"];
let productCount = 0;

type OfferLine = NonNullable<ProductLine["offers"]>[number];

/** A product of the test's own, with one offer whose price and availability the test changes. */
function newProduct(fields: Partial<OfferLine> = {}) {
  const name = `event-${++productCount}`;
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
        ...fields,
        ...offer,
      },
    ],
  });
  return {
    service: `product/event/${name}`,
    observe: async (offer: Partial<OfferLine>) => {
      const report = await engine().import([line(offer)]);
      expect(report.skipped).toEqual([]);
    },
  };
}

/** Creates an account that has scheduled the product and registered a webhook. */
async function watchProduct(productKey: string, events = allEvents) {
  const key = createAccountKey(engine());
  expectOk(
    await engine().request("PUT", `/products/scheduled?ids=${productKey}&schedule=weekly`, undefined, {
      key,
    }),
  );
  const created = await engine().request("POST", "/webhooks", { url: receiver.url, events }, { key });
  return { key, ...created.body.webhook };
}

/** Waits for a later event to arrive, by when all earlier ones have been sent. */
async function receivedEvents(): Promise<EventEnvelope[]> {
  const fence = newProduct();
  await fence.observe({});
  await watchProduct(fence.service);
  engine().clock.advance(1_000);
  await fence.observe({ price: 1 });
  await receiver.waitFor(1);
  for (;;) {
    const bodies = receiver.received.map(({ body }) => body);
    if (bodies.some(({ data }) => data.product.service === fence.service))
      return bodies.filter(({ data }) => data.product.service !== fence.service);
    await receiver.waitFor(receiver.received.length + 1);
  }
}

it("fires price_drop on a lower price, in a signed envelope [§6 delivery; §6 signature; decision 28; decision 29; decision 30; decision 42]", async () => {
  const product = newProduct();
  await product.observe({});
  const { secret } = await watchProduct(product.service);
  engine().clock.advance(MINUTE_MS);
  await product.observe({ price: 89.5 });
  const [sent] = await receiver.waitFor(1);
  if (sent === undefined) throw new Error("No event arrived.");
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
});

it("fires price_drop once for each account that has scheduled the product [decision 28]", async () => {
  const [product, other] = [newProduct(), newProduct()];
  await product.observe({});
  await other.observe({});
  await watchProduct(product.service);
  await watchProduct(product.service);
  engine().clock.advance(MINUTE_MS);
  await product.observe({ price: 90 });
  await other.observe({ price: 90 });
  const events = await receivedEvents();
  expect(events.map(({ data }) => data.product.service)).toEqual([product.service, product.service]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
});

it("does not fire price_drop for untrusted, invalid or auction offers, nor across currencies [decision 28; §4 offer rule 2]", async () => {
  for (const fields of [{ trusted: false }, { valid: false }, { auction: true }]) {
    const product = newProduct(fields);
    await product.observe({});
    await watchProduct(product.service);
    engine().clock.advance(MINUTE_MS);
    await product.observe({ price: 90 });
  }
  const product = newProduct();
  await product.observe({ currency: "EUR" });
  await watchProduct(product.service);
  engine().clock.advance(MINUTE_MS);
  await product.observe({ price: 90, currency: "USD" });
  expect(await receivedEvents()).toEqual([]);
});

it("fires availability_change between in and out, with the previous availability [decision 28; decision 29]", async () => {
  const product = newProduct();
  await product.observe({});
  await watchProduct(product.service, ["availability_change"]);
  for (const availability of ["out", "in"] as const) {
    engine().clock.advance(MINUTE_MS);
    await product.observe({ availability, price: 80 });
  }
  const events = await receivedEvents();
  expect(events.map(({ event, data }) => [event, data.availability])).toEqual([
    ["availability_change", { current: "out", previous: "in" }],
    ["availability_change", { current: "in", previous: "out" }],
  ]);
});

it("sends each webhook only the events that it names [§6 event types; §2 Webhook]", async () => {
  const product = newProduct();
  await product.observe({});
  await watchProduct(product.service, ["price_drop"]);
  await watchProduct(product.service, ["availability_change"]);
  engine().clock.advance(MINUTE_MS);
  await product.observe({ price: 90, availability: "out" });
  const events = await receivedEvents();
  expect(events.map(({ event }) => event).sort()).toEqual(["availability_change", "price_drop"]);
});

it("sends two webhooks of an account one event with one id [§6 delivery]", async () => {
  const product = newProduct();
  await product.observe({});
  const { key } = await watchProduct(product.service);
  await engine().request("POST", "/webhooks", { url: receiver.url, events: allEvents }, { key });
  engine().clock.advance(MINUTE_MS);
  await product.observe({ price: 90 });
  const events = await receivedEvents();
  expect(events.map(({ event }) => event)).toEqual(["price_drop", "price_drop"]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
});
