import { app, BrowserWindow, type BrowserWindowConstructorOptions, type Session } from "electron";
import { type GuardProxy, startGuardProxy } from "./guard-proxy.js";
import { evaluateRequest, isWebPage } from "./shop-request.js";
import { getShopSession, type ShopPurpose } from "./shop-session.js";

export interface ShopWindowOptions {
  readonly purpose: ShopPurpose;
  readonly allowedHosts: readonly string[];
  /** For `Accept-Language`. */
  readonly language: string;
  readonly window: BrowserWindowConstructorOptions;
}

/** A window for one shop page. */
export interface ShopWindow {
  readonly window: BrowserWindow;
  /** Number of pending requests, and when one last started or ended (`performance.now`). */
  readonly network: { readonly pending: number; readonly changedMs: number };
  /** Whether a request to the host was refused because it is in a private network. */
  isRefused(host: string): boolean;
  /** Why no connection to the host could be made, as the error's code; `null` if none failed. */
  connectionError(host: string): string | null;
  /** Closes the window and clears the session. */
  close(): Promise<void>;
}

/** The id of the isolated world in which our scripts run, invisible to the page's own. */
const isolatedWorldId = 1_847;

export function runInPage({ window }: ShopWindow, code: string): Promise<unknown> {
  return window.webContents.executeJavaScriptInIsolatedWorld(isolatedWorldId, [{ code }]);
}

const maxPageBytes = 5 * 1_024 * 1_024;

/** The page's HTML as its scripts have left it; `null` above 5 MiB. */
export async function readHtml(page: ShopWindow): Promise<string | null> {
  // Measured in the page, so that a larger one is never copied out of it.
  const html = await runInPage(
    page,
    `(() => {
      const html = document.documentElement.outerHTML;
      return html.length > ${maxPageBytes} ? null : html;
    })()`,
  );
  return typeof html === "string" ? html : null;
}

/** Names Chrome, so that shops send their usual page, and Tidemark, so that they can identify its requests. */
function userAgent(): string {
  const system = { darwin: "Macintosh; Intel Mac OS X 10_15_7", win32: "Windows NT 10.0; Win64; x64" };
  const systemName =
    process.platform === "darwin" || process.platform === "win32" ? system[process.platform] : null;
  const chrome = process.versions.chrome.split(".", 1)[0];
  return `Mozilla/5.0 (${systemName ?? "X11; Linux x86_64"}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Safari/537.36 Tidemark/${app.getVersion()} (price check for one person)`;
}

interface NetworkActivity {
  pending: number;
  changedMs: number;
}

/** Requests that may stay open indefinitely and do not count as pending. */
const longLivedTypes = new Set(["webSocket", "ping", "media"]);

function trackRequests(
  session: Session,
  { purpose, allowedHosts }: ShopWindowOptions,
  refusedHosts: Set<string>,
): NetworkActivity {
  const allowed = new Set(allowedHosts);
  const network: NetworkActivity = { pending: 0, changedMs: performance.now() };
  const pendingIds = new Set<number>();
  const update = () => {
    network.pending = pendingIds.size;
    network.changedMs = performance.now();
  };
  const onEnded = ({ id }: { readonly id: number }) => {
    if (pendingIds.delete(id)) update();
  };
  session.webRequest.onBeforeRequest((request, callback) => {
    const verdict = evaluateRequest(purpose, request, allowed);
    if (verdict === "private") refusedHosts.add(new URL(request.url).host);
    if (verdict === "allowed" && !longLivedTypes.has(request.resourceType)) {
      pendingIds.add(request.id);
      update();
    }
    callback({ cancel: verdict !== "allowed" });
  });
  session.webRequest.onCompleted(onEnded);
  session.webRequest.onErrorOccurred(onEnded);
  return network;
}

/** Restricts the page: web navigation only, no new windows, no dialogs, no sound. */
function restrictPage({ webContents: contents }: BrowserWindow, proxy: GuardProxy): void {
  const preventLeaving = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isWebPage(event.url)) event.preventDefault();
  };
  contents.on("will-navigate", preventLeaving);
  contents.on("will-redirect", preventLeaving);
  contents.on("will-frame-navigate", (event) => {
    if (!/^(?:https?|about|blob|data):/.test(event.url)) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  // A page must not prevent its window from closing.
  contents.on("will-prevent-unload", (event) => event.preventDefault());
  contents.setAudioMuted(true);
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  contents.on("login", (event, _details, { isProxy }, callback) => {
    event.preventDefault();
    if (isProxy) callback(proxy.user, proxy.password);
    else callback();
  });
}

async function clearSession(session: Session): Promise<void> {
  await session.closeAllConnections();
  await Promise.all([session.clearStorageData(), session.clearCache(), session.clearAuthCache()]);
}

/** Opens an isolated window that can reach public addresses only. Does not load the page yet. */
export async function openShopWindow(options: ShopWindowOptions): Promise<ShopWindow> {
  const { purpose, allowedHosts, language } = options;
  const session = getShopSession(purpose);
  await clearSession(session);
  const proxy = await startGuardProxy({ allowedHosts: new Set(allowedHosts) });
  // `<-loopback>`: Chromium would otherwise bypass the proxy for loopback addresses.
  const rules = {
    proxyRules: `http=127.0.0.1:${proxy.port};https=127.0.0.1:${proxy.port}`,
    proxyBypassRules: "<-loopback>",
  };
  await session.setProxy({ mode: "fixed_servers", ...rules });
  session.setUserAgent(userAgent(), language);
  const refusedHosts = new Set<string>();
  const network = trackRequests(session, options, refusedHosts);
  const window = new BrowserWindow({
    ...options.window,
    webPreferences: {
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      disableDialogs: true,
      navigateOnDragDrop: false,
      enableWebSQL: false,
      images: purpose === "pick",
      // Hidden pages must not be throttled.
      backgroundThrottling: purpose === "pick",
    },
  });
  restrictPage(window, proxy);
  return {
    window,
    network,
    isRefused: (host) => refusedHosts.has(host) || proxy.refusedHosts.has(host),
    connectionError: (host) => proxy.unreachedHosts.get(host) ?? null,
    close: async () => {
      if (!window.isDestroyed()) window.destroy();
      proxy.close();
      // The session is cleared again before the next page.
      await clearSession(session).catch(() => undefined);
    },
  };
}
