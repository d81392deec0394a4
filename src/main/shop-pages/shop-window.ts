import { app, BrowserWindow, type BrowserWindowConstructorOptions, type Session } from "electron";
import { type GuardProxy, startGuardProxy } from "../../shared/node/guard-proxy.js";
import { isWebPage, PageTraffic, type ShopPurpose } from "../../shared/node/page-traffic.js";
import { browserUserAgent, maxPageBytes } from "../../shared/node/render-page.js";
import { getShopSession } from "./shop-session.js";

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
  readonly traffic: PageTraffic;
  /** Whether a request to the host was refused because it is in a private network. */
  isRefused(host: string): boolean;
  /** Why no connection to the host could be made, as the error's code; `null` if none failed. */
  connectionError(host: string): string | null;
  /** Resolves if a hidden page loads more than it may. */
  readonly exhausted: Promise<void>;
  /** Closes the window and clears the session. */
  close(): Promise<void>;
}

/** The id of the isolated world in which our scripts run, invisible to the page's own. */
const isolatedWorldId = 1_847;

export function runInPage({ window }: ShopWindow, code: string): Promise<unknown> {
  return window.webContents.executeJavaScriptInIsolatedWorld(isolatedWorldId, [{ code }]);
}

function watchRequests(session: Session, traffic: PageTraffic): void {
  session.webRequest.onBeforeRequest((request, callback) =>
    callback({ cancel: !traffic.admit(request.id, request) }),
  );
  session.webRequest.onCompleted(({ id }) => traffic.end(id));
  session.webRequest.onErrorOccurred(({ id }) => traffic.end(id));
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
  const maxBytes = purpose === "render" ? { maxBytes: maxPageBytes } : {};
  const proxy = await startGuardProxy({ allowedHosts: new Set(allowedHosts), ...maxBytes });
  // `<-loopback>`: Chromium would otherwise bypass the proxy for loopback addresses.
  const rules = {
    proxyRules: `http=127.0.0.1:${proxy.port};https=127.0.0.1:${proxy.port}`,
    proxyBypassRules: "<-loopback>",
  };
  await session.setProxy({ mode: "fixed_servers", ...rules });
  const ownName = `Tidemark/${app.getVersion()} (price check for one person)`;
  session.setUserAgent(browserUserAgent(process.versions.chrome, ownName), language);
  const traffic = new PageTraffic(purpose, allowedHosts);
  watchRequests(session, traffic);
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
    traffic,
    isRefused: (host) => traffic.refusedHosts.has(host) || proxy.refusedHosts.has(host),
    connectionError: (host) => proxy.unreachedHosts.get(host) ?? null,
    exhausted: proxy.exhausted,
    close: async () => {
      if (!window.isDestroyed()) window.destroy();
      proxy.close();
      // The session is cleared again before the next page.
      await clearSession(session).catch(() => undefined);
    },
  };
}
