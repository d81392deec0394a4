import { beforeEach, describe, expect, test } from "vitest";
import { Supervisor } from "../../../../src/main/engine-host/supervisor.js";
import type {
  EngineNews,
  EngineStart,
  RenderResult,
  RenderWish,
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
const answer = { ok: true, data: { products: 3 }, meta: null } as const;

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

test("an engine that was ended for nothing goes on", async () => {
  host.last.ready();
  const ended = engine.stop();
  host.last.exit();
  await ended;
  await engine.resume();
  host.last.ready();
  expect(engine.status).toMatchObject({ state: "ready" });
});

describe("calls", () => {
  test("are passed on and answered under their own id", async () => {
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
      result: { ok: true, data: { products: 1 }, meta: null },
    });
    expect(await second).toEqual(answer);
    expect(await first).toMatchObject({ data: { products: 1 } });
  });

  test("in flight fail typed when the engine ends", async () => {
    host.last.ready();
    const lost = call();
    await time.pass(0);
    host.last.exit("signal SIGKILL");
    expect(await lost).toMatchObject({ ok: false, error: { code: "ENGINE_AWAY" } });
  });

  test("wait for a restart that comes in time", async () => {
    host.last.ready();
    await crash();
    const patient = call();
    await time.pass(2_900);
    host.last.ready(2);
    await time.pass(0);
    host.last.reply({ kind: "result", id: 1, result: answer });
    expect(await patient).toEqual(answer);
  });

  test("fail after 3 s of waiting for a restart", async () => {
    host.last.ready();
    await crash();
    const patient = call();
    await time.pass(3_000);
    expect(await patient).toMatchObject({ ok: false, error: { code: "ENGINE_AWAY" } });
  });

  test("wait longer for the first start", async () => {
    const first = call();
    await time.pass(20_000);
    host.last.ready();
    await time.pass(0);
    host.last.reply({ kind: "result", id: 1, result: answer });
    expect(await first).toEqual(answer);
  });

  test("time out after a minute, and a late answer is dropped", async () => {
    host.last.ready();
    const slow = call();
    await time.pass(0);
    await time.pass(60_000);
    expect(await slow).toMatchObject({ error: { message: expect.stringContaining("60 seconds") } });
    host.last.reply({ kind: "result", id: 1, result: answer });
  });
});

describe("news", () => {
  const news: EngineNews = { kind: "changed", dataKind: "prices" };
  let seen: EngineNews[];
  let unsubscribe: () => void;

  beforeEach(() => {
    seen = [];
    unsubscribe = engine.onNews((item) => seen.push(item));
  });

  test("are passed on, also before the engine is ready, until nobody wants them", () => {
    host.last.reply({ kind: "event", event: news });
    host.last.ready();
    host.last.reply({ kind: "event", event: news });
    expect(seen).toEqual([news, news]);
    unsubscribe();
    host.last.reply({ kind: "event", event: news });
    expect(seen).toHaveLength(2);
    expect(statuses).toEqual(["ready"]);
  });

  test("of an engine that has been replaced are dropped", async () => {
    host.last.ready();
    const old = host.last;
    await crash();
    old.reply({ kind: "event", event: news });
    expect(seen).toEqual([]);
  });
});

describe("waking", () => {
  test("reaches an engine that is ready, and no other", async () => {
    engine.wake();
    expect(host.last.sent).toEqual([]);
    host.last.ready();
    engine.wake();
    expect(host.last.sent).toEqual([{ kind: "wake" }]);
    await crash();
    engine.wake();
    expect(host.last.sent).toEqual([]);
  });
});

describe("restarts", () => {
  test("come at once the first time and say so", async () => {
    host.last.ready();
    await crash();
    expect(host.processes).toHaveLength(2);
    host.last.ready(2);
    expect(statuses).toEqual(["ready", "away", "ready"]);
    expect(engine.status).toMatchObject({ pid: 2 });
  });

  test("back off while the engine keeps failing", async () => {
    const waits = [0, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000];
    for (const [index, waitMs] of waits.entries()) {
      host.last.exit();
      expect(engine.status).toEqual({ state: "away", attempt: index + 1 });
      await time.pass(Math.max(0, waitMs - 1));
      expect(host.processes).toHaveLength(waitMs === 0 ? index + 2 : index + 1);
      await time.pass(1);
      expect(host.processes).toHaveLength(index + 2);
    }
  });

  test("start from the first delay again after 30 s of good running", async () => {
    for (const _ of [1, 2, 3]) {
      host.last.exit();
      await time.pass(30_000);
    }
    host.last.ready();
    await time.pass(30_000);
    host.last.exit();
    expect(engine.status).toEqual({ state: "away", attempt: 1 });
  });

  test("keep counting when it runs well for less than that", async () => {
    await crash();
    host.last.ready();
    await time.pass(29_999);
    host.last.exit();
    expect(engine.status).toEqual({ state: "away", attempt: 2 });
  });

  test("follow a start that hangs", async () => {
    const first = host.last;
    await time.pass(300_000);
    expect(first.isKilled).toBe(true);
    expect(engine.status.state).toBe("away");
  });
});

