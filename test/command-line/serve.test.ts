import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { databaseFile } from "../../src/main/engine/db/data-folder.js";
import { catalogueFile, productLine } from "../integration/catalogue/catalogue-files.js";
import {
  ensureBuilt,
  runCli,
  runJson,
  spawnCli,
  startServe,
  startServeWith,
  waitForExit,
} from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

it("serve prints one line of JSON when it is ready, and nothing else", async () => {
  const folder = temporaryFolder();
  const engine = await startServe(folder);
  expect(engine).toMatchObject({ data: folder, pid: engine.child.pid });
  expect(engine.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(engine.api_key).toMatch(/^ss_live_[A-Za-z0-9]{32}$/);
  // Without --sample, a new folder is empty.
  expect((await engine.get("/products/search?q=headphones")).body.data).toEqual([]);
  await engine.stop();
  expect(Object.keys(JSON.parse(engine.output()))).toEqual(["base_url", "api_key", "pid", "data"]);
  expect(engine.output()).toMatch(/^[^\n]+\n$/);
});

it.each(["SIGTERM", "SIGINT"] as const)("serve stops cleanly on %s", async (signal) => {
  const folder = temporaryFolder();
  const engine = await startServe(folder);
  expect(await engine.stop(signal)).toBe(0);
  // The write-ahead log is checkpointed, engine.json is removed, and another engine can start.
  expect(existsSync(join(folder, "tidemark.sqlite3-wal"))).toBe(false);
  expect(existsSync(join(folder, "engine.json"))).toBe(false);
  expect(await (await startServe(folder)).stop()).toBe(0);
});

it("serve logs that changes are lost if their log is gone after a kill, unless a command has saved them", async () => {
  const folder = temporaryFolder();
  const engineLog = join(folder, "logs", "engine.log");
  const countReports = () =>
    existsSync(engineLog)
      ? readFileSync(engineLog, "utf8").split("The latest changes are lost.").length - 1
      : 0;
  const startAfterKill = async (meanwhile: () => unknown) => {
    const killed = await startServe(folder);
    await killed.stop("SIGKILL");
    await meanwhile();
    expect(await (await startServe(folder)).stop()).toBe(0);
    return countReports();
  };
  expect(await startAfterKill(() => undefined)).toBe(0);
  expect(await startAfterKill(() => runCli(["watch", "list", "--data", folder]))).toBe(0);
  expect(existsSync(`${databaseFile(folder)}-wal`)).toBe(false);
  expect(await startAfterKill(() => rmSync(`${databaseFile(folder)}-wal`))).toBe(1);
  expect(await (await startServe(folder)).stop()).toBe(0);
  expect(countReports()).toBe(1);
});

it("serve answers requests in flight before it stops", async () => {
  const engine = await startServe(temporaryFolder(), "--sample");
  const requests = Array.from({ length: 20 }, () => engine.get("/products/search?q=wireless"));
  const first = await Promise.race(requests);
  const stopped = engine.stop();
  const settled = await Promise.allSettled(requests);
  expect(first.status).toBe(200);
  for (const each of settled) if (each.status === "fulfilled") expect(each.value.status).toBe(200);
  expect(await stopped).toBe(0);
});

it("serve creates an unlisted key that is valid for this run only", async () => {
  const folder = temporaryFolder();
  const engine = await startServe(folder);
  expect(await runJson("keys", "list", "--data", folder)).toEqual([]);
  await engine.stop();
  const next = await startServe(folder);
  expect(await next.get("/usage", engine.api_key)).toMatchObject({
    status: 401,
    body: { error_detail: { code: "ERR_AUTH_REVOKED" } },
  });
  next.child.kill("SIGKILL");
  await waitForExit(next.child);
  const third = await startServe(folder);
  expect((await third.get("/usage", next.api_key)).status).toBe(401);
  expect((await third.get("/usage")).status).toBe(200);
});

it("serve exits with 1 and names the running process when another engine uses the folder", async () => {
  const folder = temporaryFolder();
  const engine = await startServe(folder);
  const second = await runCli(["serve", "--port", "0", "--data", folder]);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toBe(
    `Process ${engine.pid}, which answers at ${engine.base_url}, already runs an engine on ${folder}. Use that one, stop it first, or choose another folder with --data DIR.\n`,
  );
  expect((await engine.get("/usage")).status).toBe(200);
});

it("serve uses the next free port when the requested one is taken, and reports it (decision 1)", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => blocker.once("listening", done));
  const { port } = blocker.address() as { port: number };
  const child = spawnCli(["serve", "--port", String(port), "--data", temporaryFolder()]);
  child.stdout?.once("data", () => child.kill("SIGTERM"));
  const { code, stdout, stderr } = await waitForExit(child);
  blocker.close();
  expect(code).toBe(0);
  const { base_url } = JSON.parse(stdout) as { base_url: string };
  expect(Number(new URL(base_url).port)).toBeGreaterThan(port);
  expect(stderr).toBe(`Port ${port} is in use; the API answers at ${base_url} instead.\n`);
});

