import type { MenuItemConstructorOptions } from "electron";
import type { PushMessages, Theme } from "../../shared/ipc.js";

type WindowCommand = PushMessages["window:command"];
type Item = MenuItemConstructorOptions;

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly isDevelopment: boolean;
  readonly theme: Theme;
  readonly command: (command: WindowCommand) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly showDataFolder: () => void;
}

/** The menu as data. Every view and every state of the theme can be reached by keyboard from here. */
export function menuTemplate(options: MenuOptions): Item[] {
  const isMac = options.platform === "darwin";
  return [
    ...(isMac ? [{ role: "appMenu" } satisfies Item] : []),
    { label: "&File", submenu: fileItems(options, isMac) },
    { role: "editMenu", label: "&Edit" },
    { label: "&View", submenu: viewItems(options) },
    { label: "&Go", submenu: goItems(options) },
    ...(isMac ? [{ role: "windowMenu" } satisfies Item] : []),
    { role: "help", label: "&Help", submenu: helpItems(options, isMac) },
  ];
}

function fileItems({ showDataFolder }: MenuOptions, isMac: boolean): Item[] {
  return [
    { label: "Show Data Folder", click: showDataFolder },
    { type: "separator" },
    isMac ? { role: "close" } : { role: "quit", accelerator: "Ctrl+Q" },
  ];
}

function viewItems({ theme, setTheme, isDevelopment }: MenuOptions): Item[] {
  const labels: readonly [Theme, string][] = [
    ["system", "As the System"],
    ["light", "Light"],
    ["dark", "Dark"],
  ];
  const themes = labels.map(
    ([value, label]): Item => ({
      id: `theme-${value}`,
      label,
      type: "radio",
      checked: value === theme,
      click: () => setTheme(value),
    }),
  );
  const developer: Item[] = [{ type: "separator" }, { role: "reload" }, { role: "toggleDevTools" }];
  return [
    { label: "Theme", submenu: themes },
    { type: "separator" },
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    { type: "separator" },
    { role: "togglefullscreen" },
    ...(isDevelopment ? developer : []),
  ];
}

function goItems({ command }: MenuOptions): Item[] {
  const go = (label: string, view: Extract<WindowCommand, { command: "go" }>["view"], key: string): Item => ({
    id: `go-${view}`,
    label,
    accelerator: `CmdOrCtrl+${key}`,
    click: () => command({ command: "go", view }),
  });
  return [
    {
      id: "focus-lookup",
      label: "Look Up…",
      accelerator: "CmdOrCtrl+K",
      click: () => command({ command: "focus-lookup" }),
    },
    go("Look Up Many", "batch", "Shift+K"),
    { type: "separator" },
    go("Search", "search", "1"),
    go("Deals", "deals", "2"),
    go("Watched", "watch", "3"),
    go("Alerts", "alerts", "4"),
    go("Account", "account", "5"),
    go("Settings", "settings", "6"),
  ];
}

function helpItems({ showDataFolder }: MenuOptions, isMac: boolean): Item[] {
  const about: Item[] = isMac ? [] : [{ role: "about" }];
  return [{ label: "Where My Data Is", click: showDataFolder }, ...about];
}
