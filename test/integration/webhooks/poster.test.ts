import type { LookupFunction } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PostOutcome, SignedPost } from "../../../src/main/engine/operations/request/effects.js";
import type { PublicAddressGuard } from "../../../src/main/engine/webhooks/post-event.js";
import { createWebhookClient, maxPostsInFlight } from "../../../src/main/engine/webhooks/webhook-client.js";
import { startReceiver } from "../../support/receiver.js";

const hanging = () => undefined;

async function setUp(guard: PublicAddressGuard | null = null) {
  let connections = 0;
  const receiver = await startReceiver({ onSocket: () => void connections++ });
  const poster = createWebhookClient({
    timeoutMs: 20_000,
    userAgent: "Tidemark/0.0.0",
    localCertificate: () => null,
    guard,
  });
  onTestFinished(async () => {
    poster.close();
    await receiver.close();
  });
  const post = (poolKey: string): SignedPost => ({
    poolKey,
    url: receiver.url,
    isLocal: false,
    secret: "whsec_x",
    nextSecret: null,
    eventId: "evt_1",
    attempt: 1,
    body: "{}",
    atMs: Date.parse("2026-06-15T12:00:00Z"),
  });
  return {
    receiver,
    poster,
    send: (lane: string) => poster.post(post(lane)),
    /** Posts to the receiver's port at another host. */
    sendTo: (host: string, other: Partial<SignedPost> = {}) =>
      poster.post({ ...post("a"), url: receiver.url.replace("127.0.0.1", host), ...other }),
    connections: () => connections,
  };
}

describe("the poster", () => {
  it("aborts a post in flight when it closes, on a reused connection too", async () => {
    const { receiver, poster, send } = await setUp();
    expect((await send("a")).error).toBeNull();
    receiver.respondWith(hanging);
    const interrupted = send("a");
    await receiver.waitFor(2);
    poster.close();
    expect((await interrupted).error).not.toBeNull();
    expect(receiver.received).toHaveLength(2);
  });

  it("closes no connection with a post in flight, however many lanes are in use", async () => {
    const { receiver, send } = await setUp();
    const answers: (() => void)[] = [];
    receiver.respondWith((response) => void answers.push(() => response.writeHead(204).end()));
    const lanes = Array.from({ length: 80 }, (_, i) => `lane ${i}`);
    const outcomes: Promise<PostOutcome>[] = lanes.map(send);
    await receiver.waitFor(lanes.length);
    for (const answer of answers) answer();
    expect((await Promise.all(outcomes)).filter(({ error }) => error !== null)).toEqual([]);
  });
});

describe("the receiver's status line", () => {
  it.each<[name: string, bytes: string, code: number | null, error: RegExp | null]>([
    ["204 with a body", "HTTP/1.1 204 No Content\r\n\r\nok", 204, null],
    ["a Content-Length that is too low", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nöäü", 200, null],
    ["a body after Content-Length 0", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nok", 200, null],
    ["a chunk that is none", "HTTP/1.1 202 OK\r\nTransfer-Encoding: chunked\r\n\r\nok\r\n", 202, null],
    ["a Content-Length that is too high", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", 200, null],
    ["500 with surplus bytes", "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\nno", 500, /answered 500/],
    ["no status line", "250 OK: queued as 12345\r\n", null, /not HTTP/],
    ["a header that is none", "HTTP/1.1 200 OK\r\nA b: c\r\n\r\n", null, /not HTTP/],
  ])("decides on a delivery, whatever follows it: %s", async (_name, bytes, code, error) => {
    const { receiver, send } = await setUp();
    receiver.respondWith((_response, socket) => void socket.end(bytes));
    const expected = error === null ? null : expect.stringMatching(error);
    expect(await send("a")).toMatchObject({ responseCode: code, error: expected });
  });

  it("decides at once, and ends a connection whose response goes on", async () => {
    const { receiver, send } = await setUp();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    receiver.respondWith((_response, socket) => {
      socket.on("error", () => undefined).once("close", end);
      socket.write(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(70_000)}`);
    });
    expect(await send("a")).toMatchObject({ responseCode: 200, error: null });
    await ended;
  });

  it("lets no post wait for connections whose responses never end", async () => {
    const { receiver, send } = await setUp();
    receiver.respondWith((_response, socket) => {
      socket.on("error", () => undefined).write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
    });
    const outcomes = await Promise.all(Array.from({ length: maxPostsInFlight + 1 }, () => send("a")));
    expect(outcomes.filter(({ responseCode }) => responseCode !== 200)).toEqual([]);
  });
});

/** Resolves every name to these addresses. */
function resolvesTo(...addresses: string[]): LookupFunction & { readonly names: string[] } {
  const names: string[] = [];
  const lookup: LookupFunction = (host, options, callback) => {
    names.push(host);
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
  return Object.assign(lookup, { names });
}

const refusal = "The receiver's address is not on the public internet, and its host is not allowed.";

describe("the poster beside a public URL", () => {
  it.each([
    ["a private address", ["127.0.0.1"]],
    ["a public and a private address", ["93.184.215.14", "127.0.0.1"]],
    ["a mapped private address", ["::ffff:127.0.0.1"]],
  ])("resolves the name at each post, and opens no connection to %s", async (_case, addresses) => {
    const lookup = resolvesTo(...addresses);
    const { sendTo, connections } = await setUp({ allowedHosts: new Set(), lookup });
    for (let i = 0; i < 2; i++)
      expect(await sendTo("hooks.example")).toMatchObject({ responseCode: null, error: refusal });
    expect(lookup.names).toEqual(["hooks.example", "hooks.example"]);
    expect(connections()).toBe(0);
  });

  it.each(["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "localhost"])(
    "opens no connection to %s",
    async (host) => {
      const { sendTo, connections } = await setUp({ allowedHosts: new Set() });
      expect(await sendTo(host)).toMatchObject({ responseCode: null, error: refusal });
      expect(connections()).toBe(0);
    },
  );

  it("posts to an allowed host, at the allowed port only, and to its own listener", async () => {
    const allowedHosts = new Set<string>();
    const { receiver, sendTo } = await setUp({ allowedHosts, lookup: resolvesTo("127.0.0.1") });
    const { port } = new URL(receiver.url);
    allowedHosts.add("127.0.0.1").add(`localhost:${port}`).add("hooks.example:1");
    expect((await sendTo("127.0.0.1")).error).toBeNull();
    expect((await sendTo("hooks.example")).error).toBe(refusal);
    // The receiver's certificate names another host, but the connection is made.
    const otherHost = "The receiver's certificate is for another host.";
    expect((await sendTo("localhost")).error).toBe(otherHost);
    expect((await sendTo("hooks.example", { isLocal: true })).error).toBe(otherHost);
  });
});
