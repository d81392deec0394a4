import { join } from "node:path";
import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from "electron";
import type { Notice } from "../notifications/notice.js";
import type { ShowNotice } from "../notifications/setup-notifications.js";
import { isShopSession } from "../shop-pages/shop-session.js";
import type { Shell } from "../window/shell.js";
import type { ShellTexts } from "../window/shell-texts.js";
import type { UnreadCount } from "./unread.js";

const iconSize = process.platform === "darwin" ? 18 : 22;

/** Keeps a reference, because a tray icon that is garbage-collected disappears. */
let tray: Tray | null = null;

interface TrayMenuOptions {
  readonly texts: ShellTexts;
  readonly unread: number;
  readonly open: () => void;
  readonly openAlerts: () => void;
  readonly checkNow: () => void;
  readonly quit: () => void;
}

export function trayMenu({ texts, unread, ...actions }: TrayMenuOptions): MenuItemConstructorOptions[] {
  const alerts = unread === 0 ? texts.alerts : texts.unreadAlerts(unread, String(unread));
  return [
    { id: "open", label: texts.openTidemark, click: actions.open },
    { id: "alerts", label: alerts, click: actions.openAlerts },
    { type: "separator" },
    { id: "check-now", label: texts.checkNow, click: actions.checkNow },
    { type: "separator" },
    { id: "quit", label: texts.quit, click: actions.quit },
  ];
}

export function trayTooltip(texts: ShellTexts, unread: number): string {
  return unread === 0 ? "Tidemark" : texts.unreadTip(unread, String(unread));
}

/** The tray icon, and the number of unread alerts on the app's badge. */
function setupTray(
  { settings, shellTexts, log }: Shell,
  unread: UnreadCount,
  actions: Omit<TrayMenuOptions, "unread" | "texts">,
): void {
  try {
    const icon = nativeImage.createFromPath(join(app.getAppPath(), "resources/icon.png"));
    tray = new Tray(icon.resize({ width: iconSize, height: iconSize, quality: "best" }));
    tray.on("click", actions.open);
  } catch (error) {
    // Some desktops have no tray. The window and notifications work without it.
    log(`The tray icon could not be created: ${String(error)}`);
  }
  const update = () => {
    const texts = shellTexts.current();
    const count = unread.count();
    tray?.setToolTip(trayTooltip(texts, count));
    tray?.setContextMenu(Menu.buildFromTemplate(trayMenu({ ...actions, texts, unread: count })));
    app.setBadgeCount(count);
  };
  update();
  unread.onChange(update);
  settings.onChange(update);
}

interface QuitOptions {
  readonly stopEngine: () => Promise<void>;
  /** Whether the app keeps checking prices without a window. */
  readonly shouldKeepRunning: () => boolean;
  /** The last window was closed, and the app keeps running. */
  readonly onInBackground: () => void;
}

function backgroundNotice({ stillHereTitle, stillHereBody }: ShellTexts): Notice {
  return { title: stillHereTitle, body: stillHereBody, image: null, target: { kind: "inbox" } };
}

/** Decides when the app quits and when it stays in the background. Call before the window opens. */
export function setupBackground({ engine, settings, shellTexts }: Shell, show: ShowNotice): void {
  setupQuit({
    stopEngine: () => engine.stop(),
    shouldKeepRunning: () => settings.get().keepRunning,
    onInBackground: () => {
      if (settings.claimFirstClose()) show(backgroundNotice(shellTexts.current()));
    },
  });
}

/** The tray icon and its menu. */
export function setupBackgroundTray(shell: Shell, unread: UnreadCount): void {
  const { engine, window } = shell;
  setupTray(shell, unread, {
    open: () => window.show(),
    openAlerts: () => {
      window.show();
      window.command({ command: "go", view: "alerts" });
    },
    checkNow: () => void engine.call("schedules.check", {}),
    quit: () => app.quit(),
  });
}

/** Delays quitting until the engine has exited, because it may still be writing. */
function setupQuit({ stopEngine, shouldKeepRunning, onInBackground }: QuitOptions): void {
  let isStopped = false;
  app.on("will-quit", (event) => {
    if (isStopped) return;
    event.preventDefault();
    void stopEngine().finally(() => {
      isStopped = true;
      // Deferred: if the engine had already exited, this runs during `will-quit`, when `app.quit` has no effect.
      setImmediate(() => app.quit());
    });
  });
  // Windows for shop pages open and close on their own, and do not count.
  let hadOwnWindow = false;
  app.on("browser-window-created", (_event, { webContents }) => {
    hadOwnWindow ||= !isShopSession(webContents.session);
  });
  app.on("window-all-closed", () => {
    if (!hadOwnWindow) return;
    hadOwnWindow = false;
    if (process.platform === "darwin") return;
    if (shouldKeepRunning()) onInBackground();
    else app.quit();
  });
}
