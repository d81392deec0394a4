import { app } from "electron";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Settings } from "../settings/settings.js";
import type { Log } from "./log.js";
import type { Notice } from "./notifications/notice.js";
import { setupQuit } from "./quit.js";
import { setupTray } from "./tray.js";
import type { Unread } from "./unread.js";
import type { AppWindow } from "./window.js";

export interface BackgroundOptions {
  readonly engine: Supervisor;
  readonly settings: Settings;
  readonly window: AppWindow;
  readonly unread: Unread;
  readonly show: (notice: Notice) => void;
  readonly log: Log;
}

const stillHere: Notice = {
  title: "Tidemark goes on checking prices",
  body: "It is in the tray, or opens when you start it again. Settings can end it with the window.",
  image: null,
  target: { kind: "inbox" },
};

/** The life of the app without a window: the tray, and when it ends. */
export function setupBackground({ engine, settings, window, unread, show, log }: BackgroundOptions): void {
  setupTray(
    unread,
    {
      open: () => window.show(),
      openAlerts: () => {
        window.show();
        window.command({ command: "go", view: "alerts" });
      },
      checkNow: () => void engine.call("schedules.check", {}),
      quit: () => app.quit(),
    },
    log,
  );
  setupQuit({
    stopEngine: () => engine.stop(),
    keepsRunning: () => settings.get().keepRunning,
    onInBackground: () => {
      if (settings.isFirstClose()) show(stillHere);
    },
  });
}
