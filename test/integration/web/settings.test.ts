import { createServer } from "node:http";
import { type ListenOptions, Server } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { openTestEngine } from "../../support/engine.js";
import { serve } from "../../support/serve.js";
import { builtPage, openTestPage, sendTo } from "../../support/web-page.js";

afterEach(() => void vi.restoreAllMocks());

/** An engine of the app, on which nothing is turned on yet. */
function openApp(pageFolder = builtPage()) {
  return openTestEngine({ pageFolder });
}

it("the page is off until it is turned on, which takes effect at once and lasts", async () => {
  const engine = await openApp();
  expect(await engine.data("web.status", {})).toEqual({
    enabled: false,
    running: false,
    port: 47_180,
    listen: [],
    allowed_hosts: [],
    urls: [],
    secure: false,
    problem: null,
    port_in_use: false,
  });
  const started = await engine.data("web.configure", { enabled: true, port: 0 });
  expect(started).toMatchObject({ running: true, urls: [`http://127.0.0.1:${started.port}`] });
  expect((await sendTo(started.urls[0] ?? "", "/")).status).toBe(200);
  await engine.restart();
  const again = await engine.data("web.status", {});
  expect(again.running).toBe(true);
  expect((await sendTo(again.urls[0] ?? "", "/")).status).toBe(200);
  expect(await engine.data("web.configure", { enabled: false })).toMatchObject({ running: false, urls: [] });
  await expect(sendTo(again.urls[0] ?? "", "/")).rejects.toThrow();
});

it("settings of a run win until they are changed", async () => {
  const page = await openTestPage({ web: { allowed_hosts: ["nas.local"] } });
  expect(await page.engine.data("web.status", {})).toMatchObject({ allowed_hosts: ["nas.local"] });
  const changed = await page.engine.data("web.configure", { allowed_hosts: ["Other.local"] });
  expect(changed).toMatchObject({ allowed_hosts: ["other.local"], running: true });
});

it("a name must be allowed, with any port or its own", async () => {
  const page = await openTestPage();
  const open = async (host: string) => (await page.send("/", { headers: { Host: host } })).status;
  expect(await open("nas.local:8080")).toBe(421);
  await page.engine.data("web.configure", { allowed_hosts: ["nas.local", "box.lan:81"] });
  expect(await open("nas.local:8080")).toBe(200);
  expect(await open("NAS.local")).toBe(200);
  expect(await open("box.lan:81")).toBe(200);
  expect(await open("box.lan")).toBe(421);
  // The server is the same, so that devices stay connected.
  const { urls } = await page.engine.data("web.status", {});
  expect(urls).toEqual([`http://nas.local:${new URL(page.origin).port}`, "http://box.lan:81", page.origin]);
});

it.each(["127.0.0.2", "::1"])("listens on %s alone if that is its address", async (address) => {
  const page = await openTestPage({ web: { listen: [address] } });
  const { port, urls, problem } = await page.engine.data("web.status", {});
  // Some computers have no IPv6.
  if (problem !== null) return expect(problem).toContain(`${address} is not an address of this computer.`);
  const host = address === "::1" ? "[::1]" : address;
  expect(urls).toEqual([`http://${host}:${port}`]);
  expect((await sendTo(`http://${host}:${port}`, "/")).status).toBe(200);
});

it("listens on all addresses of both families, as the app's switch asks", async () => {
  const engine = await openApp();
  const { running, problem, port } = await engine.data("web.configure", {
    enabled: true,
    port: 0,
    listen: ["0.0.0.0", "::"],
  });
  expect({ running, problem }).toEqual({ running: true, problem: null });
  expect((await sendTo(`http://127.0.0.1:${port}`, "/")).status).toBe(200);
});

it("a port in use is named, and the engine runs without the page", async () => {
  const port = await serve(createServer());
  const engine = await openApp();
  const problem = `Port ${port} is in use. Choose another one, or end the program that uses it.`;
  const status = await engine.data("web.configure", { enabled: true, port });
  expect(status).toMatchObject({ enabled: true, running: false, urls: [], problem, port_in_use: true });
  expect(await engine.call("web.start_pairing", {})).toMatchObject({
    ok: false,
    error: { message: problem },
  });
  expect(await engine.data("web.configure", { port: 0 })).toMatchObject({
    running: true,
    problem: null,
    port_in_use: false,
  });
});

it("an address that this computer does not have is named", async () => {
  const engine = await openApp();
  const status = await engine.data("web.configure", { enabled: true, port: 0, listen: ["192.0.2.1"] });
  expect(status).toMatchObject({
    running: false,
    problem: "192.0.2.1 is not an address of this computer. Choose one of its own, or 0.0.0.0 for all.",
  });
});

it("a computer without IPv6 says so, and serves the page on IPv4 if that is asked for, too", async () => {
  const listen = Server.prototype.listen;
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...args: unknown[]) {
    const { host } = args[0] as ListenOptions;
    if (host !== "::") return Reflect.apply(listen, this, args) as Server;
    const message = "listen EAFNOSUPPORT: address family not supported ::";
    const error = Object.assign(new Error(message), { code: "EAFNOSUPPORT", address: host });
    process.nextTick(() => this.emit("error", error));
    return this;
  });
  const engine = await openApp();
  const options = { enabled: true, port: 0 };
  expect(await engine.data("web.configure", { ...options, listen: ["::"] })).toMatchObject({
    running: false,
    problem: "This computer has no IPv6, so :: cannot be used. Choose an IPv4 address, or 0.0.0.0 for all.",
  });
  const both = await engine.data("web.configure", { ...options, listen: ["0.0.0.0", "::"] });
  expect(both).toMatchObject({ running: true, problem: null });
});

it("an installation without the page's files says so", async () => {
  const engine = await openTestEngine({});
  const { running, problem } = await engine.data("web.configure", { enabled: true, port: 0 });
  expect({ running, problem }).toEqual({
    running: false,
    problem: "The page could not be served: this installation lacks its files. Install Tidemark again.",
  });
});

it("settings that are not valid change nothing", async () => {
  const engine = await openApp();
  for (const settings of [
    { listen: ["nas.local"] },
    { port: 70_000 },
    { allowed_hosts: ["http://nas.local/"] },
  ]) {
    const { ok } = await engine.call("web.configure", settings);
    expect(ok).toBe(false);
  }
  expect(await engine.data("web.status", {})).toMatchObject({ port: 47_180, listen: [], allowed_hosts: [] });
});

it("changes at once take effect one after another", async () => {
  const engine = await openApp();
  await Promise.all([
    engine.data("web.configure", { enabled: true, port: 0 }),
    engine.data("web.configure", { enabled: false }),
    engine.data("web.configure", { enabled: true }),
  ]);
  const { running, urls } = await engine.data("web.status", {});
  expect(running).toBe(true);
  expect((await sendTo(urls[0] ?? "", "/")).status).toBe(200);
});
