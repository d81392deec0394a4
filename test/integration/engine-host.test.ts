import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { nodeHost } from "../../src/main/engine-host/node-host.js";
import { Supervisor } from "../../src/main/engine-host/supervisor.js";
import type { EngineNews, EngineStart } from "../../src/shared/engine-process.js";
import type { EngineStatus } from "../../src/shared/ipc.js";
import { isAlive } from "../support/process.js";
import { scratchFolder } from "../support/scratch-folder.js";

const { path: cacheFolder, remove } = scratchFolder("cache");
afterAll(remove);
const fakeEngine = resolve("test/support/fake-engine.mjs");
const secretKey = Buffer.alloc(32, 7).toString("base64");
const start: EngineStart = {
  dataFolder: "/data",
  port: 0,
  sample: false,
  version: "0",
  secretKey,
  listenerPort: null,
};
const running: Supervisor[] = [];

afterEach(async () => {
  delete process.env.FAKE_ENGINE;
  await Promise.all(running.splice(0).map((engine) => engine.stop()));
});

function startEngine(behaviour = "ok", lines: string[] = []): Supervisor {
  process.env.FAKE_ENGINE = behaviour;
  const log = (line: string) => void lines.push(line);
  const host = nodeHost({ nodePath: process.execPath, scriptPath: fakeEngine, cacheFolder, log });
  const engine = new Supervisor({ host, start: () => start, log });
  running.push(engine);
  engine.start();
  return engine;
}

function reaches<S extends EngineStatus["state"]>(engine: Supervisor, state: S) {
  return new Promise<Extract<EngineStatus, { state: S }>>((done) => {
    const check = (status: EngineStatus) => {
      if (status.state !== state) return;
      unsubscribe();
      done(status as Extract<EngineStatus, { state: S }>);
    };
    const unsubscribe = engine.onStatus(check);
    check(engine.status);
  });
}

/** What the fake engine answers, whatever it is asked. */
function ask(engine: Supervisor, input: Record<string, unknown> = {}) {
  return engine.call("app.info", input as Record<string, never>);
}

describe("an engine in a Node process", () => {
  test("answers calls and is logged", async () => {
    const lines: string[] = [];
    const engine = startEngine("ok", lines);
    expect(await ask(engine, { q: "ü€" })).toMatchObject({ ok: true, data: { input: { q: "ü€" } } });
    expect(lines).toContain("engine: fake engine: started");
  });

  test("is told its secret, but not where whoever lists processes could read it", async () => {
    const { data } = (await ask(startEngine())) as unknown as { data: { line: string; secretKey: string } };
    expect(data.secretKey).toBe(secretKey);
    expect(data.line).toContain("fake-engine.mjs");
    expect(data.line).not.toContain(secretKey);
  });

  test("tells what changed without being asked", async () => {
    const engine = startEngine();
    const seen: EngineNews[] = [];
    engine.onNews((news) => seen.push(news));
    const news: EngineNews = { kind: "changed", dataKind: "webhooks" };
    await ask(engine, { news });
    expect(seen).toEqual([news]);
  });

  test("is woken", async () => {
    const engine = startEngine();
    await reaches(engine, "ready");
    engine.wake();
    expect(await ask(engine)).toMatchObject({ data: { wakes: 1 } });
  });

  test("does not inherit what turns Electron into Node", async () => {
    process.env.ELECTRON_RUN_AS_NODE = "1";
    try {
      expect(await ask(startEngine())).toMatchObject({ data: { env: [] } });
    } finally {
      delete process.env.ELECTRON_RUN_AS_NODE;
    }
  });

  test("killed with kill -9: calls in flight fail typed, and a new one is back and answers", async () => {
    const engine = startEngine();
    const { pid } = await reaches(engine, "ready");
    const lost = ask(engine, { delayMs: 30_000 });
    await new Promise(setImmediate);
    process.kill(pid, "SIGKILL");
    expect(await lost).toMatchObject({ ok: false, error: { code: "ENGINE_AWAY" } });
    expect(engine.status).toEqual({ state: "away", attempt: 1 });
    const again = await ask(engine);
    expect(again).toMatchObject({ ok: true });
    expect(engine.status).toMatchObject({ state: "ready" });
    expect((await reaches(engine, "ready")).pid).not.toBe(pid);
  });

  test("that says it cannot start is left alone until it is asked for again", async () => {
    const engine = startEngine("fatal");
    expect(await reaches(engine, "stopped")).toMatchObject({ message: "The database is damaged." });
    process.env.FAKE_ENGINE = "ok";
    await engine.restart();
    expect(await ask(engine)).toMatchObject({ ok: true });
  });

  test("that keeps crashing is retried", async () => {
    const engine = startEngine("crash");
    await new Promise<void>((done) => {
      engine.onStatus((status) => {
        if (status.state === "away" && status.attempt === 3) done();
      });
    });
    process.env.FAKE_ENGINE = "ok";
    expect(await reaches(engine, "ready")).toMatchObject({ dataFolder: "/data" });
  });

  test("that cuts its connection and stays is ended and replaced", async () => {
    const engine = startEngine();
    const { pid } = await reaches(engine, "ready");
    expect(await ask(engine, { disconnect: true })).toMatchObject({ error: { code: "ENGINE_AWAY" } });
    expect(await ask(engine)).toMatchObject({ ok: true });
    expect(isAlive(pid)).toBe(false);
  });

  test("ends when it is asked to", async () => {
    const engine = startEngine();
    const { pid } = await reaches(engine, "ready");
    await engine.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("that does not listen is killed", async () => {
    const engine = startEngine("deaf");
    const { pid } = await reaches(engine, "ready");
    await engine.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("whose program is missing is stopped with a message", () => {
    const host = nodeHost({
      nodePath: "/nowhere/node",
      scriptPath: fakeEngine,
      cacheFolder,
      log: () => undefined,
    });
    const engine = new Supervisor({ host, start: () => start, log: () => undefined });
    engine.start();
    expect(engine.status.state).toBe("stopped");
  });
});

test("a process that cannot be started at all counts as one exit", async () => {
  const [exits, seen] = [new EventTarget(), [] as string[]];
  // A folder exists but cannot be run.
  const host = nodeHost({ nodePath: "/", scriptPath: fakeEngine, cacheFolder, log: () => undefined });
  host.spawn(start, {
    onReply: () => undefined,
    onExit: (reason) => {
      seen.push(reason);
      exits.dispatchEvent(new Event("exit"));
    },
  });
  await once(exits, "exit");
  expect(seen).toEqual([expect.stringMatching(/EACCES|ENOENT|EPERM/)]);
});
