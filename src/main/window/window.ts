import {
  BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  screen,
} from "electron";
import type { PushChannel, PushMessages } from "../../shared/ipc.js";
import type { Log } from "../launch/log.js";
import type { Settings } from "../settings/settings.js";
import type { Page } from "./page.js";
import { PageReadiness } from "./page-readiness.js";
import type { ShellTextSource, ShellTexts } from "./shell-texts.js";
import { languageArguments } from "./shell-texts.js";
import { minWindowSize, placeWindow } from "./window-placement.js";

export interface WindowOptions {
  readonly page: Page;
  readonly preload: string;
  readonly settings: Settings;
  readonly shellTexts: ShellTextSource;
  readonly log: Log;
}

/** A page that has not reported this long after loading is assumed to be ready. */
const assumeReadyAfterMs = 1_000;
/** Startup work waits no longer than this for the page. */
const pageReadyTimeoutMs = 1_000;
/** Limits how often a crashing page is reloaded. */
const maxReloads = 3;
const savePlacementDelayMs = 500;

/** The app's only window. It may be closed while the app keeps running; `show` then creates a new one. */
export class AppWindow {
  readonly #options: WindowOptions;
  readonly #readiness = new PageReadiness();
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
    this.#readiness.whenReady(() => this.push("window:command", message));
  }

  /** Reloads the page, which discards all its state, and then sends it a command. */
  reload(next: PushMessages["window:command"]): void {
    const contents = this.#window?.webContents;
    // Sent any earlier, the command would reach the old page.
    contents?.once("did-navigate", () => {
      this.#readiness.reset();
      this.command(next);
    });
    contents?.reload();
  }

  /** The page has drawn and subscribed. */
  markPageReady(): void {
    this.#readiness.markReady();
  }

  /** Runs the callback once the page has drawn its cached rows, or after a timeout; immediately without a window. */
  whenPageReady(callback: () => void): void {
    if (this.#window) this.#readiness.whenReadyWithin(pageReadyTimeoutMs, callback);
    else callback();
  }

  #open(): void {
    const { page, preload, settings, shellTexts, log } = this.#options;
    const placement = settings.windowPlacement();
    const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...placeWindow(placement, areas),
      minWidth: minWindowSize.width,
      minHeight: minWindowSize.height,
      title: "Tidemark",
      // The Alt key shows it.
      autoHideMenuBar: true,
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
    this.#readiness.reset();
    if (placement?.isMaximized) window.maximize();
    window.once("ready-to-show", () => window.show());
    window.on("closed", () => {
      this.#window = null;
      this.#readiness.reset();
    });
    window.webContents.on("did-start-loading", () => this.#readiness.reset());
    window.webContents.on("did-finish-load", () => this.#readiness.assumeReadyAfter(assumeReadyAfterMs));
    trackPlacement(window, settings);
    reloadAfterCrash(window, log);
    setupTextMenu(window, shellTexts.current);
    window.loadURL(page.url).catch((error: unknown) => log(`The page could not be loaded: ${String(error)}`));
  }
}

function trackPlacement(window: BrowserWindow, settings: Settings): void {
  let timer: NodeJS.Timeout | undefined;
  const savePlacement = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    settings.saveWindowPlacement({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const savePlacementSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(savePlacement, savePlacementDelayMs);
  };
  window.on("resize", savePlacementSoon);
  window.on("move", savePlacementSoon);
  window.on("close", savePlacement);
}

function reloadAfterCrash(window: BrowserWindow, log: Log): void {
  let reloads = 0;
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    log(`The page's process ended: ${reason} (${exitCode})`);
    if (reason === "clean-exit" || reloads === maxReloads) return;
    reloads += 1;
    window.webContents.reload();
  });
}

type ClickContext = Pick<ContextMenuParams, "isEditable" | "selectionText" | "editFlags">;

/** The context menu for text fields and selected text. Empty elsewhere: the page has menus of its own. */
export function textMenu(
  { isEditable, selectionText, editFlags }: ClickContext,
  texts: ShellTexts,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: "copy", label: texts.copy, enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === "" ? [] : [copy];
  return [
    { role: "undo", label: texts.undo, enabled: editFlags.canUndo },
    { role: "redo", label: texts.redo, enabled: editFlags.canRedo },
    { type: "separator" },
    { role: "cut", label: texts.cut, enabled: editFlags.canCut },
    copy,
    { role: "paste", label: texts.paste, enabled: editFlags.canPaste },
    { type: "separator" },
    { role: "selectAll", label: texts.selectAll, enabled: editFlags.canSelectAll },
  ];
}

/** Electron has no context menu of its own. */
function setupTextMenu(window: BrowserWindow, texts: () => ShellTexts): void {
  window.webContents.on("context-menu", (_event, params) => {
    const items = textMenu(params, texts());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

/** Shown until the page has drawn. The same colour as `--bg` in tokens.css, so that nothing flashes. */
function windowBackground(): string {
  return nativeTheme.shouldUseDarkColors ? "#0a171c" : "#f6f3ec";
}

/** Applies the theme to menus, dialogs and the page's `prefers-color-scheme`. */
export function setupTheme(settings: Settings): void {
  nativeTheme.themeSource = settings.get().theme;
  settings.onChange(({ theme }) => {
    nativeTheme.themeSource = theme;
  });
}
