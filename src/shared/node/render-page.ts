import { setTimeout as delay } from "node:timers/promises";
import type { FetchFailure, RenderRequest, RenderResult } from "../engine-process.js";
import { isWebPage } from "./page-traffic.js";

/** How a page is opened, settles and is read: the same in the app's hidden window and in a server's Chromium. */

export interface RenderLimits {
  /** For the whole job, from the first request to the HTML. */
  readonly totalMs: number;
  /** From `onReady` until the page is read, even if it is still changing. */
  readonly settleMs: number;
  /** From `onReady` until a settled page without a price is read. Some scripts add it after a pause. */
  readonly priceMs: number;
}

const defaultLimits: RenderLimits = { totalMs: 20_000, settleMs: 8_000, priceMs: 5_000 };
const maxRedirects = 5;
/** A page has settled after this long without DOM changes or requests. */
const quietMs = 700;
const pollIntervalMs = 100;
const maxHtmlBytes = 5 * 1_024 * 1_024;
const megabyte = 1_000_000;
/** What a page may load altogether, without pictures. */
export const maxPageBytes = 30 * megabyte;

/** What becomes of a page that was opened. */
export interface PageEvents {
  /** The document is parsed. */
  onReady(): void;
  /** The document starts to load, or a redirect is followed. */
  onNavigation(): void;
  /** The document cannot be loaded, for a reason such as `ERR_CERT_DATE_INVALID`. */
  onError(description: string): void;
}

/** A browser's page that can reach public addresses only. */
export interface BrowserPage {
  /** Number of pending requests, and when one last started or ended (`performance.now`). */
  readonly network: { readonly pending: number; readonly changedMs: number };
  /** Loads the URL. */
  open(url: string, events: PageEvents): void;
  /** Resolves if the page cannot go on: its process or browser ends, or it loads more than it may. */
  readonly ended: Promise<FetchFailure>;
  /** Evaluates an expression in a world of its own, invisible to the page's scripts. */
  evaluate(expression: string): Promise<unknown>;
  /** The document's URL. */
  url(): string;
  /** The document's HTTP status. */
  status(): number;
  stopLoading(): void;
  /** Whether a request to the host was refused because it is in a private network. */
  isRefused(host: string): boolean;
  /** Why no connection to the host could be made, as the error's code; `null` if none failed. */
  connectionError(host: string): string | null;
  /** Closes the page and forgets all that it has stored. */
  close(): Promise<void>;
}

const pageClosed = failedRender("timeout", "The page was closed.");
export const pageCrashed = failedRender("crashed", "The page's process ended.");
export const pageTooLarge = failedRender(
  "too large",
  `The page loads more than ${maxPageBytes / megabyte} MB.`,
);

export function failedRender(outcome: string, detail: string): FetchFailure {
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

/** The page's HTML as its scripts have left it; `null` above 5 MiB. */
export async function readHtml(page: Pick<BrowserPage, "evaluate">): Promise<string | null> {
  // Measured in the page, so that a larger one is never copied out of it.
  const html = await page.evaluate(
    `(() => {
      const html = document.documentElement.outerHTML;
      return html.length > ${maxHtmlBytes} ? null : html;
    })()`,
  );
  return typeof html === "string" ? html : null;
}

const tooManyRedirects = failedRender("network", `The shop redirects more than ${maxRedirects} times.`);

function networkFailure(description: string): FetchFailure {
  const reason = description.slice(0, 80);
  return /^ERR_(?:CERT|SSL)/.test(description)
    ? failedRender("tls", `No secure connection to the shop's server could be made (${reason}).`)
    : failedRender("network", `The page could not be opened (${reason}).`);
}

/** Waits until the document is parsed; resolves to a failure if it cannot be loaded. */
function loadDocument(page: BrowserPage, url: string): Promise<FetchFailure | null> {
  return new Promise((resolve) => {
    let navigations = 0;
    page.open(url, {
      onReady: () => resolve(null),
      onNavigation: () => {
        if (++navigations > maxRedirects + 1) resolve(tooManyRedirects);
      },
      onError: (description) => resolve(networkFailure(description)),
    });
  });
}

/** Whether a check would find the price in a page. */
export type ReadCheck = (page: Pick<RenderRequest, "url" | "recipe"> & { html: string }) => Promise<boolean>;

/** When the page last changed or loaded something; `null` while it is loading. */
async function lastActivity(page: BrowserPage): Promise<number | null> {
  // Scripts fail for a moment while the page navigates.
  const since = await page.evaluate(msSinceChangeScript).catch(() => 0);
  const { pending, changedMs } = page.network;
  return pending > 0 ? null : Math.max(performance.now() - Number(since), changedMs);
}

/** Waits until the page has settled with its price. Reads it again only after a change. */
async function waitForPrice(
  page: BrowserPage,
  hasPrice: () => Promise<boolean>,
  priceMs: number,
  signal: AbortSignal,
) {
  const startMs = performance.now();
  let readMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await delay(pollIntervalMs);
    const changedMs = await lastActivity(page);
    const nowMs = performance.now();
    if (changedMs === null || nowMs - changedMs < quietMs) continue;
    if (nowMs - startMs >= priceMs) return;
    if (changedMs <= readMs) continue;
    readMs = nowMs;
    if (await hasPrice()) return;
  }
}

