import { describe, expect, it, onTestFinished } from "vitest";
import type { PostOutcome, SignedPost } from "../../../src/main/engine/operations/request/effects.js";
import { createWebhookClient } from "../../../src/main/engine/webhooks/webhook-client.js";
import { startReceiver } from "../../support/receiver.js";

const hanging = () => undefined;

async function setUp() {
  const receiver = await startReceiver();
  const poster = createWebhookClient({
    timeoutMs: 20_000,
    userAgent: "Tidemark/0.0.0",
    localCertificate: () => null,
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
    eventId: "evt_1",
    attempt: 1,
    body: "{}",
    atMs: Date.parse("2026-06-15T12:00:00Z"),
  });
  return { receiver, poster, send: (lane: string) => poster.post(post(lane)) };
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
