import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { EventStreams } from "../../../src/main/engine/http/web/event-streams.js";
import type { EngineEvent } from "../../../src/shared/engine-process.js";
import { until } from "../../support/until.js";
import { openRequest, openTestPage, type PairedDevice, type TestPage } from "../../support/web-page.js";

interface OpenStream {
  readonly response: IncomingMessage;
  readonly events: EngineEvent[];
  isEnded(): boolean;
}

async function openStream(page: TestPage, device: PairedDevice): Promise<OpenStream> {
  const headers = { cookie: device.cookie, Accept: "text/event-stream" };
  const response = await openRequest(page.origin, "/app/v1/events", { headers });
  const events: EngineEvent[] = [];
  let isEnded = false;
  let text = "";
  response.setEncoding("utf8").on("data", (more: string) => {
    text += more;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const [, data] = /^event: engine\ndata: (.*)$/.exec(part) ?? [];
      if (data !== undefined) events.push(JSON.parse(data) as EngineEvent);
    }
  });
  const end = () => {
    isEnded = true;
  };
  response.on("error", end).on("close", end);
  return { response, events, isEnded: () => isEnded };
}

function kinds({ events }: OpenStream): string[] {
  return events.map((event) => (event.kind === "changed" ? event.dataKind : event.kind));
}

it("a paired device gets the window's events, and no other", async () => {
  const page = await openTestPage();
  expect((await page.send("/app/v1/events")).status).toBe(401);
  const stream = await openStream(page, await page.pair());
  expect(stream.response.headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  page.engine.db.connection.prepare("UPDATE account SET name = name").run();
  await until(() => kinds(stream).includes("all"));
  expect(page.engine.events).toContainEqual({ kind: "changed", dataKind: "all" });
});

it("devices see what the window and other devices change", async () => {
  const page = await openTestPage();
  const [one, other] = [await page.pair("One"), await page.pair("Other")];
  const stream = await openStream(page, one);
  await page.engine.data("tags.list", {});
  await page.engine.data("history.set_consent", { always: true });
  await until(() => kinds(stream).includes("all"));
  stream.events.length = 0;
  await other.call("history.set_consent", { always: false });
  await until(() => kinds(stream).includes("all"));
});

it("an alert reaches a page on a server, which has no window", async () => {
  const page = await openTestPage({ listenerPort: null });
  const stream = await openStream(page, await page.pair());
  const sql =
    "INSERT INTO inbox (event_id, type, is_test, data, received_at) VALUES ('evt_1', 'test', 1, '{}', ?)";
  page.engine.db.connection.prepare(sql).run(page.engine.clock.now());
  await until(() => kinds(stream).includes("inbox"));
});

it("a stream ends when its device is revoked, and not the others'", async () => {
  const page = await openTestPage();
  const [one, other] = [await page.pair("One"), await page.pair("Other")];
  const [ended, open] = [await openStream(page, one), await openStream(page, other)];
  await page.engine.data("web.revoke", { id: one.id });
  await until(ended.isEnded);
  await until(() => kinds(open).includes("devices"));
  expect(open.isEnded()).toBe(false);
  expect((await one.get("/app/v1/events")).status).toBe(401);
});

it("a stream ends with the next event if another process has revoked its device", async () => {
  const page = await openTestPage();
  const device = await page.pair();
  const stream = await openStream(page, device);
  page.engine.db.connection.prepare("UPDATE device SET revoked_at = 1").run();
  await until(stream.isEnded);
});

it("the engine stops although streams are open", async () => {
  const page = await openTestPage();
  const stream = await openStream(page, await page.pair());
  await page.engine.restart();
  await until(stream.isEnded);
});

const changed = { kind: "changed", dataKind: "all" } as const;

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  return new TextDecoder().decode((await reader.read()).value);
}

it("at most 32 streams are open, and the oldest ends", () => {
  const streams = new EventStreams(() => true);
  const ended: number[] = [];
  for (let id = 0; id < 34; id++) streams.open(id, () => void ended.push(id));
  expect(ended).toEqual([0, 1]);
});

it("a reader that falls behind is dropped alone, and one that leaves gives its place back", async () => {
  const streams = new EventStreams(() => true);
  const ended: string[] = [];
  streams.open(1, () => void ended.push("slow"));
  const fast = streams.open(2, () => void ended.push("fast")).getReader();
  for (let i = 0; i < 10_000; i++) {
    streams.send(changed);
    await fast.read();
  }
  expect(ended).toEqual(["slow"]);
  await fast.cancel();
  streams.send(changed);
  streams.endAll();
  expect(ended).toEqual(["slow"]);
});

it("a ping keeps a stream open, unless its device is gone", async () => {
  let isActive = true;
  let isEnded = false;
  const streams = new EventStreams(() => isActive);
  const reader = streams
    .open(1, () => {
      isEnded = true;
    })
    .getReader();
  expect(await read(reader)).toBe("retry: 3000\n\n");
  streams.ping();
  expect(await read(reader)).toBe(": ping\n\n");
  isActive = false;
  streams.ping();
  expect(isEnded).toBe(true);
});
