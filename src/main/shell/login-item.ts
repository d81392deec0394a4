import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Starts in the background: the engine and the tray icon, without a window. */
export const hiddenFlag = "--hidden";

export interface LoginItem {
  isOn(): boolean;
  /** Throws where the system does not let it be changed. */
  set(isOn: boolean): void;
}

/** A path within a desktop entry's `Exec`: quoted, with its own signs escaped. */
function quoted(path: string): string {
  return `"${path.replace(/["`$\\]/g, "\\$&").replace(/%/g, "%%")}"`;
}

/** Linux: an entry in the folder of what starts with the session (XDG Autostart Specification). */
export function autostartEntry(executable: string): string {
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Tidemark",
    "Comment=Checks prices in the background",
    `Exec=${quoted(executable)} ${hiddenFlag}`,
    "Icon=tidemark",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}

export function autostartFile(configFolder: string, executable: string): LoginItem {
  const file = join(configFolder, "autostart", "tidemark.desktop");
  return {
    isOn: () => existsSync(file),
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, autostartEntry(executable));
    },
  };
}
