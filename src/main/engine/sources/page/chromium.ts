import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { accessSync, constants, statSync } from "node:fs";
import { connect } from "node:net";
import type { Browser, BrowserContext, CDPSession, Page, Request } from "playwright-core";
import type { FetchFailure, RenderRequest } from "../../../../shared/engine-process.js";
import { type GuardProxy, startGuardProxy } from "../../../../shared/node/guard-proxy.js";
import { PageTraffic } from "../../../../shared/node/page-traffic.js";
import {
  type BrowserPage,
  browserUserAgent,
  failedRender,
  maxPageBytes,
  type PageEvents,
  pageCrashed,
  pageRenderer,
  pageTooLarge,
  type ReadCheck,
  type RenderLimits,
} from "../../../../shared/node/render-page.js";
import { BrowserKeeper, BrowserUnavailable } from "./browser-keeper.js";
import type { Renderer } from "./renderer.js";
import { pageUserAgent } from "./renderer.js";

const startTimeoutMs = 30_000;
/** A browser that cannot open or close an empty page in this time hangs. */
const hangMs = { open: 15_000, close: 5_000 };
/** Nothing listens at this port. */
const deadEnd = "127.0.0.1:9";
const worldName = "tidemark";

/** An existing Chromium. */
export type BrowserPlace =
  | { readonly kind: "program"; readonly path: string }
  /** Of its DevTools, such as `ws://127.0.0.1:9222`. */
  | { readonly kind: "address"; readonly url: URL };

/** Chromium's switches beside those of Playwright. */
const switches = [
  // WebRTC uses no UDP, which would pass the proxy by: of Chromium, and of its headless shell.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Chromium itself resolves no names; the proxy does.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--js-flags=--max-old-space-size=512",
];

/** The line of a failed start that says most. */
function firstReason(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).split("\n");
  const sandbox = lines.find((line) => /no usable sandbox/i.test(line));
  if (sandbox !== undefined)
    return "Chromium has no sandbox here. Run it as a service of its own, and name its DevTools address";
  const [, complaint] = lines.map((line) => /\[err\] (.*)/.exec(line)).find((found) => found !== null) ?? [];
  return (complaint ?? lines[0] ?? "").replace(/^browserType\.\w+: /, "").replace(/\.$/, "");
}

function assertProgram(path: string): void {
  try {
    if (!statSync(path).isFile()) throw new BrowserUnavailable(`${path} is not a program.`);
    accessSync(path, constants.X_OK);
  } catch (error) {
    if (error instanceof BrowserUnavailable) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new BrowserUnavailable(
      code === "ENOENT" ? `${path} does not exist.` : `${path} cannot be run (${code}).`,
    );
  }
}

