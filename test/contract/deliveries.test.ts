import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, onTestFinished, vi } from "vitest";
import type { Delivery } from "../../src/shared/app/alerts.js";
import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import type { ProductLine } from "../support/catalogue.js";
import { rule } from "../support/contract-rules.js";
import { startOfTests, startTestEngine, type TestEngine } from "../support/engine.js";
import { nobody } from "../support/ports.js";
import { accept, type Behaviour, type Receiver, startReceiver } from "../support/receiver.js";
import { until } from "../support/until.js";

/** When each attempt is due, counted from the first: the timetable of decision 31. */
const timetableMs = [0, MINUTE_MS, 6 * MINUTE_MS, 36 * MINUTE_MS, 2 * HOUR_MS + 36 * MINUTE_MS];

interface Setting {
  readonly engine: TestEngine;
  readonly webhookId: string;
  /** Makes so many events by lowering the price so many times. */
  cause(count?: number): Promise<void>;
  /** The delivery log as the window sees it, oldest first, once nothing is under way. */
  log(): Promise<Delivery[]>;
  webhook(): Promise<{ is_active: boolean; failure_count: number; consecutive_failures: number }>;
}

function line(price: number, nowMs: number): ProductLine {
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

async function startSetting(url: string, deliveryTimeoutMs = 10_000): Promise<Setting> {
  const engine = await startTestEngine({ deliveryTimeoutMs });
  onTestFinished(() => engine.stop());
  let price = 1_000;
  const fall = async () => {
    price -= 1;
    engine.clock.advance(1);
    await engine.import([line(price, engine.clock.now())]);
  };
  await fall();
  await engine.ask("PUT", "/products/scheduled?ids=product/falling/1&schedule=weekly");
  const made = await engine.ask("POST", "/webhooks", { url, events: ["price_drop"] });
  const { id: webhookId } = made.body.webhook;
  const log = async () => {
    const answer = await engine.call("webhooks.deliveries", { webhook_id: webhookId, limit: 200 });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.data.deliveries.toReversed();
  };
  return {
    engine,
    webhookId,
    cause: async (count = 1) => {
      for (let i = 0; i < count; i++) await fall();
      engine.clock.advance(0);
    },
    log,
    webhook: async () => {
      const found = (await engine.get("/webhooks")).body.webhooks.find(({ id }) => id === webhookId);
      if (found === undefined) throw new Error("The webhook is gone.");
      return found;
    },
  };
}

/** Waits until every delivery has had so many attempts. */
async function attempted(setting: Setting, attempts: number): Promise<Delivery[]> {
  await vi.waitUntil(
    async () => {
      const log = await setting.log();
      return log.length > 0 && log.every((each) => each.attempts.length >= attempts || each.status !== "due");
    },
    { timeout: 15_000, interval: 10 },
  );
  return setting.log();
}

/** Moves the clock along the timetable, and looks just before each attempt that it is not made early. */
async function followTimetable(setting: Setting): Promise<Delivery> {
  const startMs = setting.engine.clock.now();
  for (const [i, dueMs] of timetableMs.entries()) {
    const log = await attempted(setting, i + 1);
    const [delivery] = log;
    expect(delivery?.attempts.map(({ started_at }) => Date.parse(started_at) - startMs)).toEqual(
      timetableMs.slice(0, i + 1),
    );
    const nextMs = timetableMs[i + 1];
    if (nextMs === undefined) return delivery as Delivery;
    expect(Date.parse(delivery?.due_at ?? "") - startMs).toBe(nextMs);
    setting.engine.clock.advance(nextMs - dueMs - 1);
    expect((await setting.log())[0]?.attempts).toHaveLength(i + 1);
    setting.engine.clock.advance(1);
  }
  throw new Error("The timetable is empty.");
}

async function receiverThat(behaviour: Behaviour): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.behave(behaviour);
  return receiver;
}

function listening(server: Server): Promise<string> {
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
  /** Where it is the time that makes it one; elsewhere, a busy computer may take longer. */
  readonly timeoutMs?: number;
}

