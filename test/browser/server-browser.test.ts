import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type BrowserPlace,
  type ServerBrowser,
  type ServerBrowserOptions,
  serverBrowser,
} from "../../src/main/engine/sources/page/chromium.js";
import type { RenderResult } from "../../src/shared/engine-process.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { ensureBuilt, runCli, runJson, runResults, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { serve } from "../support/serve.js";
import { addLink, startShopEngine } from "../support/shop.js";
import { startScriptShop } from "../support/shop-site.js";
import { until } from "../support/until.js";

const program: BrowserPlace = { kind: "program", path: "/usr/bin/chromium" };
const limits = { totalMs: 3_000, settleMs: 2_000, priceMs: 1_000 };

function createBrowser(options: Partial<ServerBrowserOptions> = {}): ServerBrowser {
  return serverBrowser({
    place: program,
    version: "0.0.0",
    isRead: async ({ html }) => /\$\d/.test(html),
    log: () => undefined,
    ...options,
  });
}

function render({ render: open }: ServerBrowser, url: string, signal = AbortSignal.timeout(60_000)) {
  return open({ url, allowedHosts: [new URL(url).host], language: "en-US", recipe: null }, signal);
}

function htmlOf(result: RenderResult): string {
  if (result.kind === "failed") throw new Error(`${result.outcome}: ${result.detail}`);
  return result.html;
}

