import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { databaseFile } from "../../../src/main/engine/db/data-folder.js";
import { HOUR_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { startService } from "../../support/channel-services.js";
import type { TestEngine } from "../../support/engine.js";
import { closedAddress, listenOn } from "../../support/network.js";
import { until, untilPasses } from "../../support/until.js";
import { addChannel, groupingMs, openEngine, raiseAlert, readDeliveries } from "./market.js";

async function statuses(engine: TestEngine, id?: number): Promise<string[]> {
  return (await readDeliveries(engine, id)).map(({ status }) => status).reverse();
}

function untilStatuses(engine: TestEngine, expected: readonly string[], id?: number): Promise<void> {
  return untilPasses(async () => expect(await statuses(engine, id)).toEqual(expected));
}

/** Sends these bytes in answer to every request, or none, and closes its connection. */
async function startRawServer(bytes: string | null): Promise<string> {
  const server = createServer();
  server.on("request", ({ socket }) => {
    if (bytes === null) socket.destroy();
    else socket.end(bytes);
  });
  await listenOn(server, 0);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("delivery to channels", () => {
  it("sends two alerts one by one, and more as a group", async () => {
    const engine = await openEngine();
    const { address, accepted } = await startService("json");
    await addChannel(engine, { address, kind: "json" });
    for (let i = 0; i < 2; i++) raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["delivered", "delivered"]);
    for (let i = 0; i < 6; i++) raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["delivered", "delivered", "delivered"]);
    expect(accepted.map(({ body }) => body.title)).toEqual([
      expect.stringMatching(/^Lamp/),
      expect.stringMatching(/^Lamp/),
      "6 price alerts",
    ]);
    expect(accepted[2]?.body).toMatchObject({ more: null, alerts: { length: 6 } });
  });

  it("calls a shop by its name", async () => {
    const engine = await openEngine();
    const { address, accepted } = await startService("json");
    await addChannel(engine, { address, kind: "json" });
    await engine.data("shops.rename", { host: "shop.example", name: "Lamps & Co" });
    raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["delivered"]);
    expect(accepted[0]?.body).toMatchObject({
      alerts: [{ text: expect.stringMatching(/^\$40\.00 at Lamps & Co, /), retailer: "shop.example" }],
    });
  });

  it("waits for alerts of the same moment before it sends one", async () => {
    const engine = await openEngine();
    const { address, calls } = await startService("json");
    const id = await addChannel(engine, { address, kind: "json" });
    raiseAlert(engine);
    engine.clock.advance(1_000);
    expect((await engine.data("channels.list", {})).channels).toMatchObject([{ id, waiting: 1 }]);
    expect(calls).toEqual([]);
    engine.clock.advance(1_000);
    await untilStatuses(engine, ["delivered"]);
  });

  it("sends an alert to the channels of its rules, and one without a rule to all", async () => {
    const engine = await openEngine();
    const services = [await startService("json"), await startService("gotify")] as const;
    const ids = [
      await addChannel(engine, { address: services[0].address, kind: "json" }),
      await addChannel(engine, { address: services[1].address }),
    ] as const;
    const addRule = async (percent: number, channels: number[] | null | undefined) =>
      (
        await engine.data("rules.save", {
          product_key: null,
          trigger: { kind: "percent_below", base: "highest", percent },
          ...(channels === undefined ? {} : { channels }),
        })
      ).rule.id;
    const [onlyFirst, none, all] = [
      await addRule(10, [ids[0]]),
      await addRule(20, []),
      await addRule(30, undefined),
    ];
    raiseAlert(engine, [none], "to none");
    raiseAlert(engine, [onlyFirst, none], "to the first");
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["delivered"]);
    raiseAlert(engine, [none, all], "to all");
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["delivered", "delivered", "delivered"]);
    raiseAlert(engine, [], "about no rule");
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, Array(5).fill("delivered"));
    const titles = services.map(({ accepted }) => accepted.map(({ body }) => body.title));
    expect(titles).toEqual([
      ["to the first", "to all", "about no rule"],
      ["to all", "about no rule"],
    ]);
  });

  it("keeps a rule's channels when the window changes something else, and takes removed ones out", async () => {
    const engine = await openEngine();
    const id = await addChannel(engine, { address: "https://ntfy.sh/tidemark-test" });
    const rule = { product_key: null, trigger: { kind: "any_change" } } as const;
    const saved = await engine.data("rules.save", { ...rule, channels: [id] });
    const changed = await engine.data("rules.save", { ...rule, id: saved.rule.id, is_enabled: false });
    expect(changed.rule.channels).toEqual([id]);
    await engine.data("channels.remove", { id });
    const { rules } = await engine.data("rules.list", {});
    expect(rules.find((each) => each.id === saved.rule.id)?.channels).toEqual([]);
    expect(rules.filter(({ channels }) => channels === null)).toHaveLength(rules.length - 1);
    expect(await engine.call("rules.save", { ...rule, id: saved.rule.id, channels: [id] })).toMatchObject({
      ok: false,
      error: { code: "ERR_INVALID_PARAMS", message: expect.stringContaining("no channel") },
    });
  });

  it("is not delayed by another channel whose service hangs or is down", async () => {
    const engine = await openEngine();
    const hanging = await startService("discord");
    const fine = await startService("json");
    hanging.answerWith(() => new Promise(() => undefined));
    await addChannel(engine, { address: hanging.address, kind: "discord" });
    const down = await addChannel(engine, { address: `http://${closedAddress}/hook` });
    const id = await addChannel(engine, { address: fine.address, kind: "json" });
    for (let i = 1; i <= 3; i++) {
      raiseAlert(engine);
      engine.clock.advance(groupingMs);
      await untilStatuses(engine, Array(i).fill("delivered"), id);
    }
    expect(hanging.calls).toHaveLength(1);
    await untilPasses(async () =>
      expect(await readDeliveries(engine, down)).toMatchObject([
        { status: "waiting", error: "The receiver refused the connection.", action: expect.any(String) },
      ]),
    );
  });

  it("sends the alerts that queued behind a failing message as a group", async () => {
    const engine = await openEngine();
    const service = await startService("gotify");
    await addChannel(engine, { address: service.address });
    service.answerWith(() => ({ status: 500, body: "" }));
    raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await until(async () => (await readDeliveries(engine))[0]?.error != null);
    for (let i = 0; i < 3; i++) raiseAlert(engine);
    service.answerWith(null);
    engine.clock.advance(MINUTE_MS);
    await untilStatuses(engine, ["delivered", "delivered"]);
    expect(service.accepted.map(({ body }) => body.title)).toEqual([
      expect.stringMatching(/^Lamp/),
      "3 price alerts",
    ]);
  });

  it("sends nothing twice when a connection breaks after the message was sent, unless the receiver knows its id", async () => {
    const engine = await openEngine();
    const origin = await startRawServer(null);
    const slack = await addChannel(engine, { address: `${origin}/hook`, kind: "slack" });
    const json = await addChannel(engine, { address: `${origin}/hook`, kind: "json" });
    raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["unconfirmed"], slack);
    await untilPasses(async () =>
      expect(await readDeliveries(engine, json)).toMatchObject([
        { status: "waiting", error: expect.any(String) },
      ]),
    );
  });

  it("repeats a message to a receiver that recognises it with the same id", async () => {
    const engine = await openEngine();
    const service = await startService("ntfy");
    await addChannel(engine, { address: service.address, kind: "ntfy" });
    service.answerWith(() => ({ status: 504, body: "" }));
    raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await until(async () => (await readDeliveries(engine))[0]?.error != null);
    service.answerWith(null);
    engine.clock.advance(MINUTE_MS);
    await untilStatuses(engine, ["delivered"]);
    const ids = service.calls.map(({ body }) => body.sequence_id);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toEqual([expect.stringMatching(/^msg_\w+$/), expect.any(String)]);
  });

  it("waits after the clock was set back no longer than otherwise", async () => {
    const engine = await openEngine();
    const service = await startService("json");
    await addChannel(engine, { address: service.address, kind: "json" });
    raiseAlert(engine);
    engine.clock.advance(-30 * 24 * HOUR_MS);
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["delivered"]);
  });

  it("leaves out alerts that were raised while there was no channel, and webhooks' tests", async () => {
    const engine = await openEngine({ listenerPort: 0 });
    const service = await startService("json");
    raiseAlert(engine);
    const id = await addChannel(engine, { address: service.address, kind: "json" });
    const { webhook_id } = await engine.data("webhooks.listener", {});
    await engine.request("POST", `/webhooks/${webhook_id}/test`);
    await until(async () => (await engine.data("inbox.list", {})).total === 2);
    engine.clock.advance(groupingMs);
    expect((await engine.data("channels.list", {})).channels).toMatchObject([{ id, waiting: 0 }]);
    expect(service.calls).toEqual([]);
  });
});

