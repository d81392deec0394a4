import { app } from "electron";
import type { Notice } from "../notifications/notice.js";
import type { ShowNotice } from "../notifications/setup-notifications.js";
import { isShopSession } from "../shop-pages/shop-session.js";
import type { Shell } from "../window/shell.js";
import type { ShellTexts } from "../window/shell-texts.js";
import { setupTray } from "./tray.js";
import type { UnreadCount } from "./unread.js";

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