describe("an engine that cannot start", () => {
  const fatal = {
    kind: "fatal",
    problem: "damaged",
    path: "/data/tidemark.sqlite3",
    message: "Damaged.",
    action: "Restore it.",
    backup: "/b",
  } as const;

  test("stays stopped, and calls say why at once", async () => {
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

  test("is started again when the user asks", async () => {
    host.last.reply(fatal);
    await crash();
    await engine.restart();
    host.last.ready(2);
    expect(statuses).toEqual(["stopped", "starting", "ready"]);
  });

  test("takes altered data as it is when the user says so, in that one start", async () => {
    host.last.reply({ ...fatal, problem: "altered" });
    await crash();
    await engine.takeAltered();
    expect(host.starts.at(-1)).toEqual({ ...start, takeAltered: true });
    host.last.ready(2);
    await engine.takeAltered();
    expect(host.processes).toHaveLength(2);
    await crash();
    await time.pass(60_000);
    expect(host.starts.at(-1)).toEqual(start);
  });

  test("takes nothing as it is where it has not said that it was altered", async () => {
    host.last.reply(fatal);
    await crash();
    await engine.takeAltered();
    expect(host.processes).toHaveLength(1);
    expect(engine.status).toMatchObject({ state: "stopped", problem: "damaged" });
  });

  test("is stopped with a message when its program is missing", () => {
    host.isMissing = true;
    host.last.exit();
    const other = new Supervisor({ host, start: () => start, after: time.after, log: () => undefined });
    other.start();
    expect(other.status).toMatchObject({ state: "stopped", action: expect.stringContaining("Install") });
  });
});

describe("ending", () => {
  test("asks first, then kills after 10 s", async () => {
    host.last.ready();
    const stopped = engine.stop();
    expect(host.last.sent).toEqual([{ kind: "stop" }]);
    await time.pass(9_999);
    expect(host.last.isKilled).toBe(false);
    await time.pass(1);
    expect(host.last.isKilled).toBe(true);
    await stopped;
  });

  test("starts nothing any more", async () => {
    host.last.ready();
    const stopped = engine.stop();
    await crash();
    await stopped;
    await time.pass(60_000);
    expect(host.processes).toHaveLength(1);
  });

  test("never has two engines on one folder, however often a restart is asked for", async () => {
    host.last.ready();
    const old = host.last;
    const restarts = [engine.restart(), engine.restart()];
    await time.pass(0);
    expect(host.processes).toHaveLength(1);
    old.exit("exit code 0");
    await Promise.all(restarts);
    expect(host.processes).toHaveLength(2);
  });
});

describe("pages that the engine has no window for", () => {
  const wish = { url: "https://shop.example/p", allowedHosts: [], language: "en" };
  const page: RenderResult = { kind: "page", url: wish.url, status: 200, html: "<h1>Lamp</h1>" };

  async function openedBy(render?: (wish: RenderWish) => Promise<RenderResult>): Promise<void> {
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
    host.last.reply({ kind: "render", id: 7, request: wish });
    await time.pass(0);
  }

  test("are opened for it, and answered under its own id", async () => {
    const asked: RenderWish[] = [];
    await openedBy(async (each) => {
      asked.push(each);
      return page;
    });
    expect(asked).toEqual([wish]);
    expect(host.last.sent).toEqual([{ kind: "rendered", id: 7, result: page }]);
  });

  test("are refused where there are no windows", async () => {
    await openedBy();
    expect(host.last.sent).toMatchObject([{ kind: "rendered", id: 7, result: { kind: "failed" } }]);
  });

  test("are not shown to another engine than the one that asked", async () => {
    let finish: (result: RenderResult) => void = () => undefined;
    await openedBy(() => new Promise((resolve) => (finish = resolve)));
    const first = host.last;
    first.exit();
    await time.pass(60_000);
    host.last.ready();
    finish(page);
    await time.pass(0);
    expect(host.last).not.toBe(first);
    expect([...first.sent, ...host.last.sent]).toEqual([]);
  });
});
