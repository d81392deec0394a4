import type { MenuItemConstructorOptions } from "electron";

export interface TrayMenuOptions {
  readonly unread: number;
  readonly open: () => void;
  readonly openAlerts: () => void;
  readonly checkNow: () => void;
  readonly quit: () => void;
}

function alertsLabel(unread: number): string {
  if (unread === 0) return "Alerts";
  return unread === 1 ? "1 Unread Alert" : `${unread} Unread Alerts`;
}

/** What the icon beside the clock offers. */
export function trayMenu(options: TrayMenuOptions): MenuItemConstructorOptions[] {
  return [
    { id: "open", label: "Open Tidemark", click: options.open },
    { id: "alerts", label: alertsLabel(options.unread), click: options.openAlerts },
    { type: "separator" },
    { id: "check-now", label: "Check Prices Now", click: options.checkNow },
    { type: "separator" },
    { id: "quit", label: "Quit Tidemark", click: options.quit },
  ];
}

export function trayTip(unread: number): string {
  return unread === 0 ? "Tidemark" : `Tidemark: ${alertsLabel(unread).toLowerCase()}`;
}
