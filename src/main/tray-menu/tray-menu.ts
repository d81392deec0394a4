import type { MenuItemConstructorOptions } from "electron";
import type { ShellTexts } from "../window/shell-texts.js";

export interface TrayMenuOptions {
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
