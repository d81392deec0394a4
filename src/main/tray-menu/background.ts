import { app } from "electron";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Log } from "../launch/log.js";
import { setupQuit } from "../launch/quit.js";
import type { Notice } from "../notifications/notice.js";
import type { Settings } from "../settings/settings.js";
import type { ShellTextSource, ShellTexts } from "../window/speech.js";
import type { AppWindow } from "../window/window.js";
import { setupTray } from "./tray.js";
import type { UnreadCount } from "./unread.js";

export interface BackgroundOptions {
  readonly engine: Supervisor;
  readonly settings: Settings;
  readonly window: AppWindow;
  readonly unread: UnreadCount;
  readonly shellTexts: ShellTextSource;
  readonly show: (notice: Notice) => void;
  readonly log: Log;
}

function backgroundNotice({ stillHereTitle, stillHereBody }: ShellTexts): Notice {
  return { title: stillHereTitle, body: stillHereBody, image: null, target: { kind: "inbox" } };
}

/** Decides when the app quits and when it stays in the background. Call before the window opens. */
export function setupBackground({ engine, settings, shellTexts, show }: BackgroundOptions): void {
  setupQuit({
    stopEngine: () => engine.stop(),
    shouldKeepRunning: () => settings.get().keepRunning,
    onInBackground: () => {
      if (settings.claimFirstClose()) show(backgroundNotice(shellTexts.current()));
    },
  });
}

/** The tray icon and its menu. */
export function setupBackgroundTray(options: BackgroundOptions): void {
  const { engine, window } = options;
  setupTray(options, {
    open: () => window.show(),
    openAlerts: () => {
      window.show();
      window.command({ command: "go", view: "alerts" });
    },
    checkNow: () => void engine.call("schedules.check", {}),
    quit: () => app.quit(),
  });
}
