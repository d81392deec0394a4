import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { ChannelKind } from "../../../src/shared/app/channels.js";
import { MINUTE_MS } from "../../../src/shared/time.js";
import {
  type ServiceAnswer,
  services,
  startService,
  type TestService,
} from "../../support/channel-services.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { until, untilPasses } from "../../support/until.js";
import { addChannel, groupingMs, raiseAlert, readDeliveries } from "./market.js";

const kinds = Object.keys(services) as Exclude<ChannelKind, "email">[];

/** Serves all tests, each with a channel of its own. */
let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** Adds a channel for one test. */
async function open(address: string, kind: ChannelKind): Promise<number> {
  const id = await addChannel(engine, { address, kind });
  onTestFinished(async () => void (await engine.data("channels.remove", { id })));
  return id;
}

async function setUp(kind: (typeof kinds)[number]): Promise<{ service: TestService; id: number }> {
  const service = await startService(kind);
  return { service, id: await open(service.address, kind) };
}

/** Raises an alert, and waits until the service has been called `calls` times and the outcome is recorded. */
async function deliver(service: TestService, calls = 1): Promise<void> {
  raiseAlert(engine);
  engine.clock.advance(groupingMs);
  await until(() => service.calls.length === calls);
  await until(async () => (await readDeliveries(engine))[0]?.attempts === calls);
  await untilSettled();
}

/** A message in flight shows no error yet. */
async function untilSettled(): Promise<void> {
  await until(async () => {
    const [newest] = await readDeliveries(engine);
    return newest?.status !== "waiting" || newest.error !== null;
  });
}

function detailOf({ body }: ServiceAnswer): string {
  if (typeof body === "string") return /^[a-z_]+$/.test(body) ? body : "";
  const fields = body as Record<string, unknown>;
  const list = Array.isArray(fields.errors) ? String(fields.errors[0]) : "";
  const told = fields.errorDescription ?? fields.description ?? fields.error ?? fields.message;
  return list || (typeof told === "string" ? told : "");
}

describe.each(kinds)("a channel to %s", (kind) => {
  it("sends a test alert that the service accepts", async () => {
    const { service, id } = await setUp(kind);
    expect(await engine.data("channels.test", { id })).toEqual({
      delivered: true,
      error: null,
      action: null,
    });
    expect(JSON.stringify(service.accepted[0]?.body)).toContain("Test: $79.99 at shop.example");
    expect(await readDeliveries(engine)).toEqual([]);
  });

  it("sends an alert with title, reason and link", async () => {
    const { service } = await setUp(kind);
    await deliver(service);
    const sent = JSON.stringify(service.accepted[0]?.body).replaceAll("\\\\", "");
    expect(sent).toContain("Lamp ");
    expect(sent).toContain("$40.00 at shop.example, was $50.00");
    expect(sent).toContain("https://shop.example/");
    expect(await readDeliveries(engine)).toMatchObject([
      { status: "delivered", alerts: 1, attempts: 1, error: null, due_at: null },
    ]);
  });

  it("reports a wrong token in the service's words, with the next step", async () => {
    const service = await startService(kind);
    const id = await open(service.wrongAddress, kind);
    const outcome = await engine.data("channels.test", { id });
    expect(outcome).toMatchObject({ delivered: false, action: expect.stringMatching(/\.$/) });
    const [call] = service.calls;
    const refusal = call === undefined ? null : services[kind].refusal(call);
    expect(outcome.error).toContain(refusal === null ? "?" : detailOf(refusal));
    expect(service.accepted).toEqual([]);
  });

  it("waits as long as the service asks when it limits messages, and then sends once", async () => {
    const { service } = await setUp(kind);
    const limitedMs = engine.clock.now() + groupingMs;
    service.answerWith(() => services[kind].limited(limitedMs));
    await deliver(service);
    const pauseMs = Math.max(services[kind].pauseMs ?? 0, MINUTE_MS);
    const [waiting] = await readDeliveries(engine);
    expect(waiting).toMatchObject({ status: "waiting", due_at: new Date(limitedMs + pauseMs).toISOString() });
    service.answerWith(null);
    engine.clock.advance(pauseMs - 1);
    engine.clock.advance(1);
    await untilPasses(async () =>
      expect(await readDeliveries(engine)).toMatchObject([{ status: "delivered", attempts: 2 }]),
    );
    expect(service.accepted).toHaveLength(1);
  });

  it("ends a message that the service finds too large, with the next step", async () => {
    const { service } = await setUp(kind);
    service.answerWith(() => services[kind].tooLarge);
    await deliver(service);
    const [delivery] = await readDeliveries(engine);
    // 431 is how Apprise refuses one, which is no status of retries either.
    expect(delivery).toMatchObject({ status: "failed", action: expect.stringMatching(/\.$/) });
    expect(delivery?.error).toContain(detailOf(services[kind].tooLarge));
  });

  it("fits the longest title and many alerts into the service's limits", async () => {
    const { service, id } = await setUp(kind);
    raiseAlert(engine, [], "Lámpara de mesa 😀 ".repeat(40));
    for (let i = 0; i < 30; i++) raiseAlert(engine, [], "*Lamp* <b>_[x](y)_ & ".repeat(20));
    engine.clock.advance(groupingMs);
    await until(() => service.calls.length === 1);
    await untilPasses(async () =>
      expect(await readDeliveries(engine, id)).toMatchObject([{ status: "delivered", alerts: 31 }]),
    );
  });
});
