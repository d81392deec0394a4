import { beforeEach, describe, expect, test } from "vitest";
import { Supervisor } from "../../../../src/main/engine-host/supervisor.js";
import type {
  EngineEvent,
  EngineStart,
  RenderRequest,
  RenderResult,
} from "../../../../src/shared/engine-process.js";
import type { EngineStatus } from "../../../../src/shared/ipc.js";
import { FakeHost } from "./fake-host.js";
import { ManualTime } from "./manual-time.js";

const start: EngineStart = {
  dataFolder: "/data",
  port: 47_115,
  sample: true,
  version: "1.0.0",
  secretKey: null,
  listenerPort: null,
};
const answer = { ok: true, data: { products: 3 } } as const;

let host: FakeHost;
let time: ManualTime;
let engine: Supervisor;
let statuses: EngineStatus["state"][];

beforeEach(() => {
  host = new FakeHost();
  time = new ManualTime();
  engine = new Supervisor({ host, start: () => start, after: time.after, log: () => undefined });
  statuses = [];
  engine.onStatus(({ state }) => statuses.push(state));
  engine.start();
});

function call() {
  return engine.call("sample.load", {});
}

async function crash(): Promise<void> {
  host.last.exit();
  await time.pass(0);
}

test("an engine that was stopped unnecessarily starts again on resume", async () => {
  host.last.ready();
  const ended = engine.stop();
  host.last.exit();
  await ended;
  await engine.resume();
  host.last.ready();
  expect(engine.status).toMatchObject({ state: "ready" });
});

test("calls are passed on and answered under their own id", async () => {
  host.last.ready();
  const [first, second] = [call(), call()];
  await time.pass(0);
  expect(host.last.sent).toMatchObject([
    { kind: "call", id: 1, operation: "sample.load" },
    { kind: "call", id: 2 },
  ]);
  host.last.reply({ kind: "result", id: 2, result: answer });
  host.last.reply({
    kind: "result",
    id: 1,
    result: { ok: true, data: { products: 1 } },
  });
  expect(await second).toEqual(answer);
  expect(await first).toMatchObject({ data: { products: 1 } });
});

test("calls in flight fail with ENGINE_AWAY when the engine exits", async () => {
  host.last.ready();
  const interrupted = call();
  await time.pass(0);
  host.last.exit("signal SIGKILL");
  expect(await interrupted).toMatchObject({ ok: false, error: { code: "ENGINE_AWAY" } });
});

test("calls wait for a restart that comes in time", async () => {
  host.last.ready();
  await crash();
  const waiting = call();
  await time.pass(14_900);
  host.last.ready(2);
  await time.pass(0);
  host.last.reply({ kind: "result", id: 1, result: answer });
  expect(await waiting).toEqual(answer);
});

test("calls fail after 15 s of waiting for a restart", async () => {
  host.last.ready();
  await crash();
  const waiting = call();
  await time.pass(15_000);
  expect(await waiting).toMatchObject({ ok: false, error: { code: "ENGINE_AWAY" } });
});

test("calls wait longer for the first start", async () => {
  const first = call();
  await time.pass(20_000);
  host.last.ready();
  await time.pass(0);
  host.last.reply({ kind: "result", id: 1, result: answer });
  expect(await first).toEqual(answer);
});

test("calls time out after a minute, and a late answer is dropped", async () => {
  host.last.ready();
  const slow = call();
  await time.pass(0);
  await time.pass(60_000);
  expect(await slow).toMatchObject({ error: { message: expect.stringContaining("60 seconds") } });
  host.last.reply({ kind: "result", id: 1, result: answer });
});

describe("engine events", () => {
  const event: EngineEvent = { kind: "changed", dataKind: "prices" };
  let seen: EngineEvent[];
  let unsubscribe: () => void;

  beforeEach(() => {
    seen = [];
    unsubscribe = engine.onEvent((item) => seen.push(item));
  });

  test("events are passed on, even before the engine is ready, until the listener unsubscribes", () => {
    host.last.reply({ kind: "event", event });
    host.last.ready();
    host.last.reply({ kind: "event", event });
    expect(seen).toEqual([event, event]);
    unsubscribe();
    host.last.reply({ kind: "event", event });
    expect(seen).toHaveLength(2);
    expect(statuses).toEqual(["ready"]);
  });

  test("events of a replaced engine are dropped", async () => {
    host.last.ready();
    const old = host.last;
    await crash();
    old.reply({ kind: "event", event });
    expect(seen).toEqual([]);
  });
});

