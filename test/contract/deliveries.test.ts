import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { allWebhooks } from "../../src/main/engine/db/webhooks/webhook.js";
import { createSecretBox, sealPlainSecrets } from "../../src/main/engine/operations/request/secret-box.js";
import { openSecrets } from "../../src/main/engine/operations/webhooks/outbox.js";
import type { Delivery } from "../../src/shared/app/alerts.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import type { ProductLine } from "../support/catalogue.js";
import { testStartIso } from "../support/clock.js";
import { openTestEngine, type TestEngine, type TestEngineOptions } from "../support/engine.js";
import { closedAddress } from "../support/network.js";
import { accept, expectSigned, openReceiver, type ReceivedDelivery } from "../support/receiver.js";
import { until } from "../support/until.js";

/** When each attempt is due, counted from the first (decision 31). */
const attemptTimesMs = [0, MINUTE_MS, 6 * MINUTE_MS, 36 * MINUTE_MS, 2 * HOUR_MS + 36 * MINUTE_MS];

interface Fixture {
  readonly engine: TestEngine;
  readonly webhookId: string;
  /** Lowers the price `count` times, which causes as many events. */
  dropPrice(count?: number): Promise<void>;
  /** The delivery log as the window shows it, oldest first. */
  log(): Promise<Delivery[]>;
  webhook(): Promise<{ is_active: boolean; failure_count: number; consecutive_failures: number }>;
}

function productLine(price: number, nowMs: number): ProductLine {
  return {
    type: "product",
    service: "product/falling/1",
    title: "Falling product",
    offers: [
      {
        id: "falling",
        retailer: "shop.example",
        price,
        currency: "USD",
        availability: "in",
        URL: "https://shop.example/falling",
        timestamp: new Date(nowMs).toISOString(),
      },
    ],
  };
}

async function startFixture(url: string, deliveryTimeoutMs = 10_000): Promise<Fixture> {
  const engine = await openTestEngine({ deliveryTimeoutMs });
  let price = 1_000;
  const lowerPrice = async () => {
    price -= 1;
    engine.clock.advance(1);
    await engine.import([productLine(price, engine.clock.now())]);
  };
  await lowerPrice();
  await engine.request("PUT", "/products/scheduled?ids=product/falling/1&schedule=weekly");
  const created = await engine.request("POST", "/webhooks", { url, events: ["price_drop"] });
  const { id: webhookId } = created.body.webhook;
  const log = async () => {
    const response = await engine.data("webhooks.deliveries", { webhook_id: webhookId, limit: 200 });
    return response.deliveries.toReversed();
  };
  return {
    engine,
    webhookId,
    dropPrice: async (count = 1) => {
      for (let i = 0; i < count; i++) await lowerPrice();
      engine.clock.advance(0);
    },
    log,
    webhook: async () => {
      const found = (await engine.get("/webhooks")).body.webhooks.find(({ id }) => id === webhookId);
      if (found === undefined) throw new Error("The webhook does not exist.");
      return found;
    },
  };
}

/** Waits until every pending delivery has made `attempts` attempts. */
async function waitForAttempts(fixture: Fixture, attempts: number): Promise<Delivery[]> {
  await until(async () => {
    const log = await fixture.log();
    return log.length > 0 && log.every((each) => each.attempts.length >= attempts || each.status !== "due");
  });
  return fixture.log();
}

/** Moves the clock from attempt to attempt, and asserts that none is made early. */
async function runAllAttempts(fixture: Fixture): Promise<Delivery> {
  const startMs = fixture.engine.clock.now();
  for (const [i, dueMs] of attemptTimesMs.entries()) {
    const log = await waitForAttempts(fixture, i + 1);
    const [delivery] = log;
    expect(delivery?.attempts.map(({ started_at }) => Date.parse(started_at) - startMs)).toEqual(
      attemptTimesMs.slice(0, i + 1),
    );
    const nextMs = attemptTimesMs[i + 1];
    if (nextMs === undefined) return delivery as Delivery;
    expect(Date.parse(delivery?.due_at ?? "") - startMs).toBe(nextMs);
    fixture.engine.clock.advance(nextMs - dueMs - 1);
    expect((await fixture.log())[0]?.attempts).toHaveLength(i + 1);
    fixture.engine.clock.advance(1);
  }
  throw new Error("The retry schedule is empty.");
}

