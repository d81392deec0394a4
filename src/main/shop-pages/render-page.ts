import { setTimeout as delay } from "node:timers/promises";
import type { RenderRequest, RenderResult } from "../../shared/engine-process.js";
import { isWebPage } from "./shop-request.js";
import { openShopWindow, readHtml, runInPage, type ShopWindow } from "./shop-window.js";

const limits = {
  /** For the whole job, from the first request to the HTML. */
  totalMs: 20_000,
  /** From `dom-ready` until the page is read, even if it is still changing. */
  settleMs: 8_000,
  /** From `dom-ready` until a settled page without a price is read. Some scripts add it after a pause. */
  priceMs: 5_000,
  redirects: 5,
} as const;
/** A page has settled after this long without DOM changes or requests. */
const quietMs = 700;
const pollIntervalMs = 100;

type Failure = Extract<RenderResult, { kind: "failed" }>;

function failed(outcome: string, detail: string): Failure {
  return { kind: "failed", outcome, detail };
}

/** Returns the milliseconds since the DOM last changed. Installs its observer on first use in each document. */
const msSinceChangeScript = `(() => {
  const own = globalThis;
  if (own.lastChange === undefined) {
    own.lastChange = performance.now();
    new MutationObserver(() => { own.lastChange = performance.now(); })
      .observe(document, { subtree: true, childList: true, characterData: true });
  }
  return performance.now() - own.lastChange;
})()`;

/** Waits for `dom-ready`; resolves to a failure if the document cannot be loaded. */
function loadDocument(page: ShopWindow, url: string): Promise<Failure | null> {
  const { webContents: contents } = page.window;
  return new Promise((resolve) => {
    let navigations = 0;
    contents.on("dom-ready", () => resolve(null));
    contents.on("render-process-gone", () => resolve(failed("crashed", "The page's process ended.")));
    contents.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) navigations++;
      if (navigations > limits.redirects + 1) resolve(tooManyRedirects);
    });
    contents.on("did-redirect-navigation", ({ isMainFrame }) => {
      if (isMainFrame) navigations++;
      if (navigations > limits.redirects + 1) resolve(tooManyRedirects);
    });
    contents.on("did-fail-load", (_event, code, description, _url, isMainFrame) => {
      // -3 (aborted): another navigation replaced this one.
      if (isMainFrame && code !== -3) resolve(networkFailure(description));
    });
    contents.loadURL(url).catch(() => undefined);
  });
}

const tooManyRedirects = failed("network", `The shop redirects more than ${limits.redirects} times.`);

function networkFailure(description: string): Failure {
  const reason = description.slice(0, 80);
  return /^ERR_(?:CERT|SSL)/.test(description)
    ? failed("tls", `No secure connection to the shop's server could be made (${reason}).`)
    : failed("network", `The page could not be opened (${reason}).`);
}

/** Whether a check would find the price in a page. */
export type ReadCheck = (page: Pick<RenderRequest, "url" | "recipe"> & { html: string }) => Promise<boolean>;

/** When the page last changed or loaded something; `null` while it is loading. */
async function lastActivity(page: ShopWindow): Promise<number | null> {
  // Scripts fail for a moment while the page navigates.
  const since = await runInPage(page, msSinceChangeScript).catch(() => 0);
  const { pending, changedMs } = page.network;
  return pending > 0 ? null : Math.max(performance.now() - Number(since), changedMs);
}

/** Waits until the page has settled with its price. Reads it again only after a change. */
async function waitForPrice(page: ShopWindow, hasPrice: () => Promise<boolean>, signal: AbortSignal) {
  const startMs = performance.now();
  let readMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await delay(pollIntervalMs);
    const changedMs = await lastActivity(page);
    const nowMs = performance.now();
    if (changedMs === null || nowMs - changedMs < quietMs) continue;
    if (nowMs - startMs >= limits.priceMs) return;
    if (changedMs <= readMs) continue;
    readMs = nowMs;
    if (await hasPrice()) return;
  }
}

/** Waits until the page settles. After the time limit, stops whatever is still loading. */
async function waitUntilSettled(page: ShopWindow, hasPrice: () => Promise<boolean>): Promise<void> {
  const ended = new AbortController();
  const timeout = delay(limits.settleMs, true, { signal: ended.signal }).catch(() => true);
  const settled = waitForPrice(page, hasPrice, ended.signal).then(() => false);
  const hasTimedOut = await Promise.race([settled, timeout]);
  ended.abort();
  if (hasTimedOut && !page.window.isDestroyed()) page.window.webContents.stop();
}

async function readPage(
  page: ShopWindow,
  { url, recipe }: RenderRequest,
  isRead: ReadCheck,
): Promise<RenderResult> {
  const { webContents: contents } = page.window;
  let status = 0;
  contents.on("did-navigate", (_event, _url, code) => {
    status = code;
  });
  const failure = await loadDocument(page, url);
  if (failure !== null) return failure;
  // An error page does not turn into a product's; a challenge, which comes with 403, may lead to it.
  const hasPrice = async () => {
    if (status === 403) return false;
    const shown = status < 400 ? await readHtml(page) : null;
    return shown === null || isRead({ url, recipe, html: shown });
  };
  await waitUntilSettled(page, hasPrice);
  const html = await readHtml(page);
  if (html === null) return failed("too large", "The page is larger than 5 MiB.");
  const finalUrl = contents.getURL();
  // The proxy answers for a server that it cannot reach.
  const error = status === 502 ? page.connectionError(new URL(finalUrl).host) : null;
  return error === null ? { kind: "page", url: finalUrl, status, html } : networkFailure(error);
}

/** Chromium reports a refused private address in many ways, so replaces its result with a clear failure. */
function explainRefusal(
  { window, isRefused }: ShopWindow,
  { url }: RenderRequest,
  result: RenderResult,
): RenderResult {
  if (isRefused(new URL(url).host))
    return failed(
      "refused address",
      "The page was not opened because its address is inside a private network, where shops never are.",
    );
  const at = window.isDestroyed() ? "" : window.webContents.getURL();
  if (URL.canParse(at) && isRefused(new URL(at).host))
    return failed(
      "refused redirect",
      "The page was not opened because it redirects to an address inside a private network.",
    );
  return result;
}

async function openPage(request: RenderRequest, isRead: ReadCheck): Promise<RenderResult> {
  if (!isWebPage(request.url)) return failed("not a web page", "Only http and https pages can be opened.");
  const page = await openShopWindow({
    purpose: "render",
    allowedHosts: request.allowedHosts,
    language: request.language,
    window: { show: false, width: 1_280, height: 1_600, skipTaskbar: true, focusable: false },
  });
  const ended = new AbortController();
  const timeout = delay(limits.totalMs, null, { signal: ended.signal }).then(
    () => failed("timeout", `The page did not load within ${limits.totalMs / 1_000} seconds.`),
    () => failed("timeout", "The page was closed."),
  );
  try {
    return explainRefusal(page, request, await Promise.race([readPage(page, request, isRead), timeout]));
  } finally {
    ended.abort();
    await page.close();
  }
}

let lastRender: Promise<unknown> = Promise.resolve();

/** Opens a page in a hidden window and returns its HTML once it has settled. One page at a time. Never rejects. */
export function renderPage(
  request: RenderRequest,
  isRead: ReadCheck,
  log: (line: string) => void,
): Promise<RenderResult> {
  const current = lastRender.then(() =>
    openPage(request, isRead).catch((error: unknown) => {
      log(`A page could not be opened in a hidden window: ${String(error)}`);
      return failed("crashed", "The page could not be opened in a hidden window.");
    }),
  );
  lastRender = current;
  return current;
}