test("a wake message is sent only to an engine that is ready", async () => {
  engine.wake();
  expect(host.last.sent).toEqual([]);
  host.last.ready();
  engine.wake();
  expect(host.last.sent).toEqual([{ kind: "wake" }]);
  await crash();
  engine.wake();
  expect(host.last.sent).toEqual([]);
});

test("restarts come immediately the first time and are visible in the status", async () => {
  host.last.ready();
  await crash();
  expect(host.processes).toHaveLength(2);
  host.last.ready(2);
  expect(statuses).toEqual(["ready", "away", "ready"]);
  expect(engine.status).toMatchObject({ pid: 2 });
});

test("restarts back off while the engine keeps failing", async () => {
  const waits = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
  for (const [index, waitMs] of waits.entries()) {
    host.last.exit();
    expect(engine.status).toEqual({ state: "away", attempt: index + 1 });
    await time.pass(Math.max(0, waitMs - 1));
    expect(host.processes).toHaveLength(waitMs === 0 ? index + 2 : index + 1);
    await time.pass(1);
    expect(host.processes).toHaveLength(index + 2);
  }
});

test("restarts begin with the first delay again after the engine has run for 30 s", async () => {
  for (const _ of [1, 2, 3]) {
    host.last.exit();
    await time.pass(30_000);
  }
  host.last.ready();
  await time.pass(30_000);
  host.last.exit();
  expect(engine.status).toEqual({ state: "away", attempt: 1 });
});

test("restarts keep counting attempts when the engine has run for less than 30 s", async () => {
  await crash();
  host.last.ready();
  await time.pass(29_999);
  host.last.exit();
  expect(engine.status).toEqual({ state: "away", attempt: 2 });
});

test("restarts follow when a start hangs", async () => {
  const first = host.last;
  await time.pass(300_000);
  expect(first.isKilled).toBe(true);
  expect(engine.status.state).toBe("away");
});

describe("engines that cannot start", () => {
  const fatal = {
    kind: "fatal",
    problem: "damaged",
    path: "/data/tidemark.sqlite3",
    message: "Damaged.",
    action: "Restore it.",
    backup: "/b",
  } as const;

  test("an engine that cannot start stays stopped, and calls fail immediately with the reason", async () => {
    host.last.reply(fatal);
    await crash();
    await time.pass(60_000);
    expect(host.processes).toHaveLength(1);
    expect(engine.status).toEqual({
      state: "stopped",
      problem: "damaged",
      path: "/data/tidemark.sqlite3",
      message: "Damaged.",
      action: "Restore it.",
      backup: "/b",
    });
    expect(await call()).toMatchObject({ error: { code: "ENGINE_STOPPED", message: "Damaged." } });
  });

  test("an engine that could not start is started again on the user's request", async () => {
    host.last.reply(fatal);
    await crash();
    await engine.restart();
    host.last.ready(2);
    expect(statuses).toEqual(["stopped", "starting", "ready"]);
  });

  test("an engine is reported as stopped when its executable is missing", () => {
    host.isMissing = true;
    host.last.exit();
    const other = new Supervisor({ host, start: () => start, after: time.after, log: () => undefined });
    other.start();
    expect(other.status).toMatchObject({ state: "stopped", action: expect.stringContaining("Install") });
  });
});

test("a stop asks the engine first and kills it after 10 s", async () => {
  host.last.ready();
  const stopped = engine.stop();
  expect(host.last.sent).toEqual([{ kind: "stop" }]);
  await time.pass(9_999);
  expect(host.last.isKilled).toBe(false);
  await time.pass(1);
  expect(host.last.isKilled).toBe(true);
  await stopped;
});