/** Sends events to a receiver that responds with 500. */
async function startFailing(count = 1) {
  const receiver = await openReceiver((response) => void response.writeHead(500).end());
  const fixture = await startFixture(receiver.url);
  await fixture.dropPrice(count);
  return { receiver, fixture };
}

function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
  });
}

interface Failure {
  readonly url: () => Promise<string>;
  readonly code: number | null;
  readonly error: RegExp;
  /** Set only where the timeout itself is the failure: a busy computer may exceed a short one. */
  readonly timeoutMs?: number;
}

const answering = (respond: Parameters<typeof openReceiver>[0]) => async () =>
  (await openReceiver(respond)).url;

/** Ways in which a receiver fails, with the response code and error that the log records. */
const failures: Record<string, Failure> = {
  "refuses the connection": {
    url: async () => `https://${closedAddress}/hook`,
    code: null,
    error: /refused the connection/,
  },
  "accepts the request and hangs": {
    url: answering(() => undefined),
    code: null,
    error: /did not answer within/,
    timeoutMs: 400,
  },
  "resets the connection before it responds": {
    url: answering((_response, socket) => void socket.destroy()),
    code: null,
    error: /closed the connection/,
  },
  "responds with 500": {
    url: answering((response) => void response.writeHead(500).end("no")),
    code: 500,
    error: /answered 500/,
  },
  "responds with 404": {
    url: answering((response) => void response.writeHead(404).end()),
    code: 404,
    error: /answered 404/,
  },
  "switches protocols": {
    url: answering(
      (_response, socket) =>
        void socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        ),
    ),
    code: 101,
    error: /answered 101/,
  },
  "redirects with 301": {
    url: async () => {
      const good = await openReceiver();
      const bad = await openReceiver(
        (response) => void response.writeHead(301, { Location: good.url }).end(),
      );
      onTestFinished(() => expect(good.received).toEqual([]));
      return bad.url;
    },
    code: 301,
    error: /redirects are not followed/,
  },
  "sends headers byte by byte": {
    url: answering((_response, socket) => {
      const drip = setInterval(() => socket.write("x"), 20);
      socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      socket.on("close", () => clearInterval(drip));
    }),
    code: null,
    error: /did not answer within/,
    timeoutMs: 400,
  },
  "never ends its headers": {
    url: answering((_response, socket) => {
      const more = setInterval(() => socket.write(`X-Thanks: ${"y".repeat(4_000)}\r\n`), 1);
      socket.write("HTTP/1.1 200 OK\r\n");
      socket.on("close", () => clearInterval(more));
    }),
    code: null,
    error: /not HTTP/,
  },
  "responds 100 forever": {
    url: answering((_response, socket) => {
      const more = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 20);
      socket.on("close", () => clearInterval(more));
    }),
    code: null,
    error: /did not answer within/,
    timeoutMs: 400,
  },
  "does not speak HTTP": {
    url: answering((_response, socket) => void socket.end("250 OK: queued as 12345\r\n")),
    code: null,
    error: /not HTTP/,
  },
  "has an untrusted certificate": {
    url: async () => {
      const receiver = await openReceiver(accept, { isTrusted: false });
      onTestFinished(() => expect(receiver.received).toEqual([]));
      return receiver.url;
    },
    code: null,
    error: /certificate/,
  },
  "does not speak TLS": {
    url: () => listen(createTcpServer((socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\n"))),
    code: null,
    error: /TLS|closed the connection/,
  },
  "speaks TLS without a certificate": {
    url: () => listen(createTlsServer({}, () => undefined)),
    code: null,
    error: /TLS|closed the connection|post failed/,
  },
};

describe("retries of a failing receiver", () => {
  for (const [name, { url, code, error, timeoutMs }] of Object.entries(failures))
    it(`tries a receiver that ${name} five times, on schedule [§3 event delivery; §6 delivery rule 1; §6 delivery rule 3; §8 attempts; decision 31; decision 30]`, async () => {
      const fixture = await startFixture(await url(), timeoutMs);
      await fixture.dropPrice();
      const delivery = await runAllAttempts(fixture);
      expect(delivery).toMatchObject({ status: "failed", due_at: null });
      for (const attempt of delivery.attempts) {
        expect(attempt.response_code).toBe(code);
        expect(attempt.error).toMatch(error);
      }
      expect(await fixture.webhook()).toMatchObject({
        is_active: true,
        failure_count: 1,
        consecutive_failures: 1,
      });
      fixture.engine.clock.advance(24 * HOUR_MS);
      expect((await fixture.log())[0]?.attempts).toHaveLength(5);
    });
});

it("keeps the event id across attempts, and changes attempt, timestamp and signature [§6 delivery rule 1; §6 delivery rule 2; §6 delivery; §8 attempts]", async () => {
  let requestCount = 0;
  const receiver = await openReceiver(
    (response) => void response.writeHead(++requestCount < 3 ? 503 : 200).end(),
  );
  const fixture = await startFixture(receiver.url);
  await fixture.dropPrice();
  for (const [i, waitMs] of [MINUTE_MS, 5 * MINUTE_MS].entries()) {
    await waitForAttempts(fixture, i + 1);
    fixture.engine.clock.advance(waitMs);
  }
  const [delivery] = await waitForAttempts(fixture, 3);
  expect(delivery).toMatchObject({ status: "delivered", due_at: null });
  const sent = receiver.received;
  expect(sent.map(({ body }) => body.attempt)).toEqual([1, 2, 3]);
  expect(sent.map(({ headers }) => headers["x-service-delivery-attempt"])).toEqual(["1", "2", "3"]);
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  expect(new Set(sent.map(({ headers }) => headers["x-service-event-id"])).size).toBe(1);
  expect(new Set(sent.map(({ body }) => body.timestamp)).size).toBe(3);
  expect(new Set(sent.map(({ headers }) => headers["x-service-signature"])).size).toBe(3);
  const [first] = sent;
  expect(first?.body.data).toEqual(sent[2]?.body.data);
});

it("makes a pending attempt on time after a restart [decision 31]", async () => {
  const { receiver, fixture } = await startFailing();
  await waitForAttempts(fixture, 1);
  await fixture.engine.restart();
  expect(receiver.received).toHaveLength(1);
  receiver.respondWith(accept);
  fixture.engine.clock.advance(MINUTE_MS);
  await receiver.waitFor(2);
  expect(receiver.received.map(({ body }) => body.attempt)).toEqual([1, 2]);
});

it("sends a delivery interrupted by shutdown again, once [§6 delivery rule 1]", async () => {
  const receiver = await openReceiver();
  const fixture = await startFixture(receiver.url);
  await fixture.dropPrice();
  await until(async () => (await fixture.log()).at(-1)?.status === "delivered");
  // The second delivery reuses the open connection.
  receiver.respondWith(() => undefined);
  await fixture.dropPrice();
  await receiver.waitFor(2);
  await fixture.engine.restart(() => receiver.respondWith(accept));
  await until(async () => (await fixture.log()).at(-1)?.attempts.length === 1);
  expect(receiver.received.map(({ body }) => body.data.price?.current)).toEqual([998, 997, 997]);
});

it("does not wait for the slow receiver of another webhook [§3 event delivery]", async () => {
  const slow = await openReceiver(() => undefined);
  const fast = await openReceiver();
  const fixture = await startFixture(slow.url);
  await fixture.engine.request("POST", "/webhooks", { url: fast.url, events: ["price_drop"] });
  await fixture.dropPrice(30);
  // The slow receiver holds its connections open while the fast one gets all its events.
  await fast.waitFor(30);
  expect(slow.received.length).toBeLessThan(30);
  const ids = fast.received.map(({ body }) => Number(body.data.price?.current));
  expect(ids.toSorted((a, b) => b - a)).toHaveLength(30);
});

it("disables a webhook at the 50th failure in a row, cancels its deliveries, and resets the count when enabled [§3 webhook; §6 delivery rule 4; §8 failures before disabling; decision 31]", async () => {
  const { receiver, fixture } = await startFailing(49);
  for (const [i, dueMs] of attemptTimesMs.entries()) {
    await waitForAttempts(fixture, i + 1);
    fixture.engine.clock.advance((attemptTimesMs[i + 1] ?? dueMs) - dueMs);
  }
  expect(await fixture.webhook()).toMatchObject({ is_active: true, consecutive_failures: 49 });
  await fixture.dropPrice(1);
  for (const [i, dueMs] of attemptTimesMs.slice(0, 4).entries()) {
    await waitForAttempts(fixture, i + 1);
    if (i === 3) await fixture.dropPrice(2);
    // The count outlives the engine, and so do the attempts that are left.
    if (i >= 2) await fixture.engine.restart();
    fixture.engine.clock.advance((attemptTimesMs[i + 1] ?? dueMs) - dueMs);
  }
  await until(async () => !(await fixture.webhook()).is_active);
  expect(await fixture.webhook()).toMatchObject({ failure_count: 50, consecutive_failures: 50 });
  const statuses = (await fixture.log()).map(({ status }) => status);
  expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => "failed"));
  expect(statuses.slice(50)).toEqual(["cancelled", "cancelled"]);

  const before = receiver.received.length;
  await fixture.dropPrice(3);
  receiver.respondWith(accept);
  await fixture.engine.request("PUT", `/webhooks/${fixture.webhookId}`, { is_active: true });
  expect(await fixture.webhook()).toMatchObject({ is_active: true, consecutive_failures: 0 });
  await fixture.dropPrice(1);
  await receiver.waitFor(before + 1);
  // Events that occurred while it was disabled are not sent later.
  expect(receiver.received).toHaveLength(before + 1);
});

