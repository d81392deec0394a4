import { BrowserWindow, nativeTheme, screen } from "electron";
import type { PushChannel, PushMessages } from "../../shared/ipc.js";
import type { Settings } from "../settings/settings.js";
import { languageArguments } from "./language.js";
import type { Log } from "./log.js";
import type { Page } from "./page.js";
import { PageSignal } from "./page-signal.js";
import type { Speech } from "./speech.js";
import { offerTextMenu } from "./text-menu.js";
import { windowBackground } from "./theme.js";
import { placeWindow, smallestWindow } from "./window-place.js";

export interface WindowOptions {
  readonly page: Page;
  readonly preload: string;
  readonly settings: Settings;
  readonly speech: Speech;
  readonly log: Log;
}

/** A page that has not reported this long after loading is assumed to be ready. */
const listensAfterMs = 1_000;
/** Startup work waits no longer than this for the page. */
const pageIsDrawnWithinMs = 1_000;
/** Limits how often a crashing page is reloaded. */
const mostReloads = 3;
const rememberAfterMs = 500;

/** The app's only window. It may be closed while the app keeps running; `show` then creates a new one. */
export class AppWindow {
  readonly #options: WindowOptions;
  readonly #signal = new PageSignal();
  #window: BrowserWindow | null = null;

  constructor(options: WindowOptions) {
    this.#options = options;
    nativeTheme.on("updated", () => this.#window?.setBackgroundColor(windowBackground()));
  }

  get current(): BrowserWindow | null {
    return this.#window;
  }

  /** Opens the window, or brings it to the front. */
  show(): void {
    const window = this.#window;
    if (!window) {
      this.#open();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Sends state to the page. Dropped while there is no page, because a new one requests its state itself. */
  push<C extends PushChannel>(channel: C, message: PushMessages[C]): void {
    this.#window?.webContents.send(channel, message);
  }

  /** Sends a command, opening the window if necessary. Commands wait for the page, so none is lost. */
  command(message: PushMessages["window:command"]): void {
    if (!this.#window) this.#open();
    this.#signal.whenListening(() => this.push("window:command", message));
  }

  /** Reloads the page, which discards all its state, and then sends it a command. */
  reload(next: PushMessages["window:command"]): void {
    const contents = this.#window?.webContents;
    // Until then the old page would receive the command.
    contents?.once("did-navigate", () => {
      this.#signal.begin();
      this.command(next);
    });
    contents?.reload();
  }

  /** The page has drawn and subscribed. */
  pageListens(): void {
    this.#signal.listens();
  }

  /** Runs the callback once the page has drawn its cached rows, or after a timeout; immediately without a window. */
  afterPage(run: () => void): void {
    if (this.#window) this.#signal.whenListeningWithin(pageIsDrawnWithinMs, run);
    else run();
  }

  #open(): void {
    const { page, preload, settings, speech, log } = this.#options;
    const place = settings.windowPlace();
    const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...placeWindow(place, areas),
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      title: "Tidemark",
      show: false,
      backgroundColor: windowBackground(),
      webPreferences: {
        preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        enableWebSQL: false,
        additionalArguments: languageArguments(settings),
      },
    });
    this.#window = window;
    this.#signal.begin();
    if (place?.isMaximized) window.maximize();
    window.once("ready-to-show", () => window.show());
    window.on("closed", () => {
      this.#window = null;
      this.#signal.begin();
    });
    window.webContents.on("did-start-loading", () => this.#signal.begin());
    window.webContents.on("did-finish-load", () => this.#signal.listensWithin(listensAfterMs));
    rememberPlace(window, settings);
    reloadAfterCrash(window, log);
    offerTextMenu(window, speech.texts);
    window.loadURL(page.url).catch((error: unknown) => log(`The page could not be loaded: ${String(error)}`));
  }
}

function rememberPlace(window: BrowserWindow, settings: Settings): void {
  let timer: NodeJS.Timeout | undefined;
  const remember = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    settings.rememberWindow({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const rememberSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(remember, rememberAfterMs);
  };
  window.on("resize", rememberSoon);
  window.on("move", rememberSoon);
  window.on("close", remember);
}

function reloadAfterCrash(window: BrowserWindow, log: Log): void {
  let reloads = 0;
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    log(`The page's process ended: ${reason} (${exitCode})`);
    if (reason === "clean-exit" || reloads === mostReloads) return;
    reloads += 1;
    window.webContents.reload();
  });
}