async function startProgram(path: string): Promise<Browser> {
  assertProgram(path);
  const { chromium } = await import("playwright-core");
  try {
    return await chromium.launch({
      executablePath: path,
      args: switches,
      // Chromium refuses to use its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
      // Each page gets a proxy of its own. What Chromium asks for by itself goes nowhere.
      proxy: { server: `http://${deadEnd}` },
      timeout: startTimeoutMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new BrowserUnavailable(`${path} does not start as Chromium: ${firstReason(error)}.`);
  }
}

/** DevTools answer only to addresses, and to `localhost`. */
async function withAddress(url: URL): Promise<URL> {
  const { address, family } = await lookup(url.hostname.replace(/^\[|\]$/g, ""));
  const resolved = new URL(url);
  resolved.hostname = family === 6 ? `[${address}]` : address;
  return resolved;
}

async function connectTo(url: URL): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  try {
    const resolved = url.protocol === "wss:" ? url : await withAddress(url);
    // A bare address asks for the browser's own, which changes with each start.
    const isBare = resolved.pathname === "/" && resolved.search === "";
    const endpoint = isBare ? resolved.href.replace(/^ws/, "http") : resolved.href;
    return await chromium.connectOverCDP(endpoint, { timeout: startTimeoutMs });
  } catch (error) {
    throw new BrowserUnavailable(`No Chromium answers at ${url.host}: ${firstReason(error)}.`);
  }
}

/** This computer's address on the way to the browser, at which the browser reaches it. */
async function ownAddressFor(place: BrowserPlace): Promise<string> {
  if (place.kind === "program") return "127.0.0.1";
  const { hostname, port, protocol } = place.url;
  const socket = connect(Number(port || (protocol === "wss:" ? 443 : 80)), hostname.replace(/^\[|\]$/g, ""));
  try {
    await once(socket, "connect");
    return socket.localAddress ?? "127.0.0.1";
  } finally {
    socket.destroy();
  }
}

async function newContext(
  browser: Browser,
  proxy: GuardProxy,
  address: string,
  { language }: RenderRequest,
  version: string,
): Promise<BrowserContext> {
  const host = address.includes(":") ? `[${address}]` : address;
  return browser.newContext({
    proxy: {
      server: `http://${host}:${proxy.port}`,
      // Chromium would otherwise bypass the proxy for loopback addresses.
      bypass: "<-loopback>",
      username: proxy.user,
      password: proxy.password,
    },
    userAgent: browserUserAgent(browser.version(), pageUserAgent(version)),
    locale: new Intl.Locale(language).baseName,
    viewport: { width: 1_280, height: 1_600 },
    acceptDownloads: false,
    serviceWorkers: "block",
  });
}

/** Whether a request is the page's own, not that of a window that it opens. */
function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    // A window has no page before its first request.
    return false;
  }
}

/** Admits what the page needs. The proxy sees the rest: redirects, sockets, and the addresses of names. */
async function watchRequests(context: BrowserContext, page: Page, traffic: PageTraffic): Promise<void> {
  await context.route("**/*", (route, request) => {
    const own = { url: request.url(), resourceType: request.resourceType() };
    const isAdmitted = isOf(page, request) && traffic.admit(request, own);
    return (isAdmitted ? route.continue() : route.abort("blockedbyclient")).catch(() => undefined);
  });
  const onEnd = (request: Request) => traffic.end(request);
  page.on("requestfinished", onEnd).on("requestfailed", onEnd);
  // A redirected request is another one, which is not routed.
  page.on("request", (request) => {
    if (request.redirectedFrom() !== null)
      traffic.admit(request, { url: request.url(), resourceType: request.resourceType() });
  });
  context.on("page", (other) => other !== page && void other.close().catch(() => undefined));
}

/** Evaluates in a world of its own, which DevTools create once for each document. */
async function evaluateApart(devTools: CDPSession, expression: string): Promise<unknown> {
  const { frameTree } = await devTools.send("Page.getFrameTree");
  const { executionContextId: contextId } = await devTools.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName,
  });
  const { result, exceptionDetails } = await devTools.send("Runtime.evaluate", {
    expression,
    contextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return result.value;
}

/** Follows the document that the page shows, or tried to. */
class ShownDocument {
  status = 0;
  readonly #page: Page;
  #requestedUrl = "";

  constructor(page: Page) {
    this.#page = page;
    const isDocument = (request: Request) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on("request", (request) => {
      if (!isDocument(request)) return;
      this.#requestedUrl = request.url();
      this.onNavigation();
    });
    page.on("response", (response) => {
      if (isDocument(response.request())) this.status = response.status();
    });
  }

  onNavigation = () => {};

  url(): string {
    const url = this.#page.url();
    return /^https?:/.test(url) ? url : this.#requestedUrl;
  }

  open(url: string, { onReady, onNavigation, onError }: PageEvents): void {
    this.onNavigation = onNavigation;
    this.#page.on("domcontentloaded", onReady);
    this.#page.goto(url, { waitUntil: "commit", timeout: 0 }).catch((error: unknown) => {
      const message = String(error);
      const [, code] = /net::(ERR_\w+)/.exec(message) ?? [];
      if (message.includes("Download is starting")) onError("it is a download");
      // Another navigation replaced this one, or the page is closed.
      else if (code !== undefined && code !== "ERR_ABORTED") onError(code);
    });
  }
}