describe("the security of channels", () => {
  it("a redirect is not followed, so that a service cannot send alerts into a private network", async () => {
    const engine = await openEngine();
    const inside = await startService("json");
    const address = await startRawServer(`HTTP/1.1 302 Found\r\nLocation: ${inside.address}\r\n\r\n`);
    const id = await addChannel(engine, { address });
    expect(await engine.data("channels.test", { id })).toMatchObject({
      delivered: false,
      error: "The service answered 302.",
      action: expect.stringContaining("Redirects are not followed"),
    });
    expect(inside.calls).toEqual([]);
  });

  it.each([
    ["204 and a body", "HTTP/1.1 204 No Content\r\n\r\nok", true, null],
    ["a body after Content-Length 0", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nok", true, null],
    ["400 with surplus bytes", "HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\nno", false, /answered 400/],
  ])("a service's status decides, whatever bytes follow it: %s", async (_case, bytes, delivered, error) => {
    const engine = await openEngine();
    const id = await addChannel(engine, { address: `${await startRawServer(bytes)}/hook`, kind: "json" });
    expect(await engine.data("channels.test", { id })).toMatchObject({
      delivered,
      error: error === null ? null : expect.stringMatching(error),
    });
  });

  it("an address without encryption is refused unless it is in a private network", async () => {
    const engine = await openEngine();
    const id = await addChannel(engine, { address: "http://93.184.215.14/hook" });
    expect(await engine.data("channels.test", { id })).toMatchObject({
      delivered: false,
      error: expect.stringContaining("unencrypted over the internet"),
      action: "Enter the address with https://.",
    });
  });

  it("a channel's secrets are sealed in the database, and neither returned nor logged", async () => {
    const logged: unknown[] = [];
    const log = {
      info: (...args: unknown[]) => void logged.push(args),
      error: (...args: unknown[]) => void logged.push(args.map(String)),
    };
    const engine = await openEngine({ secretKey: randomBytes(32), log });
    const service = await startService("gotify");
    const token = "AbCdEf123456789";
    const id = await addChannel(engine, { address: service.address, name: "Phone" });
    service.answerWith(() => ({ status: 400, body: { errorDescription: `Bad token ${token}` } }));
    const results = [
      await engine.data("channels.test", { id }),
      await engine.data("channels.list", {}),
      await engine.data("channels.save", { id, name: "My phone" }),
    ];
    raiseAlert(engine);
    engine.clock.advance(groupingMs);
    await untilStatuses(engine, ["failed"]);
    results.push((await engine.data("channels.deliveries", {})) as never);
    expect(JSON.stringify(results)).not.toContain(token);
    expect(JSON.stringify(logged)).not.toContain(token);
    engine.db.connection.pragma("wal_checkpoint(TRUNCATE)");
    expect(readFileSync(databaseFile(engine.folder)).includes(token)).toBe(false);
  });

  it("an address that a command stored without the key is sealed by the engine that has it", async () => {
    const engine = await openEngine({ secretKey: randomBytes(32) });
    const service = await startService("gotify");
    const id = await addChannel(engine, { address: service.address });
    const plain = Buffer.concat([
      Buffer.of(0),
      Buffer.from(
        JSON.stringify({ kind: "gotify", server: new URL(service.address).origin, token: "AbCdEf123456789" }),
      ),
    ]);
    engine.db.connection.prepare("UPDATE channel SET target = ? WHERE id = ?").run(plain, id);
    await until(() => {
      const row = engine.db.connection.prepare("SELECT target FROM channel").get() as { target: Buffer };
      return row.target[0] === 1;
    });
    expect(await engine.data("channels.test", { id })).toMatchObject({ delivered: true });
  });

  it("alerts wait for the key that a channel was sealed with, and its absence is reported", async () => {
    const engine = await openEngine();
    const service = await startService("json");
    const id = await addChannel(engine, { address: service.address, kind: "json" });
    engine.db.connection.prepare("UPDATE channel SET target = ?").run(Buffer.from([1, ...randomBytes(60)]));
    raiseAlert(engine);
    engine.clock.advance(groupingMs);
    const { channels } = await engine.data("channels.list", {});
    expect(channels).toMatchObject([
      { waiting: 1, problem: expect.stringContaining("Enter the channel's address again") },
    ]);
    expect(await engine.data("channels.test", { id })).toMatchObject({ delivered: false });
    await engine.data("channels.save", { id, address: service.address, kind: "json" });
    await untilStatuses(engine, ["delivered"]);
  });
});

describe("channels.save", () => {
  it("keeps what a change leaves out", async () => {
    const engine = await openEngine();
    const quietHours = { from: "22:00", to: "07:00" };
    const collect = "weekly@sun@9";
    const id = await addChannel(engine, {
      address: "https://ntfy.sh/tidemark-test",
      name: "Phone",
      quiet_hours: quietHours,
      collect,
      language: "de",
    });
    const { channel } = await engine.data("channels.save", { id, address: "ntfy://another-topic" });
    expect(channel).toMatchObject({
      name: "Phone",
      description: "ntfy.sh/ano…",
      quiet_hours: quietHours,
      collect,
      language: "de",
    });
    expect((await engine.data("channels.save", { id, quiet_hours: null })).channel.quiet_hours).toBeNull();
  });

  it.each([
    [{}, "The address is missing."],
    [{ address: "https://ntfy.sh/" }, "lacks the topic"],
    [{ id: 99, name: "x" }, "no channel 99"],
    [{ kind: "ntfy" }, "A kind needs the address."],
    [{ address: "x".repeat(2_001) }, "'address'"],
    [{ address: "https://ntfy.sh/t", collect: "daily@24" }, "'collect'"],
    [{ address: "https://ntfy.sh/t", quiet_hours: { from: "25:00", to: "07:00" } }, "'quiet_hours.from'"],
  ] as const)("refuses %j", async (input, message) => {
    const engine = await openEngine();
    const result = await engine.call("channels.save", input as never);
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
  });

  it.each(["ntfy", "json"] as const)("tells by its answer that a server of one's own is %s", async (kind) => {
    const engine = await openEngine();
    const { address } = await startService(kind);
    const { channel } = await engine.data("channels.save", { address });
    expect(channel).toMatchObject({ kind });
  });

  it("allows twenty channels", async () => {
    const engine = await openEngine();
    for (let i = 0; i < 20; i++) await addChannel(engine, { address: `https://ntfy.sh/topic-${i}` });
    expect(await engine.call("channels.save", { address: "https://ntfy.sh/one-more" })).toMatchObject({
      ok: false,
      error: { message: "There are already 20 channels." },
    });
  });
});
