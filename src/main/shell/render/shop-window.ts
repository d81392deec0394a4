import { app, BrowserWindow, type BrowserWindowConstructorOptions, type Session } from "electron";
import { type GuardProxy, startGuardProxy } from "./guard-proxy.js";
import { isWebPage, judgeRequest } from "./shop-request.js";
import { type ShopPurpose, shopSession } from "./shop-session.js";

export interface ShopWindowOptions {
  readonly purpose: ShopPurpose;
  readonly allowedHosts: readonly string[];
  /** For `Accept-Language`. */
  readonly language: string;
  readonly window: BrowserWindowConstructorOptions;
}

/** A window for one page of a shop. */
export interface ShopWindow {
  readonly window: BrowserWindow;
  /** How many requests are under way, and when the last one ended or began, by `performance.now`. */
  readonly network: { readonly pending: number; readonly changedMs: number };
  /** Whether the host was asked for and leads into a private network. */
  isRefused(host: string): boolean;
  /** Ends the window and all that its page has left. */
  close(): Promise<void>;
}

/** Scripts run in a world of their own in the page, which the page's scripts cannot see. */
export const ownWorld = 1_847;

/** A browser's name, so that shops send the page that people get; and Tidemark's, so that they know who asks. */
function userAgent(): string {
  const system = { darwin: "Macintosh; Intel Mac OS X 10_15_7", win32: "Windows NT 10.0; Win64; x64" };
  const where =
    process.platform === "darwin" || process.platform === "win32" ? system[process.platform] : null;
  const chrome = process.versions.chrome.split(".", 1)[0];
  return `Mozilla/5.0 (${where ?? "X11; Linux x86_64"}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Safari/537.36 Tidemark/${app.getVersion()} (price check for one person)`;
}

interface Watched {
  pending: number;
  changedMs: number;
}

/** What lasts as long as the page wants: its end is not waited for. */
const endless = new Set(["webSocket", "ping", "media"]);

function watchRequests(
  own: Session,
  { purpose, allowedHosts }: ShopWindowOptions,
  refused: Set<string>,
): Watched {
  const allowed = new Set(allowedHosts);
  const network: Watched = { pending: 0, changedMs: performance.now() };
  const open = new Set<number>();
  const note = () => {
    network.pending = open.size;
    network.changedMs = performance.now();
  };
  const ended = ({ id }: { readonly id: number }) => {
    if (open.delete(id)) note();
  };
  own.webRequest.onBeforeRequest((request, answer) => {
    const verdict = judgeRequest(purpose, request, allowed);
    if (verdict === "private") refused.add(new URL(request.url).host);
    if (verdict === "allowed" && !endless.has(request.resourceType)) {
      open.add(request.id);
      note();
    }
    answer({ cancel: verdict !== "allowed" });
  });
  own.webRequest.onCompleted(ended);
  own.webRequest.onErrorOccurred(ended);
  return network;
}

/** A page goes to pages only, opens no windows, asks nothing, makes no sound. */
function lock({ webContents: contents }: BrowserWindow, proxy: GuardProxy): void {
  const stay = (event: { preventDefault(): void; readonly url: string }) => {
    if (!isWebPage(event.url)) event.preventDefault();
  };
  contents.on("will-navigate", stay);
  contents.on("will-redirect", stay);
  contents.on("will-frame-navigate", (event) => {
    if (!/^(?:https?|about|blob|data):/.test(event.url)) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  // A page has no say in whether its window closes.
  contents.on("will-prevent-unload", (event) => event.preventDefault());
  contents.setAudioMuted(true);
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  contents.on("login", (event, _details, { isProxy }, answer) => {
    event.preventDefault();
    if (isProxy) answer(proxy.user, proxy.password);
    else answer();
  });
}

async function forget(own: Session): Promise<void> {
  await own.closeAllConnections();
  await Promise.all([own.clearStorageData(), own.clearCache(), own.clearAuthCache()]);
}

/** Opens a window that has nothing of Tidemark's in it and reaches public addresses only. The page is not loaded yet. */
export async function openShopWindow(options: ShopWindowOptions): Promise<ShopWindow> {
  const { purpose, allowedHosts, language } = options;
  const own = shopSession(purpose);
  await forget(own);
  const proxy = await startGuardProxy({ allowedHosts: new Set(allowedHosts) });
  // Also for loopback, which Chromium would otherwise reach directly.
  const rules = {
    proxyRules: `http=127.0.0.1:${proxy.port};https=127.0.0.1:${proxy.port}`,
    proxyBypassRules: "<-loopback>",
  };
  await own.setProxy({ mode: "fixed_servers", ...rules });
  own.setUserAgent(userAgent(), language);
  const refused = new Set<string>();
  const network = watchRequests(own, options, refused);
  const window = new BrowserWindow({
    ...options.window,
    webPreferences: {
      session: own,
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
      // A hidden page would be slowed down otherwise.
      backgroundThrottling: purpose === "pick",
    },
  });
  lock(window, proxy);
  return {
    window,
    network,
    isRefused: (host) => refused.has(host) || proxy.refused.has(host),
    close: async () => {
      if (!window.isDestroyed()) window.destroy();
      proxy.close();
      // It is forgotten before the next page, too.
      await forget(own).catch(() => undefined);
    },
  };
}
