import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
      writeFileSync(file, formatAutostartEntry(executable));
    },
  };
}
