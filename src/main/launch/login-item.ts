import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { app } from "electron";
import { replaceFileSync } from "../../shared/node/replace-file.js";

/** For Windows and macOS, where Electron manages login items. */
const systemList: LoginItem = {
  isOn: () => app.getLoginItemSettings({ args: [hiddenFlag] }).openAtLogin,
  set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenFlag] }),
};

/** Starts the engine and the tray icon without a window. */
export const hiddenFlag = "--hidden";

export interface LoginItem {
  isOn(): boolean;
  /** Throws if the system refuses the change. */
  set(isOn: boolean): void;
}

/** Quotes and escapes a path for the `Exec` key of a desktop entry. */
function quoteExecPath(path: string): string {
  return `"${path.replace(/["`$\\]/g, "\\$&").replace(/%/g, "%%")}"`;
}

/** The desktop entry for starting at login on Linux (XDG Autostart Specification). */
export function formatAutostartEntry(executable: string): string {
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Tidemark",
    "Comment=Checks prices in the background",
    `Exec=${quoteExecPath(executable)} ${hiddenFlag}`,
    "Icon=tidemark",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}

export function createAutostartItem(configFolder: string, executable: string): LoginItem {
  const file = join(configFolder, "autostart", "tidemark.desktop");
  return {
    isOn: () => existsSync(file),
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      replaceFileSync(file, formatAutostartEntry(executable));
    },
  };
}

/** `null` in a checkout, where there is no installed app to start at login. */
export function setupLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform !== "linux") return systemList;
  // An AppImage is mounted at a different path each time; only the image file has a stable path.
  return createAutostartItem(app.getPath("appData"), process.env.APPIMAGE ?? process.execPath);
}