/** A server at a private address, which counts the connections and datagrams that reach it. */
async function startNeighbour() {
  let contacts = 0;
  const server = createTcpServer((socket) => {
    contacts++;
    socket.destroy();
  });
  const datagrams = createSocket("udp4", () => void contacts++);
  server.listen(0, "127.0.0.1");
  datagrams.bind(0, "127.0.0.1");
  await Promise.all([once(server, "listening"), once(datagrams, "listening")]);
  onTestFinished(() => {
    server.close();
    datagrams.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, stun: `stun:127.0.0.1:${datagrams.address().port}`, contacts: () => contacts };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A shop on loopback, which browsers may visit. */
async function openShop(answer: Answer) {
  const paths: string[] = [];
  const port = await serve(
    createServer((request, response) => {
      paths.push(request.url ?? "");
      response.setHeader("Content-Type", "text/html");
      answer(request, response);
    }),
  );
  return { origin: `http://127.0.0.1:${port}`, paths };
}

function pageWith(script: string): string {
  return `<!doctype html><html lang="en-US"><title>Lantern</title><h1>Lantern</h1><p id="price"></p><script>${script}</script>`;
}

/** A script that shows the price once it has tried something. */
function showing(attempt: string): string {
  return pageWith(`(async () => { ${attempt} document.getElementById("price").textContent = "$49.99"; })();`);
}

const attempts: Readonly<Record<string, (to: string, stun: string) => string>> = {
  "a request": (to) => `fetch("${to}/", { mode: "no-cors" }).catch(() => {});`,
  "a redirected request": (to) => `fetch("/to/${to}", { mode: "no-cors" }).catch(() => {});`,
  "a picture": (to) => `new Image().src = "${to}/x.png";`,
  "a script": (to) =>
    `const script = document.createElement("script"); script.src = "${to}/x.js"; body.append(script);`,
  "a frame": (to) => `add('<iframe src="${to}/"></iframe>');`,
  "a redirected frame": (to) => `add('<iframe src="/to/${to}"></iframe>');`,
  "a web socket": (to) => `new WebSocket("${to.replace("http", "ws")}/");`,
  "an event stream": (to) => `new EventSource("${to}/");`,
  "a beacon": (to) => `navigator.sendBeacon("${to}/", "x");`,
  "a window": (to) => `open("${to}/");`,
  "a form": (to) => `add('<form target=_blank action="${to}/"></form>'); document.forms[0].submit();`,
  "a preconnection": (to) => `add('<link rel=preconnect href="${to}">');`,
  "a worker": (to) => `new Worker(URL.createObjectURL(new Blob(['fetch("${to}/", { mode: "no-cors" })'])));`,
  "a name": (to) => `fetch("${to.replace("127.0.0.1", "localhost")}/", { mode: "no-cors" }).catch(() => {});`,
  "a datagram": (_to, stun) => `
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "${stun}" }] });
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));`,
};

/** A shop whose page tries each way into the private network, each to a neighbour of its own. */
async function openAttackingShop() {
  const neighbours = await Promise.all(
    Object.entries(attempts).map(async ([name, attempt]) => ({ name, attempt, ...(await startNeighbour()) })),
  );
  const script = neighbours.map(({ attempt, origin, stun }) => attempt(origin, stun)).join("\n");
  const shop = await openShop(({ url = "" }, response) => {
    if (url.startsWith("/to/")) return response.writeHead(302, { Location: `${url.slice(4)}/` }).end();
    const add =
      'const { body } = document; const add = (html) => body.insertAdjacentHTML("beforeend", html);';
    return response.end(showing(`${add}\n${script}`));
  });
  const reached = () => neighbours.filter(({ contacts }) => contacts() > 0).map(({ name }) => name);
  return { shop, reached };
}

describe("a page in a server's Chromium", () => {
  let browser: ServerBrowser;
  beforeAll(() => {
    browser = createBrowser();
    return () => browser.close();
  });

  it("is read as its scripts leave it, with Tidemark named to the shop", async () => {
    const shop = await startScriptShop('<p class="price">$49.99</p>');
    onTestFinished(() => shop.close());
    expect(htmlOf(await render(browser, `${shop.origin}/p/lantern`))).toContain("$49.99");
    expect(
      shop.requests.every(({ agent }) => / Chrome\/\d+\.0\.0\.0 .* Tidemark\/0\.0\.0 /.test(agent)),
    ).toBe(true);
    expect(shop.requests.map(({ path }) => path)).not.toContain("/lantern.png");
  });

  it("reaches nothing in the private network", async () => {
    const { shop, reached } = await openAttackingShop();
    expect(htmlOf(await render(browser, `${shop.origin}/`))).toContain("$49.99");
    expect(reached()).toEqual([]);
  });

  it.each<[string, (target: string) => Answer]>([
    ["by the shop", (target) => (_request, response) => response.writeHead(302, { Location: target }).end()],
    [
      "by a script",
      (target) => (_request, response) => response.end(pageWith(`location.href = "${target}";`)),
    ],
  ])("is refused if it is led into the private network %s", async (_who, answer) => {
    const neighbour = await startNeighbour();
    const shop = await openShop(answer(`${neighbour.origin}/router`));
    const result = await render(browser, `${shop.origin}/`);
    expect(result).toMatchObject({ kind: "failed", outcome: "refused redirect" });
    expect(neighbour.contacts()).toBe(0);
  });

  it("leaves nothing to the next visit, and gets no permissions, downloads or windows", async () => {
    const attempt = `
      const seen = document.cookie + (localStorage.getItem("seen") ?? "");
      document.cookie = "seen=cookie"; localStorage.setItem("seen", "storage");
      const registered = await navigator.serviceWorker.register("/worker.js").then((found) => found?.scope, () => "");
      const asked = await Promise.all(["geolocation", "camera", "notifications"].map((name) => navigator.permissions.query({ name })));
      const opened = window.open("/popup");
      const link = document.createElement("a"); link.href = "/file.bin"; link.download = ""; link.click();
      alert("Stop."); confirm("Sure?"); onbeforeunload = () => "Stay.";
      document.title = JSON.stringify([seen, registered ?? "", asked.some(({ state }) => state === "granted")]);`;
    const shop = await openShop((_request, response) => response.end(showing(attempt)));
    for (let visit = 0; visit < 2; visit++)
      expect(htmlOf(await render(browser, `${shop.origin}/`))).toContain('<title>["","",false]</title>');
    expect(shop.paths).not.toContain("/popup");
    expect(shop.paths).not.toContain("/worker.js");
  });

  it("cannot interfere with what is read of it", async () => {
    const attempt = `
      Object.defineProperty(Element.prototype, "outerHTML", { get: () => "$1.00" });
      performance.now = () => NaN; window.lastChange = Infinity; window.MutationObserver = null;`;
    const shop = await openShop((_request, response) => response.end(showing(attempt)));
    expect(htmlOf(await render(browser, `${shop.origin}/`))).toContain('<p id="price">$49.99</p>');
  });

  const growing = `
    const data = document.createElement("script");
    data.type = "text/plain";
    data.textContent = "x".repeat(50_000_000);
    document.body.append(data);`;
  it.each([
    ["arrives with 50 MB", `<script type="text/plain">${"x".repeat(50_000_000)}</script>`],
    ["grows to 50 MB", pageWith(growing)],
  ])("is not copied out of Chromium if it %s", async (_how, body) => {
    const shop = await openShop((_request, response) => response.end(body));
    expect(await render(browser, `${shop.origin}/`)).toMatchObject({ kind: "failed", outcome: "too large" });
  });

  it("is rendered after others, and not at all once its check has ended", async () => {
    const shop = await openShop((_request, response) => response.end(showing("")));
    const cancelled = new AbortController();
    const visits = [
      render(browser, `${shop.origin}/1`),
      render(browser, `${shop.origin}/2`, cancelled.signal),
      render(browser, `${shop.origin}/3`),
    ];
    cancelled.abort();
    expect((await Promise.all(visits)).map(({ kind }) => kind)).toEqual(["page", "failed", "page"]);
    expect(shop.paths.filter((path) => path !== "/favicon.ico")).toEqual(["/1", "/3"]);
  });
});

describe("a page without end in a server's Chromium", () => {
  let browser: ServerBrowser;
  beforeAll(() => {
    browser = createBrowser({ limits });
    return () => browser.close();
  });

  it.each<[string, string, Answer]>([
    ["never ends to arrive", "timeout", (_request, response) => response.write("<h1>Lantern</h1>")],
    ["never answers", "timeout", () => undefined],
    ["computes for ever", "timeout", (_request, response) => response.end(pageWith("for (;;);"))],
    ["asks for ever", "timeout", (_request, response) => response.end(pageWith("for (;;) alert(1);"))],
    [
      "has 5 million elements",
      "timeout",
      (_request, response) => response.end("<p>More.</p>".repeat(5_000_000)),
    ],
    [
      "is a download",
      "network",
      (_request, response) =>
        response
          .writeHead(200, { "Content-Type": "application/octet-stream", "Content-Disposition": "attachment" })
          .end("x"),
    ],
    [
      "redirects for ever",
      "network",
      ({ url }, response) => response.writeHead(302, { Location: `${url}x` }).end(),
    ],
    [
      "is loaded again for ever",
      // Whether navigations or time run out first depends on the computer.
      "network|timeout",
      ({ url }, response) => response.end(pageWith(`location.replace("${url}x");`)),
    ],
  ])("that %s is given up, and the next one is read", async (_what, outcome, answer) => {
    const shop = await openShop(answer);
    const next = await openShop((_request, response) => response.end(showing("")));
    expect(await render(browser, `${shop.origin}/p`)).toMatchObject({
      kind: "failed",
      outcome: expect.stringMatching(`^(${outcome})$`),
    });
    expect(htmlOf(await render(browser, `${next.origin}/`))).toContain("$49.99");
  });

  it("gets no more than 30 MB", async () => {
    const megabyte = Buffer.alloc(1_000_000, "x");
    let sent = 0;
    function* endless() {
      for (; ; sent++) yield megabyte;
    }
    const script = `await Promise.all(Array.from({ length: 6 }, (_, i) =>
      fetch("/" + i).then((found) => found.text()).catch(() => "")));`;
    const shop = await openShop((request, response) => {
      if (request.url === "/") response.end(showing(script));
      else Readable.from(endless()).pipe(response);
    });
    await render(browser, `${shop.origin}/`);
    expect(sent).toBeGreaterThan(20);
    // Beside what the sockets buffer.
    expect(sent).toBeLessThan(70);
  });
});

const commandLineOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8");

/** Signals the Chromium that this test has started, which it knows by its parent and its arguments. */
function signalChromium(signal: NodeJS.Signals): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      const isOwn = Number(parent) === process.pid && commandLineOf(pid).includes("remote-debugging-pipe");
      if (isOwn) process.kill(Number(pid), signal);
    } catch {
      // A process may end before it is looked at.
    }
  }
}