/** Waits until the page settles. After the time limit, stops whatever is still loading. */
async function waitUntilSettled(
  page: BrowserPage,
  hasPrice: () => Promise<boolean>,
  { settleMs, priceMs }: RenderLimits,
): Promise<void> {
  const ended = new AbortController();
  const timeout = delay(settleMs, true, { signal: ended.signal }).catch(() => true);
  const settled = waitForPrice(page, hasPrice, priceMs, ended.signal).then(() => false);
  const hasTimedOut = await Promise.race([settled, timeout]);
  ended.abort();
  if (hasTimedOut) page.stopLoading();
}

async function readPage(
  page: BrowserPage,
  { url, recipe }: RenderRequest,
  { isRead, limits = defaultLimits }: RendererOptions,
): Promise<RenderResult> {
  const failure = await loadDocument(page, url);
  if (failure !== null) return failure;
  // An error page does not turn into a product's; a challenge, which comes with 403, may lead to it.
  const hasPrice = async () => {
    if (page.status() === 403) return false;
    const shown = page.status() < 400 ? await readHtml(page) : null;
    return shown === null || isRead({ url, recipe, html: shown });
  };
  await waitUntilSettled(page, hasPrice, limits);
  const html = await readHtml(page);
  if (html === null) return failedRender("too large", "The page is larger than 5 MiB.");
  const [finalUrl, status] = [page.url(), page.status()];
  // The proxy answers for a server that it cannot reach.
  const error = status === 502 ? page.connectionError(new URL(finalUrl).host) : null;
  return error === null ? { kind: "page", url: finalUrl, status, html } : networkFailure(error);
}

/** Chromium reports a refused private address in many ways, so replaces its result with a clear failure. */
function explainRefusal(page: BrowserPage, { url }: RenderRequest, result: RenderResult): RenderResult {
  if (page.isRefused(new URL(url).host))
    return failedRender(
      "refused address",
      "The page was not opened because its address is inside a private network, where shops never are.",
    );
  const at = page.url();
  if (URL.canParse(at) && page.isRefused(new URL(at).host))
    return failedRender(
      "refused redirect",
      "The page was not opened because it redirects to an address inside a private network.",
    );
  return result;
}

async function renderIn(
  page: BrowserPage,
  request: RenderRequest,
  options: RendererOptions,
  cancelled: AbortSignal,
): Promise<RenderResult> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, cancelled]);
  const { totalMs } = options.limits ?? defaultLimits;
  const timeout = delay(totalMs, null, { signal }).then(
    () => failedRender("timeout", `The page did not load within ${totalMs / 1_000} seconds.`),
    () => pageClosed,
  );
  try {
    const result = await Promise.race([readPage(page, request, options), timeout, page.ended]);
    return explainRefusal(page, request, result);
  } finally {
    ended.abort();
    await page.close();
  }
}

export interface RendererOptions {
  /** Opens an empty page, or says why none can be opened. */
  readonly openPage: (request: RenderRequest) => Promise<BrowserPage | FetchFailure>;
  readonly isRead: ReadCheck;
  readonly log: (line: string) => void;
  readonly limits?: RenderLimits | undefined;
}

/** Returns a function that renders one page at a time, and returns its HTML once it has settled. It never rejects. */
export function pageRenderer(options: RendererOptions) {
  let lastRender: Promise<unknown> = Promise.resolve();
  const render = async (request: RenderRequest, signal: AbortSignal): Promise<RenderResult> => {
    if (signal.aborted) return pageClosed;
    if (!isWebPage(request.url))
      return failedRender("not a web page", "Only http and https pages can be opened.");
    try {
      const page = await options.openPage(request);
      return "kind" in page ? page : await renderIn(page, request, options, signal);
    } catch (error) {
      options.log(`A page could not be opened in a browser: ${String(error)}`);
      return failedRender("crashed", "The page could not be opened in a hidden browser.");
    }
  };
  return (request: RenderRequest, signal: AbortSignal): Promise<RenderResult> => {
    const current = lastRender.then(() => render(request, signal));
    lastRender = current;
    return current;
  };
}

/** Names Chrome, so that shops send their usual page, and then Tidemark, so that they can identify its requests. */
export function browserUserAgent(chromeVersion: string, ownName: string): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = {
    darwin: "Macintosh; Intel Mac OS X 10_15_7",
    win32: "Windows NT 10.0; Win64; x64",
  };
  const system = systems[process.platform] ?? "X11; Linux x86_64";
  const chrome = chromeVersion.split(".", 1)[0];
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Safari/537.36 ${ownName}`;
}