it("cancels the pending deliveries of a paused or deleted webhook [decision 31; §3 webhook]", async () => {
  const { receiver, fixture } = await startFailing();
  await waitForAttempts(fixture, 1);
  await fixture.engine.request("PUT", `/webhooks/${fixture.webhookId}`, { is_active: false });
  expect((await fixture.log())[0]).toMatchObject({ status: "cancelled", due_at: null });
  expect((await fixture.webhook()).consecutive_failures).toBe(0);
  await fixture.engine.request("PUT", `/webhooks/${fixture.webhookId}`, { is_active: true });
  fixture.engine.clock.advance(HOUR_MS);
  await fixture.dropPrice();
  await receiver.waitFor(2);
  await fixture.engine.request("DELETE", `/webhooks/${fixture.webhookId}`);
  fixture.engine.clock.advance(HOUR_MS);
  await fixture.engine.get("/usage");
  expect(receiver.received).toHaveLength(2);
  expect(fixture.engine.db.connection.prepare("SELECT count(*) FROM delivery").pluck().get()).toBe(0);
});

it("reports when a webhook was last triggered [§2 Webhook]", async () => {
  const receiver = await openReceiver();
  const fixture = await startFixture(receiver.url);
  expect(await fixture.webhook()).toMatchObject({ last_triggered_at: null });
  await fixture.dropPrice();
  await waitForAttempts(fixture, 1);
  expect(await fixture.webhook()).toMatchObject({
    last_triggered_at: new Date(Date.parse(testStartIso) + 2).toISOString(),
  });
});

