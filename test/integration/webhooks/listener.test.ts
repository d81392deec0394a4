import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { acceptEvent } from "../../../src/main/engine/operations/alerts/receive-event.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { signatureHeader } from "../../../src/main/engine/webhooks/signature.js";
import { envelope } from "../../support/events.js";
import { newStore, temporaryFolder } from "../../support/folder.js";
import { ListenerUnderTest, nowMs, type Reply, seconds, secret, type Wish } from "./listener-client.js";

const start = ListenerUnderTest.start;
const body = JSON.stringify(envelope("evt_1"));

describe("a right delivery", () => {
  it("is answered with 200 and becomes one entry of the inbox", async () => {
    const under = await start();
    expect(await under.sendEvent("evt_1")).toMatchObject({ status: 200, body: { received: true } });
    expect(await under.inbox()).toEqual(["evt_1"]);
    expect(under.accepted).toMatchObject([
      { event_id: "evt_1", type: "price_drop", data: envelope("evt_1").data, is_test: false },
    ]);
  });

  it("of a test event is marked as one", async () => {
    const under = await start();
    await under.sendEvent("evt_test_1");
    await under.inbox();
    expect(under.accepted).toMatchObject([{ is_test: true }]);
  });

  it.each<[string, Wish]>([
    ["without the headers that repeat its body", { headers: { "x-service-event-id": undefined } }],
    ["with a query", { path: "/webhook?from=here" }],
    ["in chunks", { isChunked: true }],
    ["that asks before it sends its body", { headers: { expect: "100-continue" } }],
  ])("%s is one, too", async (_, wish) => {
    const under = await start();
    expect((await under.sendEvent("evt_1", wish)).status).toBe(200);
    expect(await under.inbox()).toEqual(["evt_1"]);
  });

  it("that is repeated is answered with 200 and adds nothing, whatever its attempt and time", async () => {
    const under = await start();
    await under.sendEvent("evt_1");
    const again = JSON.stringify(envelope("evt_1", { attempt: 2, timestamp: "2026-06-15T12:01:00.000Z" }));
    const signature = signatureHeader(secret, seconds + 60, again);
    expect(await under.sendSigned(again, { headers: { "x-service-signature": signature } })).toMatchObject({
      status: 200,
      body: { received: true, repeated: true },
    });
    expect(await under.inbox()).toEqual(["evt_1"]);
    expect(under.accepted).toHaveLength(1);
  });

  it("that is repeated after a restart adds nothing", async () => {
    const folder = temporaryFolder();
    const first = await start({ db: newStore(folder) });
    await first.sendEvent("evt_1");
    await first.inbox();
    await first.close();
    const second = await start({ db: newStore(folder) });
    expect((await second.sendEvent("evt_1")).body).toEqual({ received: true, repeated: true });
    expect(await second.inbox()).toEqual(["evt_1"]);
    expect(second.accepted).toEqual([]);
  });

  it("that was answered and not worked on when the process was killed becomes one entry at the next start", async () => {
    const folder = temporaryFolder();
    const sent = envelope("evt_1");
    acceptEvent(
      { db: newStore(folder), clock: { now: () => nowMs }, log: silentLog },
      sent,
      JSON.stringify(sent),
    );
    const under = await start({ db: newStore(folder) });
    expect(under.accepted).toMatchObject([{ event_id: "evt_1" }]);
    expect((await under.sendEvent("evt_1")).body).toMatchObject({ repeated: true });
    expect(await under.inbox()).toEqual(["evt_1"]);
    const again = await start({ db: newStore(folder) });
    expect(again.accepted).toEqual([]);
    expect(await again.inbox()).toEqual(["evt_1"]);
  });
});

const signedElsewhere = (at: number, by = secret) => ({
  "x-service-signature": signatureHeader(by, at, body),
});
const foreign = { hello: "world" };

