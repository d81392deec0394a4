import { join } from "node:path";
import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from "electron";
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
export function setupTray(
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
