import { Menu, type MenuItemConstructorOptions } from "electron";
import { type PushMessages, type Theme, theme as themeSchema } from "../../shared/ipc.js";
import type { Shell } from "../window/shell.js";
import type { ShellTexts } from "../window/shell-texts.js";

type WindowCommand = PushMessages["window:command"];
const themeChoices = themeSchema.options;
type Item = MenuItemConstructorOptions;

export interface MenuOptions {
  readonly texts: ShellTexts;
  readonly platform: NodeJS.Platform;
  readonly isDevelopment: boolean;
  readonly theme: Theme;
  readonly command: (command: WindowCommand) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly showDataFolder: () => void;
  readonly checkForUpdates: () => void;
}

/** The application menu. It makes every view and every theme accessible by keyboard. */
export function menuTemplate(options: MenuOptions): Item[] {
  const isMac = options.platform === "darwin";
  const { texts } = options;
  return [
    ...(isMac ? [{ role: "appMenu" } satisfies Item] : []),
    { label: texts.file, submenu: fileItems(options, isMac) },
    { label: texts.edit, submenu: editItems(texts) },
    { label: texts.view, submenu: viewItems(options) },
    { label: texts.go, submenu: goItems(options) },
    ...(isMac ? [{ role: "windowMenu" } satisfies Item] : []),
    { role: "help", label: texts.help, submenu: helpItems(options, isMac) },
  ];
}

function fileItems({ texts, showDataFolder }: MenuOptions, isMac: boolean): Item[] {
  return [
    { label: texts.showDataFolder, click: showDataFolder },
    { type: "separator" },
    isMac ? { role: "close" } : { role: "quit", label: texts.quit, accelerator: "Ctrl+Q" },
  ];
}

/** Electron's own labels are English only. */
function editItems(texts: ShellTexts): Item[] {
  return [
    { role: "undo", label: texts.undo },
    { role: "redo", label: texts.redo },
    { type: "separator" },
    { role: "cut", label: texts.cut },
    { role: "copy", label: texts.copy },
    { role: "paste", label: texts.paste },
    { role: "selectAll", label: texts.selectAll },
  ];
}

function viewItems({ texts, theme, setTheme, isDevelopment, command }: MenuOptions): Item[] {
  const themes = themeChoices.map(
    (value): Item => ({
      id: `theme-${value}`,
      label: texts.themes[value],
      type: "radio",
      checked: value === theme,
      click: () => setTheme(value),
    }),
  );
  const developer: Item[] = [
    { type: "separator" },
    { id: "go-gallery", label: "Gallery", click: () => command({ command: "go", view: "gallery" }) },
    { role: "reload" },
    { role: "toggleDevTools" },
  ];
  return [
    { label: texts.theme, submenu: themes },
    { type: "separator" },
    { role: "resetZoom", label: texts.actualSize },
    { role: "zoomIn", label: texts.zoomIn },
    // On many keyboards, the plus needs Shift.
    { role: "zoomIn", label: texts.zoomIn, accelerator: "CmdOrCtrl+=", visible: false },
    { role: "zoomOut", label: texts.zoomOut },
    { type: "separator" },
    { role: "togglefullscreen", label: texts.fullScreen },
    ...(isDevelopment ? developer : []),
  ];
}

function goItems({ texts, command }: MenuOptions): Item[] {
  const go = (label: string, view: Extract<WindowCommand, { command: "go" }>["view"], key: string): Item => ({
    id: `go-${view}`,
    label,
    accelerator: `CmdOrCtrl+${key}`,
    click: () => command({ command: "go", view }),
  });
  return [
    {
      id: "focus-lookup",
      label: texts.lookUp,
      accelerator: "CmdOrCtrl+K",
      click: () => command({ command: "focus-lookup" }),
    },
    go(texts.addMany, "add", "Shift+K"),
    { type: "separator" },
    go(texts.watched, "watch", "1"),
    go(texts.search, "search", "2"),
    go(texts.deals, "deals", "3"),
    go(texts.alerts, "alerts", "4"),
    go(texts.settings, "settings", "5"),
  ];
}

function helpItems(options: MenuOptions, isMac: boolean): Item[] {
  const { texts, command, showDataFolder, checkForUpdates } = options;
  const about: Item[] = isMac ? [] : [{ role: "about", label: texts.about }];
  return [
    { id: "shortcuts", label: texts.shortcuts, click: () => command({ command: "show-shortcuts" }) },
    { label: texts.whereMyDataIs, click: showDataFolder },
    { type: "separator" },
    { id: "check-for-updates", label: texts.checkForUpdates, click: checkForUpdates },
    ...about,
  ];
}

/** Rebuilds the application menu whenever the settings change. */
export function setupMenu(
  { settings, shellTexts, window }: Shell,
  options: Pick<MenuOptions, "isDevelopment" | "showDataFolder" | "checkForUpdates">,
): void {
  const build = () => {
    const template = menuTemplate({
      ...options,
      texts: shellTexts.current(),
      platform: process.platform,
      command: (to) => window.command(to),
      theme: settings.get().theme,
      setTheme: (theme) => settings.update({ theme }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  build();
  settings.onChange(build);
}
