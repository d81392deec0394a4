import { join } from "node:path";
import { app, Menu, nativeImage, Tray } from "electron";
import type { Log } from "./log.js";
import { type TrayMenuOptions, trayMenu, trayTip } from "./tray-menu.js";
import type { Unread } from "./unread.js";

const iconSide = process.platform === "darwin" ? 18 : 22;

/** Nothing else refers to it, and a tray icon that is collected disappears. */
let tray: Tray | null = null;

/** The icon beside the clock, and the count on the app's own: what there is to read, also without a window. */
export function setupTray(unread: Unread, actions: Omit<TrayMenuOptions, "unread">, log: Log): void {
  try {
    const icon = nativeImage.createFromPath(join(app.getAppPath(), "resources/icon.png"));
    tray = new Tray(icon.resize({ width: iconSide, height: iconSide, quality: "best" }));
    tray.on("click", actions.open);
  } catch (error) {
    // Desktops without a tray: the window and the notifications are still there.
    log(`There is no tray icon: ${String(error)}`);
  }
  const show = (count: number) => {
    tray?.setToolTip(trayTip(count));
    tray?.setContextMenu(Menu.buildFromTemplate(trayMenu({ ...actions, unread: count })));
    app.setBadgeCount(count);
  };
  show(unread.count());
  unread.onChange(show);
}
