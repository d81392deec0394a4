import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { insertEntry } from "../../../src/main/engine/db/alerts/inbox.js";
import { write } from "../../../src/main/engine/db/store.js";
import { signatureHeader } from "../../../src/main/engine/webhooks/signature.js";
import { envelope } from "../../support/catalogue.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { ListenerUnderTest, nowMs, type SendOptions, seconds, secret } from "./listener-client.js";

const start = ListenerUnderTest.start;
const body = JSON.stringify(envelope("evt_1"));

describe("valid deliveries", () => {
  it("a delivery is answered with 200, stored and reported", async () => {
    let accepted = 0;
    const harness = await start({ onAccepted: () => void accepted++, onAnnounced: fail });
    expect(await harness.sendEvent("evt_1")).toMatchObject({ status: 200, body: { received: true } });
    expect(harness.stored()).toEqual(["evt_1"]);
    expect(accepted).toBe(1);
  });

  it("a delivery of a recorded alert announces that one, and is not stored", async () => {
    const announced: number[] = [];
    const harness = await start({ onAnnounced: (id) => void announced.push(id), onAccepted: fail });
    const entry = write(harness.db, (tx) =>
      insertEntry(tx, {
        eventId: "evt_1",
        type: "price_drop",
        isTest: false,
        data: envelope("evt_1").data,
        reason: null,
        clauses: null,
        ruleIds: [],
        receivedMs: nowMs,
      }),
    );
    expect((await harness.sendEvent("evt_1")).status).toBe(200);
    expect(announced).toEqual([entry?.id]);
    expect(harness.stored()).toEqual([]);
  });

  it.each<[string, SendOptions]>([
    ["without the headers that repeat its body", { headers: { "x-service-event-id": undefined } }],
    ["with a query", { path: "/webhook?from=here" }],
    ["in chunks", { isChunked: true }],
    ["with Expect: 100-continue", { headers: { expect: "100-continue" } }],
  ])("a delivery is accepted %s", async (_, options) => {
    const harness = await start();
    expect((await harness.sendEvent("evt_1", options)).status).toBe(200);
    expect(harness.stored()).toEqual(["evt_1"]);
  });

  it("a delivery is not stored again when repeated after a restart", async () => {
    const folder = temporaryFolder();
    const first = await start({ db: openTestStore(folder) });
    await first.sendEvent("evt_1");
    await first.close();
    const second = await start({ db: openTestStore(folder) });
    expect((await second.sendEvent("evt_1")).body).toEqual({ received: true, repeated: true });
    expect(second.stored()).toEqual(["evt_1"]);
  });
});

const signedElsewhere = (at: number, by = secret) => ({
  "x-service-signature": signatureHeader(by, at, body),
});

describe("invalid deliveries", () => {
  it.each<[string, number, RegExp, SendOptions]>([
    ["without a signature", 401, /is missing/, { body }],
    ["at another path", 404, /\/webhook only/, { path: "/", body, headers: signedElsewhere(seconds) }],
    ["with GET", 405, /sent with POST, not with GET/, { method: "GET" }],
    ["with more than 64 KiB in chunks", 413, /larger/, { body: "x".repeat(65_537), isChunked: true }],
    [
      "with Expect: 100-continue and more than 64 KiB",
      413,
      /larger/,
      { headers: { expect: "100-continue" }, body: "x".repeat(65_537) },
    ],
  ])("a delivery %s is answered with %i and not stored", async (_, status, message, options) => {
    const harness = await start();
    const reply = await harness.send(options);
    expect(reply).toMatchObject({ status, body: { received: false, error: expect.stringMatching(message) } });
    if (status === 405) expect(reply.headers.allow).toBe("POST");
    // The listener still accepts valid deliveries.
    expect((await harness.sendEvent("evt_2")).status).toBe(200);
    expect(harness.stored()).toEqual(["evt_2"]);
  });

  it("a delivery with a body of exactly 64 KiB is still accepted", async () => {
    const harness = await start();
    expect((await harness.sendSigned(body.padEnd(65_536))).status).toBe(200);
    expect(harness.stored()).toEqual(["evt_1"]);
  });
});

