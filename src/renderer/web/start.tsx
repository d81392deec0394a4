import { createRoot } from "react-dom/client";
import type { WebRefusal, WebSession } from "../../shared/app/web.js";
import type { EngineEvent } from "../../shared/engine-process.js";
import { linksIn } from "../../shared/links-in.js";
import { isOlderVersion } from "../../shared/older-version.js";
import { readerOf } from "../../shared/texts/language.js";
import { bridge } from "../lib/bridge.js";
import { isDialogOpen } from "../lib/key-target.js";
import { texts } from "../lib/texts.js";
import { readAs } from "../stores/language.js";
import { go, type Route, useNavigation, visitNow } from "../stores/navigation.js";
import { notify } from "../stores/notices.js";
import { offerPage } from "../stores/offered.js";
import { forgetDevice, useWebSession } from "../stores/web-session.js";
import { createHttpBridge, type PageSettings, type WebHost } from "./http-bridge.js";
import { openPageSettings } from "./page-settings.js";
import { PairingPage } from "./pairing-page.js";

/** Links that are added take as long as their shop. */
const requestTimeoutMs = 120_000;

function createHost(settings: PageSettings): WebHost {
  return {
    request: (path, init) => fetch(path, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) }),
    openStream: ({ onOpen, onEvent, onError }) => {
      const stream = new EventSource("/app/v1/events");
      stream.addEventListener("open", onOpen);
      stream.addEventListener("error", onError);
      stream.addEventListener("engine", ({ data }) => onEvent(JSON.parse(data) as EngineEvent));
      return () => stream.close();
    },
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    savesAnswers: () => navigator.serviceWorker?.controller != null,
    onUnpaired: forgetDevice,
    onSession: (session) => {
      useWebSession.setState({ session });
      tellVersions(session);
    },
    // As in the app, no other scheme leaves the page.
    openPage: (url) => void (url.startsWith("https:") && window.open(url, "_blank", "noreferrer")),
    copyText,
    settings,
    languages: navigator.languages,
  };
}

/** Over plain http, browsers have no clipboard for pages, but they copy what is selected. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** Which of the two is older. A reload brings the page of the server's version. */
function tellVersions({ version }: WebSession): void {
  const page = import.meta.env.TIDEMARK_VERSION;
  if (version === page) return;
  const { web } = texts();
  notify({
    topic: "version",
    text: isOlderVersion(page, version) ? web.pageOlder(page, version) : web.engineOlder(page, version),
    isLasting: true,
    action: { label: web.reload, run: () => location.reload() },
  });
}

/** Removes it from the address at once, so that it is neither bookmarked nor shared. */
function takeCode(): string {
  const code = /^#pair=(.+)$/.exec(location.hash)?.[1] ?? "";
  if (code !== "") history.replaceState(history.state, "", location.pathname + location.search);
  return decodeURIComponent(code);
}

/**
 * Follows the page's address: another app shares a link with the installed page, Android most of them as a text, and the
 * browser extension shows a product.
 */
function followAddress(): void {
  const fields = new URLSearchParams(location.search);
  if (location.search !== "") history.replaceState(history.state, "", location.pathname);
  const [link] = linksIn(`${fields.get("share")} ${fields.get("text")}`);
  const productKey = fields.get("product");
  if (link !== undefined) offerPage(link);
  if (productKey) go({ view: "product", productKey });
}

async function showPairing(response: Response, code: string, settings: PageSettings): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  const { theme } = settings.read();
  if (theme !== "system") document.documentElement.dataset.theme = theme;
  const { version }: WebRefusal = await response.json();
  createRoot(root).render(<PairingPage code={code} version={version} />);
}

/** Starts the window as a page: paired devices see the window, others the way to pair. */
export async function startInBrowser(startWindow: () => Promise<void>): Promise<void> {
  const settings = openPageSettings(localStorage);
  const code = takeCode();
  await readAs(readerOf(settings.read().language, navigator.languages));
  const session = await fetch("/web/session").catch(() => null);
  if (session?.status === 401) return showPairing(session, code, settings);
  Object.assign(window, { tidemark: createHttpBridge(createHost(settings)) });
  followBrowserHistory();
  followAddress();
  await startWindow();
  reconnectOnReturn();
  // Absent over plain http.
  void navigator.serviceWorker?.register("/service-worker.js");
}

/** A stream may be dead after that time without any sign of it. */
const maxHiddenMs = 60_000;

/** A phone that wakes, or comes back into its network, need not wait for the next attempt. */
function reconnectOnReturn(): void {
  const reconnect = () => void bridge().invoke("engine:restart");
  let hiddenAt = Date.now();
  window.addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > maxHiddenMs) reconnect();
  });
}

/** What an entry of the browser's history knows. */
interface Visit {
  readonly route: Route;
  readonly number: number;
}

function visitOf(state: unknown): Visit | null {
  const { route, number } = (state ?? {}) as Partial<Visit>;
  return typeof route?.view === "string" && typeof number === "number" ? { route, number } : null;
}

function pressEscape(): void {
  const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(key);
}

/** Lets the browser's back and forward move through the window's pages, and a reload stay on its page. */
function followBrowserHistory(): void {
  const { stack, position } = useNavigation.getState();
  let here = { stack, position };
  /** The number of the first visit of the stack: a reload forgets those before it. */
  let first = 0;
  const show = ({ route, number }: Visit) => {
    if (here.stack[number - first] === undefined) {
      first = number;
      here = { stack: [route], position: 0 };
    } else here = { stack: here.stack, position: number - first };
    useNavigation.setState(here);
  };
  const present = (): Visit => ({ route: visitNow(), number: first + here.position });

  const saved = visitOf(history.state);
  if (saved !== null) show(saved);
  history.replaceState(present(), "");
  useNavigation.subscribe((now) => {
    const steps = now.position - here.position;
    const isKnown = now.stack === here.stack;
    here = { stack: now.stack, position: now.position };
    if (!isKnown && steps > 0) history.pushState(present(), "");
    else if (!isKnown) history.replaceState(present(), "");
    // None if the browser's own step has brought the window here.
    else if (steps !== 0) history.go(steps);
  });
  window.addEventListener("popstate", ({ state }) => {
    // On a phone, back closes what is in front.
    if (isDialogOpen()) {
      history.pushState(present(), "");
      return pressEscape();
    }
    const visit = visitOf(state);
    if (visit !== null) show(visit);
  });
}