it("logs status, code, duration and error of a delivery, for the account's own webhooks only [§3 webhook]", async () => {
  const receiver = await openReceiver((response) => void response.writeHead(418).end());
  const fixture = await startFixture(receiver.url);
  await fixture.dropPrice();
  const [delivery] = await waitForAttempts(fixture, 1);
  expect(delivery).toMatchObject({
    event: "price_drop",
    product: "Falling product",
    status: "due",
    attempts: [{ attempt: 1, response_code: 418, error: expect.stringContaining("418") }],
  });
  expect(delivery?.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(0);
  const foreign = await fixture.engine.call("webhooks.deliveries", { webhook_id: "wh_nothing" });
  expect(foreign).toMatchObject({ ok: false, error: { code: "ERR_ENDPOINT_NOT_FOUND" } });
});

const resend = ({ engine, webhookId }: Fixture, eventId: string) =>
  engine.call("webhooks.resend", { webhook_id: webhookId, event_id: eventId });

it("sends an event again with the same id and data and new attempts, and keeps the delivery before", async () => {
  const { receiver, fixture } = await startFailing();
  const { event_id: eventId } = await runAllAttempts(fixture);
  receiver.respondWith(accept);
  const before = receiver.received.length;
  expect(await resend(fixture, eventId)).toMatchObject({ ok: true });
  fixture.engine.clock.advance(0);
  await receiver.waitFor(before + 1);
  const [first, again] = [receiver.received[0], receiver.received[before]];
  expect(again?.body).toMatchObject({ id: eventId, attempt: 1, data: first?.body.data });
  expect(again?.headers).toMatchObject({
    "x-service-event-id": eventId,
    "x-service-delivery-attempt": "1",
  });
  await until(async () => (await fixture.log())[1]?.status === "delivered");
  expect(await fixture.log()).toMatchObject([
    { event_id: eventId, status: "failed", attempts: { length: 5 } },
    { event_id: eventId, status: "delivered", attempts: [{ attempt: 1, response_code: 204 }] },
  ]);
  expect(await fixture.webhook()).toMatchObject({ failure_count: 1, consecutive_failures: 0 });
});

const nextHeader = "x-service-signature-next";

/** A fixture with the secret that its webhook was created with. */
async function startWithSecret(options: TestEngineOptions = {}) {
  const receiver = await openReceiver();
  const engine = await openTestEngine(options);
  const created = await engine.request("POST", "/webhooks", { url: receiver.url, events: ["price_drop"] });
  const { id, secret } = created.body.webhook;
  const rotate = async () => {
    return engine.data("webhooks.rotate", { webhook_id: id });
  };
  const sendTest = async () => {
    await engine.request("POST", `/webhooks/${id}/test`);
    return receiver.received.at(-1) as ReceivedDelivery;
  };
  return { engine, id, secret, rotate, sendTest };
}

it("signs with both secrets for a day, the contract's header with the old one, and then with the new one", async () => {
  const { engine, secret, rotate, sendTest } = await startWithSecret();
  const { clock } = engine;
  const made = await rotate();
  expect(made).toEqual({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    old_valid_until: new Date(clock.now() + DAY_MS).toISOString(),
  });
  expect(made.secret).not.toBe(secret);
  clock.advance(DAY_MS - 1);
  await engine.restart();
  const during = await sendTest();
  expectSigned(during, secret, clock.now());
  expectSigned(during, made.secret, clock.now(), nextHeader);
  clock.advance(1);
  const after = await sendTest();
  expectSigned(after, made.secret, clock.now());
  expect(after.headers).not.toHaveProperty(nextHeader);
});

it("signs each attempt of an event with the secrets that are valid then", async () => {
  const receiver = await openReceiver((response) => void response.writeHead(500).end());
  const fixture = await startFixture(receiver.url);
  const { engine, webhookId } = fixture;
  await fixture.dropPrice();
  await receiver.waitFor(1);
  const rotated = await engine.call("webhooks.rotate", { webhook_id: webhookId });
  const secret = rotated.ok ? rotated.data.secret : "";
  await waitForAttempts(fixture, 1);
  engine.clock.advance(MINUTE_MS);
  const [first, second] = await receiver.waitFor(2);
  expect(first?.headers).not.toHaveProperty(nextHeader);
  expectSigned(second as ReceivedDelivery, secret, engine.clock.now(), nextHeader);
});

it("encrypts an old secret that was stored before the engine had a key", async () => {
  const { engine, secret, rotate } = await startWithSecret();
  await rotate();
  const { db, clock } = engine;
  const box = createSecretBox(Buffer.alloc(32, 7));
  expect(sealPlainSecrets(db, box)).toBe(2);
  const [webhook] = allWebhooks(db);
  expect(webhook?.oldSecret?.secret.includes(secret.slice(6, 30))).toBe(false);
  expect(webhook && openSecrets(box, webhook, clock.now())?.secret).toBe(secret);
});

it("stores a webhook secret encrypted when the engine has a key, and never logs it [decision 30]", async () => {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const engine = await openTestEngine({
    secretKey: Buffer.alloc(32, 7),
    log: { info: note, error: note },
  });
  const receiver = await openReceiver();
  const created = await engine.request("POST", "/webhooks", {
    url: receiver.url,
    events: ["price_drop"],
  });
  const { id, secret } = created.body.webhook;
  const stored = engine.db.connection.prepare("SELECT secret FROM webhook").pluck().get() as Buffer;
  expect(stored.includes(secret.slice(6, 30))).toBe(false);
  expect((await engine.request("POST", `/webhooks/${id}/test`)).body.test_result.delivered).toBe(true);
  expect(lines.join("\n")).not.toContain(secret.slice(6, 30));
});