it("serve writes no API key to its log", async () => {
  const folder = temporaryFolder();
  const engine = await startServe(folder);
  const { key } = await runJson<{ key: string }>("keys", "create", "--data", folder);
  await engine.get(`/products?ids=x&api_key=${key}`, key);
  await engine.stop();
  const log = readFileSync(join(folder, "logs", "engine.log"), "utf8");
  for (const secret of [key, engine.api_key]) expect(log).not.toContain(secret.slice(8));
});

it("--sample loads the sample market into a new folder only", async () => {
  const fresh = await startServe(temporaryFolder(), "--sample");
  expect((await fresh.get("/products/search?q=headphones")).body.data.length).toBeGreaterThan(5);
  const folder = temporaryFolder();
  await runJson("import", catalogueFile(productLine("a")), "--data", folder);
  const used = await startServe(folder, "--sample");
  expect((await used.get("/products/search?q=headphones")).body.data).toEqual([]);
});

it("--clock starts the engine's clock at the given time", async () => {
  const folder = temporaryFolder();
  const engine = await startServe(folder, "--clock", "2031-03-10T12:00:00Z");
  const usage = await engine.get("/usage");
  expect(JSON.stringify(usage.body)).toContain('"start_date":"2031-03-10"');
  // Commands use the clock of a running engine (decision 46).
  const account = await runJson("account", "set", "--used", "17", "--data", folder);
  expect(account).toMatchObject({ period: { start_date: "2031-03-10" }, used: 17 });
  expect(JSON.stringify((await engine.get("/usage")).body)).toContain('"credits_used":17');
});

it("--clock starts a new rolling hour and billing period when it is set forward", async () => {
  const folder = temporaryFolder();
  const first = await startServe(folder, "--clock", "2031-03-10T12:00:00Z");
  await runJson("account", "set", "--used", "5", "--data", folder);
  await first.get("/usage");
  await first.stop();
  const later = await startServe(folder, "--clock", "2031-04-10T00:00:00Z");
  expect((await later.get("/usage")).body).toMatchObject({
    data: { current_period: { start_date: "2031-04-10", credits_used: 0, requests_made: 1 } },
  });
});

describe.skipIf(process.platform === "win32")("serve under systemd", () => {
  /** A folder with a slow `systemd-notify` that records its arguments, and the lines recorded so far. */
  function recordingNotifier() {
    const folder = temporaryFolder();
    const record = join(folder, "record");
    const program = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${record}\nsleep 5\n`;
    writeFileSync(join(folder, "systemd-notify"), program, { mode: 0o755 });
    const lines = () => (existsSync(record) ? readFileSync(record, "utf8").split("\n").slice(0, -1) : []);
    return { path: `${folder}:${process.env.PATH}`, lines };
  }

  it("serve notifies systemd when it is ready, then as long as its event loop runs", async () => {
    const { path, lines } = recordingNotifier();
    const env = { PATH: path, NOTIFY_SOCKET: "/run/notify", WATCHDOG_USEC: "3000000" };
    const engine = await startServeWith(env, temporaryFolder());
    await until(() => lines().length > 3);
    expect(lines().slice(0, 3)).toEqual([
      "/run/notify READY=1",
      "/run/notify WATCHDOG=1",
      "/run/notify WATCHDOG=1",
    ]);
    expect(await engine.stop()).toBe(0);
  });

  it("serve only reports that it is ready if systemd does not expect more", async () => {
    const { path, lines } = recordingNotifier();
    const engine = await startServeWith({ PATH: path, NOTIFY_SOCKET: "/run/notify" }, temporaryFolder());
    await until(() => lines().length > 0);
    expect(await engine.stop()).toBe(0);
    expect(lines()).toEqual(["/run/notify READY=1"]);
  });

  it("serve runs without systemd-notify, and says so", async () => {
    const env = { PATH: temporaryFolder(), NOTIFY_SOCKET: "/run/notify" };
    const args = ["serve", "--port", "0", "--data", temporaryFolder()];
    const child = spawnCli(args, { env });
    child.stderr?.once("data", () => child.kill("SIGTERM"));
    const { code, stderr } = await waitForExit(child);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "systemd was not notified: spawn systemd-notify ENOENT.\n",
    });
  });

  it("serve does not run systemd-notify unless systemd has started it", async () => {
    const { path, lines } = recordingNotifier();
    const engine = await startServeWith({ PATH: path, WATCHDOG_USEC: "600000" }, temporaryFolder());
    expect((await engine.get("/usage")).status).toBe(200);
    expect(await engine.stop()).toBe(0);
    expect(lines()).toEqual([]);
  });

  it("the unit does not restart a service whose database cannot be used", async () => {
    const folder = temporaryFolder();
    writeFileSync(databaseFile(folder), "this is not a database ".repeat(500));
    const { code } = await runCli(["serve", "--port", "0", "--data", folder]);
    expect(code).toBe(3);
    const unit = readFileSync("resources/server/tidemark.service", "utf8");
    expect(unit).toContain(`\nRestartPreventExitStatus=${code}\n`);
  });
});