describe("unavailable listeners", () => {
  it("the listener answers 503 while its webhook is missing", async () => {
    let current: string | null = null;
    const harness = await start({ readSecret: () => current });
    expect((await harness.sendEvent("evt_1")).status).toBe(503);
    current = secret;
    expect((await harness.sendEvent("evt_1")).body).toEqual({ received: true });
    expect(harness.stored()).toEqual(["evt_1"]);
  });

  it("the listener answers 503 when an event cannot be stored, and accepts the event later", async () => {
    const harness = await start();
    harness.db.connection.pragma("query_only = 1");
    expect(await harness.sendEvent("evt_1")).toMatchObject({ status: 503, body: { received: false } });
    harness.db.connection.pragma("query_only = 0");
    expect((await harness.sendEvent("evt_1")).body).toEqual({ received: true });
    expect(harness.stored()).toEqual(["evt_1"]);
  });
});

describe("listeners under load", () => {
  it("the listener limits silent connections and serves requests after them", async () => {
    const harness = await start();
    const silent = Array.from({ length: 300 }, () => connect(harness.listener.port, "127.0.0.1"));
    let closed = 0;
    await new Promise<void>((resolve) => {
      for (const socket of silent)
        socket.on("error", () => undefined).once("close", () => ++closed === 300 - 256 && resolve());
    });
    await Promise.all(silent.map(disconnect));
    expect((await harness.sendEvent("evt_1")).status).toBe(200);
  });

  it("the listener survives clients that leave during the handshake or the body", async () => {
    const harness = await start();
    const handshaking = connect(harness.listener.port, "127.0.0.1");
    handshaking.write(Buffer.from("16030100ff", "hex"));
    await once(handshaking, "connect");
    await disconnect(handshaking);
    const sending = harness.sendRaw("POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await once(sending, "secureConnect");
    await disconnect(sending);
    expect((await harness.sendEvent("evt_1")).status).toBe(200);
    expect(harness.stored()).toEqual(["evt_1"]);
  });

  it.each([
    ["half a head", "POST /webhook HTTP/1.1\r\nHost: x\r\n"],
    ["half a body", "POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"],
    ["half a refused body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"],
    ["the handshake", ""],
  ])("the listener disconnects a client that stops after %s", async (_, opening) => {
    const harness = await start({ timeoutMs: 50 });
    // A busy computer may be disconnected within the handshake.
    const slow = harness.sendRaw(opening).on("error", () => undefined);
    slow.resume();
    await new Promise((resolve) => slow.once("close", resolve));
    expect(harness.stored()).toEqual([]);
  });

  it("the listener disconnects a client that never starts the handshake", async () => {
    const harness = await start({ timeoutMs: 50 });
    const silent = connect(harness.listener.port, "127.0.0.1").resume();
    await once(silent, "close");
  });

  it("the listener closes despite a silent connection", async () => {
    const harness = await start();
    const silent = connect(harness.listener.port, "127.0.0.1");
    await once(silent, "connect");
    await Promise.all([once(silent, "close"), harness.close()]);
  });
});

function fail(message?: unknown): never {
  throw new Error(`Unexpected call: ${String(message)}`);
}

/** Disconnects without closing properly. */
async function disconnect(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.destroy();
  await once(socket, "close");
}

describe("the listener's port", () => {
  it("the listener's port is the next free one when the first is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const harness = await start({ firstPort: port });
    expect(harness.listener.port).toBeGreaterThan(port);
    expect(harness.listener.url).toBe(`https://127.0.0.1:${harness.listener.port}/webhook`);
    expect((await harness.sendEvent("evt_1")).status).toBe(200);
  });
});
