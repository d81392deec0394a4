import { join } from "node:path";
import { app, Menu, nativeImage, Tray } from "electron";
import type { Settings } from "../settings/settings.js";
import type { Log } from "./log.js";
import type { Speech } from "./speech.js";
import { type TrayMenuOptions, trayMenu, trayTip } from "./tray-menu.js";
import type { Unread } from "./unread.js";

const iconSide = process.platform === "darwin" ? 18 : 22;

/** Nothing else refers to it, and a tray icon that is collected disappears. */
let tray: Tray | null = null;

export interface TrayOptions {
  readonly unread: Unread;
  readonly settings: Settings;
  readonly speech: Speech;
  readonly log: Log;
}

/** The icon beside the clock, and the count on the app's own: what there is to read, also without a window. */
export function setupTray(
  { unread, settings, speech, log }: TrayOptions,
  actions: Omit<TrayMenuOptions, "unread" | "texts">,
): void {
  try {
    const icon = nativeImage.createFromPath(join(app.getAppPath(), "resources/icon.png"));
    tray = new Tray(icon.resize({ width: iconSide, height: iconSide, quality: "best" }));
    tray.on("click", actions.open);
  } catch (error) {
    // Desktops without a tray: the window and the notifications are still there.
    log(`There is no tray icon: ${String(error)}`);
  }
  const show = () => {
    const texts = speech.texts();
    const count = unread.count();
    tray?.setToolTip(trayTip(texts, count));
    tray?.setContextMenu(Menu.buildFromTemplate(trayMenu({ ...actions, texts, unread: count })));
    app.setBadgeCount(count);
  };
  show();
  unread.onChange(show);
  settings.onChange(show);
}