test("a stop prevents any further start", async () => {
  host.last.ready();
  const stopped = engine.stop();
  await crash();
  await stopped;
  await time.pass(60_000);
  expect(host.processes).toHaveLength(1);
});

test("a stop completes before a restart starts another engine, however often a restart is requested", async () => {
  host.last.ready();
  const old = host.last;
  const restarts = [engine.restart(), engine.restart()];
  await time.pass(0);
  expect(host.processes).toHaveLength(1);
  old.exit("exit code 0");
  await Promise.all(restarts);
  expect(host.processes).toHaveLength(2);
});

const request = { url: "https://shop.example/p", allowedHosts: [], language: "en", recipe: null };
const page: RenderResult = { kind: "page", url: request.url, status: 200, html: "<h1>Lamp</h1>" };

async function requestPage(render?: (request: RenderRequest) => Promise<RenderResult>): Promise<void> {
  host = new FakeHost();
  engine = new Supervisor({
    host,
    start: () => start,
    after: time.after,
    log: () => undefined,
    ...(render === undefined ? {} : { render }),
  });
  engine.start();
  host.last.ready();
  host.last.reply({ kind: "render", id: 7, request });
  await time.pass(0);
}

test("a render request is answered with the page under its own id", async () => {
  const requests: RenderRequest[] = [];
  await requestPage(async (each) => {
    requests.push(each);
    return page;
  });
  expect(requests).toEqual([request]);
  expect(host.last.sent).toEqual([{ kind: "rendered", id: 7, result: page }]);
});

test("a render request fails where there are no windows", async () => {
  await requestPage();
  expect(host.last.sent).toMatchObject([{ kind: "rendered", id: 7, result: { kind: "failed" } }]);
});

test("a render request is not answered to another engine than the one that sent it", async () => {
  let finish: (result: RenderResult) => void = () => undefined;
  await requestPage(() => new Promise((resolve) => (finish = resolve)));
  const first = host.last;
  first.exit();
  await time.pass(60_000);
  host.last.ready();
  finish(page);
  await time.pass(0);
  expect(host.last).not.toBe(first);
  expect([...first.sent, ...host.last.sent]).toEqual([]);
});

describe("an engine that does not answer", () => {
  beforeEach(async () => {
    host.last.ready();
    await time.pass(60_000);
    host.last.isHung = true;
    statuses.length = 0;
  });

  test("it is silent after 30 s without an answer, and ready again with the next one", async () => {
    await time.pass(30_000);
    expect(statuses).toEqual([]);
    await time.pass(5_000);
    expect(engine.status).toMatchObject({ state: "silent", pid: 1 });
    host.last.reply({ kind: "pong" });
    host.last.isHung = false;
    await time.pass(60_000);
    expect(statuses).toEqual(["silent", "ready"]);
    expect(engine.status).toMatchObject({ state: "ready", pid: 1 });
  });

  test("it is not silent after a sleep of the computer, which delays its answer and the next ping", async () => {
    await time.sleep(3_600_000);
    await time.pass(15_000);
    host.last.isHung = false;
    await time.pass(60_000);
    expect(statuses).toEqual([]);
  });

  test("it is killed and started again by a restart", async () => {
    await time.pass(35_000);
    const hung = host.last;
    const restarted = engine.restart();
    await time.pass(10_000);
    await restarted;
    expect(hung.isKilled).toBe(true);
    host.last.ready(2);
    await time.pass(60_000);
    expect(engine.status).toMatchObject({ state: "ready", pid: 2 });
    expect(statuses).toEqual(["silent", "starting", "ready"]);
  });

  test("calls fail with the next step while it is silent", async () => {
    await time.pass(35_000);
    const refused = call();
    await time.pass(3_000);
    expect(await refused).toMatchObject({
      error: { code: "ENGINE_AWAY", action: expect.stringContaining("Restart the engine") },
    });
  });
});

test("a start that takes minutes is not silence", async () => {
  host.last.isHung = true;
  await time.pass(290_000);
  expect(statuses).toEqual([]);
});
