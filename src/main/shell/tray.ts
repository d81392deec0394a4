import { join } from "node:path";
import { app, Menu, nativeImage, Tray } from "electron";
import type { Settings } from "../settings/settings.js";
import type { Log } from "./log.js";
import type { Speech } from "./speech.js";
import { type TrayMenuOptions, trayMenu, trayTip } from "./tray-menu.js";
import type { Unread } from "./unread.js";

const iconSide = process.platform === "darwin" ? 18 : 22;

/** Keeps a reference: a tray icon disappears when it is garbage-collected. */
let tray: Tray | null = null;

export interface TrayOptions {
  readonly unread: Unread;
  readonly settings: Settings;
  readonly speech: Speech;
  readonly log: Log;
}

/** The tray icon, and the number of unread alerts on the app's badge. */
export function setupTray(
  { unread, settings, speech, log }: TrayOptions,
  actions: Omit<TrayMenuOptions, "unread" | "texts">,
): void {
  try {
    const icon = nativeImage.createFromPath(join(app.getAppPath(), "resources/icon.png"));
    tray = new Tray(icon.resize({ width: iconSide, height: iconSide, quality: "best" }));
    tray.on("click", actions.open);
  } catch (error) {
    // Some desktops have no tray. The window and notifications work without it.
    log(`The tray icon could not be created: ${String(error)}`);
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