const waiting = pageWith(`
  fetch("/price").then(async (found) => { document.getElementById("price").textContent = await found.text(); });`);

describe("a server whose Chromium is killed", () => {
  it("goes on, says why a page was not rendered, and renders it again once Chromium runs", async () => {
    const browser = createBrowser({ firstPauseMs: 1 });
    onTestFinished(() => browser.close());
    let [price, onPrice] = ["$49.99", () => {}];
    const shop = await openShop(({ url }, response) => {
      if (url !== "/price") return response.end(waiting);
      onPrice();
      return response.end(price);
    });
    const { render, problem: browserProblem } = browser;
    const engine = await startShopEngine([new URL(shop.origin)], { render, browserProblem });
    const lastCheck = async () =>
      (await engine.data("schedules.overview", { product_key: key })).schedules[0]?.checks[0];
    const { product_key: key } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.data("schedules.put", { ids: [key], schedule: "hourly" });
    shop.paths.length = 0;

    onPrice = () => {
      signalChromium("SIGKILL");
      onPrice = () => {};
    };
    engine.clock.advance(HOUR_MS);
    await until(async () => (await lastCheck())?.outcome === "crashed");
    expect(await lastCheck()).toMatchObject({ detail: "The browser ended while it showed the page." });
    // Rendered in vain, then plain.
    expect(shop.paths).toEqual(["/p/lantern", "/price", "/p/lantern"]);
    await until(() => browser.problem() === null);
    price = "$44.50";
    engine.clock.advance(HOUR_MS);
    await until(async () => (await lastCheck())?.outcome === "ok");
    expect(shop.paths.slice(3)).toEqual(["/p/lantern", "/price"]);
    expect((await engine.get(`/products/offers?ids=${key}`)).body.data[0]?.offers?.[0]?.price).toBe(44.5);
  });

  it("is replaced if it hangs", async () => {
    const browser = createBrowser({ hangMs: 4_000 });
    onTestFinished(() => browser.close());
    await browser.start();
    const shop = await openShop((_request, response) => response.end(showing("")));
    signalChromium("SIGSTOP");
    expect(await render(browser, `${shop.origin}/`)).toMatchObject({ outcome: "crashed" });
    expect(htmlOf(await render(browser, `${shop.origin}/`))).toContain("$49.99");
    signalChromium("SIGKILL");
  });

  it("is told by /health, which is no failure of the engine", async () => {
    const state = { problem: null as string | null };
    const engine = await startShopEngine([], { browserProblem: () => state.problem });
    const health = async () => (await fetch(`${engine.origin()}/health`)).json();
    expect(await health()).toMatchObject({ status: "ok", browser: "ok" });
    state.problem = "The browser has ended unexpectedly.";
    expect(await health()).toMatchObject({ status: "ok", browser: "failing", browser_reason: state.problem });
  });
});