/** Each way to fail: where it is to be found, and what the log then says of it. */
const failures: Record<string, Failure> = {
  "refuses the connection": {
    url: async () => `https://${nobody}/hook`,
    code: null,
    error: /refused the connection/,
  },
  "takes the request and hangs": {
    url: async () => (await receiverThat(() => undefined)).url,
    code: null,
    error: /did not answer within/,
    timeoutMs: 400,
  },
  "resets the connection before it answers": {
    url: async () => (await receiverThat((_response, socket) => void socket.destroy())).url,
    code: null,
    error: /closed the connection/,
  },
  "resets the connection in the middle of the answer": {
    url: async () =>
      (
        await receiverThat((response, socket) => {
          response.writeHead(200, { "Content-Length": "1000" });
          response.write("half");
          setImmediate(() => socket.destroy());
        })
      ).url,
    code: 200,
    error: /closed before the response was complete/,
  },
  "answers 500": {
    url: async () => (await receiverThat((response) => void response.writeHead(500).end("no"))).url,
    code: 500,
    error: /answered 500/,
  },
  "answers 404": {
    url: async () => (await receiverThat((response) => void response.writeHead(404).end())).url,
    code: 404,
    error: /answered 404/,
  },
  "wants to speak another protocol": {
    url: async () =>
      (
        await receiverThat(
          (_response, socket) =>
            void socket.write(
              "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
            ),
        )
      ).url,
    code: 101,
    error: /answered 101/,
  },
  "redirects with 301": {
    url: async () => {
      const good = await receiverThat(accept);
      const bad = await receiverThat(
        (response) => void response.writeHead(301, { Location: good.url }).end(),
      );
      onTestFinished(() => expect(good.received).toEqual([]));
      return bad.url;
    },
    code: 301,
    error: /redirects are not followed/,
  },
  "sends headers byte by byte": {
    url: async () =>
      (
        await receiverThat((_response, socket) => {
          const drip = setInterval(() => socket.write("x"), 20);
          socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
          socket.on("close", () => clearInterval(drip));
        })
      ).url,
    code: null,
    error: /did not answer within/,
    timeoutMs: 400,
  },
  "sends a body without end, slowly": {
    url: async () =>
      (
        await receiverThat((response, socket) => {
          response.writeHead(200);
          const drip = setInterval(() => response.write("x"), 20);
          socket.on("close", () => clearInterval(drip));
        })
      ).url,
    code: null,
    error: /did not answer within/,
    timeoutMs: 400,
  },
  "has a certificate that nobody vouches for": {
    url: async () => {
      const receiver = await startReceiver({ isTrusted: false });
      onTestFinished(() => receiver.close());
      onTestFinished(() => expect(receiver.received).toEqual([]));
      return receiver.url;
    },
    code: null,
    error: /certificate/,
  },
  "does not speak TLS": {
    url: () => listening(createTcpServer((socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\n"))),
    code: null,
    error: /TLS|closed the connection/,
  },
  "speaks TLS without a certificate": {
    url: () => listening(createTlsServer({}, () => undefined)),
    code: null,
    error: /TLS|closed the connection|post failed/,
  },
};

describe("a receiver that", () => {
  for (const [name, { url, code, error, timeoutMs }] of Object.entries(failures))
    rule(
      ["section 3 event delivery", "section 6 delivery rule 3", "decision 31", "decision 30"],
      `${name} is tried five times by the timetable`,
      async () => {
        const setting = await startSetting(await url(), timeoutMs);
        await setting.cause();
        const delivery = await followTimetable(setting);
        expect(delivery).toMatchObject({ status: "failed", due_at: null });
        for (const attempt of delivery.attempts) {
          expect(attempt.response_code).toBe(code);
          expect(attempt.error).toMatch(error);
        }
        expect(await setting.webhook()).toMatchObject({
          is_active: true,
          failure_count: 1,
          consecutive_failures: 1,
        });
        setting.engine.clock.advance(24 * HOUR_MS);
        expect((await setting.log())[0]?.attempts).toHaveLength(5);
      },
    );
});

describe("a delivery", () => {
  rule(
    ["section 6 delivery rule 1", "section 6 delivery rule 2", "section 6 delivery", "section 8 attempts"],
    "keeps its id over attempts, and changes attempt, time and signature",
    async () => {
      let answers = 0;
      const receiver = await receiverThat(
        (response) => void response.writeHead(++answers < 3 ? 503 : 200).end(),
      );
      const setting = await startSetting(receiver.url);
      await setting.cause();
      for (const [i, waitMs] of [MINUTE_MS, 5 * MINUTE_MS].entries()) {
        await attempted(setting, i + 1);
        setting.engine.clock.advance(waitMs);
      }
      const [delivery] = await attempted(setting, 3);
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
    },
  );

  rule(["decision 31", "section 6 delivery rule 4"], "that succeeds ends a run of failures", async () => {
    const receiver = await receiverThat((response) => void response.writeHead(500).end());
    const setting = await startSetting(receiver.url);
    await setting.cause();
    await followTimetable(setting);
    receiver.behave(accept);
    await setting.cause();
    await until(async () => (await setting.log()).at(-1)?.status === "delivered");
    expect(await setting.webhook()).toMatchObject({ failure_count: 1, consecutive_failures: 0 });
  });

  rule("decision 31", "that is due outlives a restart, and is made at its time", async () => {
    const receiver = await receiverThat((response) => void response.writeHead(500).end());
    const setting = await startSetting(receiver.url);
    await setting.cause();
    await attempted(setting, 1);
    await setting.engine.restart();
    expect(receiver.received).toHaveLength(1);
    receiver.behave(accept);
    setting.engine.clock.advance(MINUTE_MS);
    await receiver.has(2);
    expect(receiver.received.map(({ body }) => body.attempt)).toEqual([1, 2]);
  });

  rule(
    "section 6 delivery rule 1",
    "that the engine breaks off when it ends is sent after it, not twice",
    async () => {
      const receiver = await receiverThat(accept);
      const setting = await startSetting(receiver.url);
      await setting.cause();
      await until(async () => (await setting.log()).at(-1)?.status === "delivered");
      // The second goes over the connection that was kept.
      receiver.behave(() => undefined);
      await setting.cause();
      await receiver.has(2);
      await setting.engine.restart(() => receiver.behave(accept));
      await until(async () => (await setting.log()).at(-1)?.attempts.length === 1);
      expect(receiver.received.map(({ body }) => body.data.price?.current)).toEqual([998, 997, 997]);
    },
  );

  rule("decision 31", "does not wait for ever when the clock is set back", async () => {
    const receiver = await receiverThat((response) => void response.writeHead(500).end());
    const setting = await startSetting(receiver.url);
    await setting.cause();
    await attempted(setting, 1);
    receiver.behave(accept);
    setting.engine.clock.advance(-30 * 24 * HOUR_MS);
    await setting.engine.get("/usage");
    setting.engine.clock.advance(2 * HOUR_MS);
    await receiver.has(2);
  });

  rule(
    "decision 31",
    "does not wait for ever when the clock is set back while it is on its way",
    async () => {
      let answer = () => undefined as unknown;
      const receiver = await receiverThat((response) => {
        answer = () => response.writeHead(500).end();
      });
      const setting = await startSetting(receiver.url);
      await setting.cause();
      await receiver.has(1);
      receiver.behave(accept);
      setting.engine.clock.advance(-30 * 24 * HOUR_MS);
      // The agent has seen where the clock is before the answer comes.
      await setting.engine.get("/usage");
      answer();
      await attempted(setting, 1);
      setting.engine.clock.advance(MINUTE_MS);
      await receiver.has(2);
    },
  );

  rule("section 3 event delivery", "waits for nobody else's", async () => {
    const slow = await receiverThat(() => undefined);
    const quick = await receiverThat(accept);
    const setting = await startSetting(slow.url);
    await setting.engine.ask("POST", "/webhooks", { url: quick.url, events: ["price_drop"] });
    await setting.cause(30);
    // The slow one holds each of its connections; the quick one has all its events meanwhile.
    await quick.has(30);
    expect(slow.received.length).toBeLessThan(30);
    const ids = quick.received.map(({ body }) => Number(body.data.price?.current));
    expect(ids.toSorted((a, b) => b - a)).toHaveLength(30);
  });
});

describe("a webhook that is deleted with a post under way", () => {
  rule(
    ["section 6 delivery rule 1", "section 4 DELETE /webhooks/{webhookId}"],
    "takes no event of the next one with it",
    async () => {
      const answers: (() => void)[] = [];
      const slow = await receiverThat((response) => void answers.push(() => response.writeHead(204).end()));
      const setting = await startSetting(slow.url);
      await setting.cause();
      await slow.has(1);
      await setting.engine.ask("DELETE", `/webhooks/${setting.webhookId}`);
      const next = await receiverThat(accept);
      await setting.engine.ask("POST", "/webhooks", { url: next.url, events: ["price_drop"] });
      await setting.cause();
      await next.has(1);
      for (const answer of answers) answer();
      await setting.cause();
      await next.has(2);
      expect(next.received.map(({ body }) => [body.attempt, body.data.price?.current])).toEqual([
        [1, 997],
        [1, 996],
      ]);
    },
  );
});

describe("a webhook", () => {
  rule(
    ["section 3 webhook", "section 6 delivery rule 4", "section 8 failures before disabling", "decision 31"],
    "is disabled by the 50th failure in a row, and what waits is cancelled; enabling starts afresh",
    async () => {
      const receiver = await receiverThat((response) => void response.writeHead(500).end());
      const setting = await startSetting(receiver.url);
      await setting.cause(49);
      for (const [i, dueMs] of timetableMs.entries()) {
        await attempted(setting, i + 1);
        setting.engine.clock.advance((timetableMs[i + 1] ?? dueMs) - dueMs);
      }
      expect(await setting.webhook()).toMatchObject({ is_active: true, consecutive_failures: 49 });
      await setting.cause(1);
      for (const [i, dueMs] of timetableMs.slice(0, 4).entries()) {
        await attempted(setting, i + 1);
        if (i === 3) await setting.cause(2);
        setting.engine.clock.advance((timetableMs[i + 1] ?? dueMs) - dueMs);
      }
      await vi.waitUntil(async () => !(await setting.webhook()).is_active, { timeout: 15_000 });
      expect(await setting.webhook()).toMatchObject({ failure_count: 50, consecutive_failures: 50 });
      const statuses = (await setting.log()).map(({ status }) => status);
      expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => "failed"));
      expect(statuses.slice(50)).toEqual(["cancelled", "cancelled"]);

      const before = receiver.received.length;
      await setting.cause(3);
      receiver.behave(accept);
      await setting.engine.ask("PUT", `/webhooks/${setting.webhookId}`, { is_active: true });
      expect(await setting.webhook()).toMatchObject({ is_active: true, consecutive_failures: 0 });
      await setting.cause(1);
      await receiver.has(before + 1);
      // What happened while it was disabled is not made up for.
      expect(receiver.received).toHaveLength(before + 1);
    },
  );

  rule(
    ["decision 31", "section 3 webhook"],
    "that is paused or deleted takes what waits with it",
    async () => {
      const receiver = await receiverThat((response) => void response.writeHead(500).end());
      const setting = await startSetting(receiver.url);
      await setting.cause();
      await attempted(setting, 1);
      await setting.engine.ask("PUT", `/webhooks/${setting.webhookId}`, { is_active: false });
      expect((await setting.log())[0]).toMatchObject({ status: "cancelled", due_at: null });
      expect((await setting.webhook()).consecutive_failures).toBe(0);
      await setting.engine.ask("PUT", `/webhooks/${setting.webhookId}`, { is_active: true });
      setting.engine.clock.advance(HOUR_MS);
      await setting.cause();
      await receiver.has(2);
      await setting.engine.ask("DELETE", `/webhooks/${setting.webhookId}`);
      setting.engine.clock.advance(HOUR_MS);
      await setting.engine.get("/usage");
      expect(receiver.received).toHaveLength(2);
      expect(setting.engine.db.connection.prepare("SELECT count(*) FROM delivery").pluck().get()).toBe(0);
    },
  );

  rule("section 2 Webhook", "tells when it was last triggered", async () => {
    const receiver = await receiverThat(accept);
    const setting = await startSetting(receiver.url);
    expect(await setting.webhook()).toMatchObject({ last_triggered_at: null });
    await setting.cause();
    await attempted(setting, 1);
    expect(await setting.webhook()).toMatchObject({
      last_triggered_at: new Date(Date.parse(startOfTests) + 2).toISOString(),
    });
  });
});

describe("the delivery log", () => {
  rule("section 3 webhook", "is the account's own, and knows status, code, duration and error", async () => {
    const receiver = await receiverThat((response) => void response.writeHead(418).end());
    const setting = await startSetting(receiver.url);
    await setting.cause();
    const [delivery] = await attempted(setting, 1);
    expect(delivery).toMatchObject({
      event: "price_drop",
      product: "Falling product",
      status: "due",
      attempts: [{ attempt: 1, response_code: 418, error: expect.stringContaining("418") }],
    });
    expect(delivery?.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(0);
    const foreign = await setting.engine.call("webhooks.deliveries", { webhook_id: "wh_nothing" });
    expect(foreign).toMatchObject({ ok: false, error: { code: "ERR_ENDPOINT_NOT_FOUND" } });
  });
});

describe("the secret of a webhook", () => {
  rule("decision 30", "lies sealed in the database where there is a key, and never in the log", async () => {
    const lines: string[] = [];
    const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    const engine = await startTestEngine({
      secretKey: Buffer.alloc(32, 7),
      log: { info: note, error: note },
    });
    onTestFinished(() => engine.stop());
    const receiver = await receiverThat(accept);
    const made = await engine.ask("POST", "/webhooks", { url: receiver.url, events: ["price_drop"] });
    const { id, secret } = made.body.webhook;
    const stored = engine.db.connection.prepare("SELECT secret FROM webhook").pluck().get() as Buffer;
    expect(stored.includes(secret.slice(6, 30))).toBe(false);
    expect((await engine.ask("POST", `/webhooks/${id}/test`)).body.test_result.delivered).toBe(true);
    expect(lines.join("\n")).not.toContain(secret.slice(6, 30));
  });
});