describe("what is no delivery of ours", () => {
  it.each<[string, number, RegExp, Wish]>([
    ["without a signature", 401, /is missing/, { body }],
    [
      "with a malformed signature",
      401,
      /does not have the form/,
      { body, headers: { "x-service-signature": "v1=1" } },
    ],
    [
      "signed with another secret",
      401,
      /does not match this body/,
      { body, headers: signedElsewhere(seconds, "x") },
    ],
    [
      "over another body",
      401,
      /does not match this body/,
      { body: `${body} `, headers: signedElsewhere(seconds) },
    ],
    ["signed too long ago", 401, /five minutes off/, { body, headers: signedElsewhere(seconds - 301) }],
    ["signed in the future", 401, /five minutes off/, { body, headers: signedElsewhere(seconds + 301) }],
    ["unsigned and not JSON", 401, /is missing/, { body: "{" }],
    ["without a body", 401, /is missing/, {}],
    ["at another path", 404, /\/webhook only/, { path: "/", body, headers: signedElsewhere(seconds) }],
    [
      "below the path",
      404,
      /\/webhook only/,
      { path: "/webhook/1", body, headers: signedElsewhere(seconds) },
    ],
    ["with GET", 405, /sent with POST, not with GET/, { method: "GET" }],
    ["with PUT", 405, /sent with POST, not with PUT/, { method: "PUT", body }],
    ["with more than 64 KiB", 413, /larger than 65536/, { body: "x".repeat(65_537) }],
    ["with many megabytes", 413, /larger than 65536/, { body: "x".repeat(900_000) }],
    ["with more than 64 KiB in chunks", 413, /larger/, { body: "x".repeat(65_537), isChunked: true }],
    [
      "that asks before it sends too much",
      413,
      /larger/,
      { headers: { expect: "100-continue" }, body: "x".repeat(65_537) },
    ],
  ])("%s is answered with %i and enters nothing", async (_, status, message, wish) => {
    const under = await start();
    const reply = await under.send(wish);
    expect(reply).toMatchObject({ status, body: { received: false, error: expect.stringMatching(message) } });
    if (status === 405) expect(reply.headers.allow).toBe("POST");
    // It goes on as if nothing had been.
    expect((await under.sendEvent("evt_2")).status).toBe(200);
    expect(await under.inbox()).toEqual(["evt_2"]);
  });

  it.each<[string, string | Buffer, Record<string, string>]>([
    ["not JSON", "{", {}],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), {}],
    ["an array", `[${body}]`, {}],
    ["somebody else's JSON", JSON.stringify(foreign), {}],
    ["an event without data", JSON.stringify({ ...envelope("evt_1"), data: undefined }), {}],
    ["of an unknown type", JSON.stringify({ ...envelope("evt_1"), event: "price_rise" }), {}],
    ["of an id that no text can be stored as", JSON.stringify(envelope("evt_\ud800")), {}],
    ["of another id than its header", body, { "x-service-event-id": "evt_2" }],
  ])("signed, but %s, is answered with 400 and enters nothing", async (_, signed, headers) => {
    const under = await start();
    const reply = await under.sendSigned(signed, { headers });
    expect(reply).toMatchObject({ status: 400, body: { received: false, error: expect.any(String) } });
    expect(await under.inbox()).toEqual([]);
  });

  it("takes a body of exactly 64 KiB", async () => {
    const under = await start();
    expect((await under.sendSigned(body.padEnd(65_536))).status).toBe(200);
    expect(await under.inbox()).toEqual(["evt_1"]);
  });
});

describe("a listener that cannot take an event", () => {
  it("answers 503 while there is no webhook for it", async () => {
    let current: string | null = null;
    const under = await start({ readSecret: () => current });
    expect((await under.sendEvent("evt_1")).status).toBe(503);
    current = secret;
    expect((await under.sendEvent("evt_1")).body).toEqual({ received: true });
    expect(await under.inbox()).toEqual(["evt_1"]);
  });

  it("answers 503 where the event cannot be stored, and takes it when it comes again", async () => {
    const under = await start();
    under.db.connection.pragma("query_only = 1");
    expect(await under.sendEvent("evt_1")).toMatchObject({ status: 503, body: { received: false } });
    under.db.connection.pragma("query_only = 0");
    expect((await under.sendEvent("evt_1")).body).toEqual({ received: true });
    expect(await under.inbox()).toEqual(["evt_1"]);
  });
});