/** Starts a Chromium as the guide's service does, and returns the address of its DevTools. */
async function startDevTools(): Promise<URL> {
  const [, switches = ""] =
    /^ExecStart=\/usr\/bin\/chromium (.*)$/m.exec(readFileSync("docs/server.md", "utf8")) ?? [];
  const args = switches.replace("=9222", "=0").replace("/run/tidemark-browser", temporaryFolder()).split(" ");
  const child = spawn("/usr/bin/chromium", [...args, "--no-sandbox"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const address = () => /DevTools listening on (ws:\/\/\S+)/.exec(text)?.[1] ?? "";
  await until(() => address() !== "");
  return new URL(address());
}

describe("a Chromium that runs as a service", () => {
  it.each([
    ["by its port", ({ port }: URL) => `ws://localhost:${port}`],
    ["by its own address", ({ href }: URL) => href],
  ])("is reached %s, and renders pages behind the same guard", async (_how, place) => {
    const devTools = await startDevTools();
    // Playwright waits for a page that is open already, whose load behind the closed proxy may never end.
    expect(await (await fetch(`http://${devTools.host}/json/list`)).json()).toEqual([]);
    const browser = createBrowser({ place: { kind: "address", url: new URL(place(devTools)) } });
    onTestFinished(() => browser.close());
    await browser.start();
    const { shop, reached } = await openAttackingShop();
    expect(htmlOf(await render(browser, `${shop.origin}/`))).toContain("$49.99");
    expect(reached()).toEqual([]);
  });

  it("is waited for", async () => {
    const place = { kind: "address", url: new URL("ws://127.0.0.1:9") } as const;
    const browser = createBrowser({ place });
    onTestFinished(() => browser.close());
    await expect(browser.start()).rejects.toThrow("No Chromium answers at 127.0.0.1:9:");
    expect(await render(browser, "http://127.0.0.1:9/")).toMatchObject({
      outcome: "needs a window",
      detail: expect.stringContaining("No Chromium answers at 127.0.0.1:9"),
    });
  });
});

describe("serve --browser", () => {
  beforeAll(ensureBuilt);

  it("reads the page of a link in Chromium", async () => {
    const shop = await startScriptShop('<p class="price">$49.99</p>');
    onTestFinished(() => shop.close());
    const folder = temporaryFolder();
    const server = await startServe(folder, "--browser", "/usr/bin/chromium");
    const link = `${shop.origin}/p/lantern`;
    const { results } = await runResults(["watch", "add", link, "--allow-host", shop.host, "--data", folder]);
    expect(results).toMatchObject([{ status: "watching", price: 49.99 }]);
    expect(await runJson("health", "--data", folder)).toMatchObject({ status: "ok", browser: "ok" });
    expect(await server.stop()).toBe(0);
    expect(await runCli(["health", "--data", folder])).toMatchObject({ code: 1, stdout: "" });
  });

  it.each([
    ["/nowhere/chromium", 1, /^--browser: \/nowhere\/chromium does not exist\.\n$/],
    ["/usr/bin", 1, /^--browser: \/usr\/bin is not a program\.\n$/],
    ["/bin/ls", 1, /^--browser: \/bin\/ls does not start as Chromium: .+\.\n$/],
    ["ftp://browser.lan", 2, /the path of Chromium, or the address of its DevTools/],
  ])("refuses %s at the start", async (place, code, text) => {
    const ran = await runCli(["serve", "--port", "0", "--browser", place, "--data", temporaryFolder()]);
    expect(ran).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(text) });
  });
});