async function settlesInTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const isSettled = await Promise.race([work.then(() => true), late]).catch(() => true);
  clearTimeout(timer);
  return isSettled;
}

interface OpenOptions {
  readonly place: BrowserPlace;
  readonly keeper: BrowserKeeper<Browser>;
  readonly version: string;
}

async function openPage(
  browser: Browser,
  request: RenderRequest,
  { place, keeper, version }: OpenOptions,
): Promise<BrowserPage> {
  const address = await ownAddressFor(place);
  const allowedHosts = new Set(request.allowedHosts);
  const proxy = await startGuardProxy({ allowedHosts, address, maxBytes: maxPageBytes });
  let context: BrowserContext | undefined;
  const close = async () => {
    const isClosed = context === undefined || (await settlesInTime(context.close(), hangMs.close));
    proxy.close();
    if (!isClosed) void keeper.release();
    else if (browser.isConnected()) keeper.rest();
  };
  try {
    context = await newContext(browser, proxy, address, request, version);
    const page = await context.newPage();
    const traffic = new PageTraffic("render", request.allowedHosts);
    await watchRequests(context, page, traffic);
    const devTools = await context.newCDPSession(page);
    const shown = new ShownDocument(page);
    return {
      network: traffic,
      open: (url, events) => shown.open(url, events),
      ended: new Promise((resolve) => {
        page.on("crash", () => resolve(pageCrashed));
        browser.on("disconnected", () => resolve(browserEnded));
        proxy.exhausted.then(() => resolve(pageTooLarge));
      }),
      evaluate: (expression) => evaluateApart(devTools, expression),
      url: () => shown.url(),
      status: () => shown.status,
      stopLoading: () => void devTools.send("Page.stopLoading").catch(() => undefined),
      isRefused: (host) => traffic.refusedHosts.has(host) || proxy.refusedHosts.has(host),
      connectionError: (host) => proxy.unreachedHosts.get(host) ?? null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const browserEnded = failedRender("crashed", "The browser ended while it showed the page.");

const browserHangs = failedRender(
  "crashed",
  "The browser did not open a page in time, and is started again.",
);

function unavailable(reason: string): FetchFailure {
  return failedRender(
    "needs a window",
    `The page shows its price only in a browser, and there is none for now. ${reason}`,
  );
}

/** Renders pages in a Chromium that is already on this computer, or in its network. */
export interface ServerBrowser {
  readonly render: Renderer;
  /** Why the browser does not run; `null` if it does, or would for the next page. */
  problem(): string | null;
  /** Starts the browser. Rejects with `BrowserUnavailable`. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerBrowserOptions {
  readonly place: BrowserPlace;
  readonly version: string;
  readonly isRead: ReadCheck;
  readonly log: (line: string) => void;
  readonly limits?: RenderLimits;
  /** The pause before the first of several starts. */
  readonly firstPauseMs?: number;
  /** After this time, a browser that opens no page is replaced. */
  readonly hangMs?: number;
}

export function serverBrowser(options: ServerBrowserOptions): ServerBrowser {
  const { place, version, log } = options;
  const start = () => (place.kind === "program" ? startProgram(place.path) : connectTo(place.url));
  const keeper = new BrowserKeeper(start, log, options.firstPauseMs);
  const render = pageRenderer({
    ...options,
    openPage: async (request) => {
      try {
        const opening = openPage(await keeper.get(), request, { place, keeper, version });
        if (await settlesInTime(opening, options.hangMs ?? hangMs.open)) return await opening;
        void keeper.release();
        return browserHangs;
      } catch (error) {
        if (error instanceof BrowserUnavailable) return unavailable(error.message);
        throw error;
      }
    },
  });
  return {
    render,
    problem: () => keeper.problem,
    start: async () => {
      await keeper.get();
      keeper.rest();
    },
    close: () => keeper.close(),
  };
}