describe("a crowd", () => {
  it("of a thousand bad and a thousand good posts is answered whole, and exactly the good ones come in", async () => {
    const lines: unknown[] = [];
    const log = { info: (message: string, more?: object) => void lines.push([message, more]), error: fail };
    const under = await start({ log });
    const good = Array.from({ length: 1_000 }, (_, i) => `evt_good_${i}`);
    const bad = (i: number): Promise<Reply> => {
      const unsigned = JSON.stringify(envelope(`evt_bad_${i}`));
      return under.send({ body: unsigned, headers: signedElsewhere(seconds) });
    };
    const replies = await Promise.all(good.flatMap((id, i) => [under.sendEvent(id), bad(i)]));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1_000);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(1_000);
    expect((await under.inbox()).sort()).toEqual(good.sort());
    expect(under.accepted).toHaveLength(1_000);
    await under.close();
    // One at the first, one with the rest when it closes: not one each.
    expect(lines).toEqual([
      ["The webhook listener refused requests.", { refused: { signature: 1 } }],
      ["The webhook listener refused requests.", { refused: { signature: 999 } }],
    ]);
  });

  it("of silent connections is bounded, and those who speak are served after it", async () => {
    const under = await start();
    const silent = Array.from({ length: 300 }, () => connect(under.listener.port, "127.0.0.1"));
    let closed = 0;
    await new Promise<void>((resolve) => {
      for (const socket of silent)
        socket.on("error", () => undefined).once("close", () => ++closed === 300 - 256 && resolve());
    });
    await Promise.all(silent.map(gone));
    expect((await under.sendEvent("evt_1")).status).toBe(200);
  });

  it("that leaves in the middle of a handshake or a body does no harm", async () => {
    const under = await start();
    const rude = connect(under.listener.port, "127.0.0.1");
    rude.write(Buffer.from("16030100ff", "hex"));
    await once(rude, "connect");
    await gone(rude);
    const ruder = under.speak("POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await once(ruder, "secureConnect");
    await gone(ruder);
    expect((await under.sendEvent("evt_1")).status).toBe(200);
    expect(await under.inbox()).toEqual(["evt_1"]);
  });

  it.each([
    ["a head", "POST /webhook HTTP/1.1\r\nHost: x\r\n"],
    ["a body", "POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"],
    ["a refused body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"],
    ["nothing", ""],
  ])("that stops after %s is sent away", async (_, begun) => {
    const under = await start({ timeoutMs: 50 });
    const slow = under.speak(begun);
    slow.resume();
    await once(slow, "close");
    expect(await under.inbox()).toEqual([]);
  });

  it("that never shakes hands is sent away", async () => {
    const under = await start({ timeoutMs: 50 });
    const silent = connect(under.listener.port, "127.0.0.1").resume();
    await once(silent, "close");
  });

  it("that neither speaks nor leaves does not keep the listener from closing", async () => {
    const under = await start();
    const silent = connect(under.listener.port, "127.0.0.1");
    await once(silent, "connect");
    await Promise.all([once(silent, "close"), under.close()]);
  });
});

function fail(message: string): never {
  throw new Error(`It logged an error: ${message}`);
}

/** Leaves without a word. */
async function gone(socket: Socket): Promise<void> {
  if (socket.closed) return;
  socket.destroy();
  await once(socket, "close");
}

describe("the place of the listener", () => {
  it("is the first port, or the next free one", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const under = await start({ firstPort: port });
    expect(under.listener.port).toBeGreaterThan(port);
    expect(under.listener.url).toBe(`https://127.0.0.1:${under.listener.port}/webhook`);
    expect((await under.sendEvent("evt_1")).status).toBe(200);
  });
});
