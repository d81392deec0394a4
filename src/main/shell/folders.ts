import { accessSync, constants, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";

export interface Folders {
  /** The engine's: database, backups, logs. */
  readonly data: string;
  /** The window's own: settings and what Chromium keeps. */
  readonly window: string;
  readonly logs: string;
}

/**
 * Puts everything that a start keeps into one folder, so that two starts with two folders know nothing of each other
 * (the single-instance lock lives in `window`, too). Must run before Electron is ready.
 */
export function setupFolders(dataFolder: string | null): Folders {
  const data = dataFolder ?? join(app.getPath("appData"), "Tidemark");
  const window = usableFolder(join(data, "window"));
  app.setPath("userData", window);
  app.setPath("sessionData", window);
  return { data, window, logs: join(data, "logs") };
}

/**
 * A folder that cannot be written must not keep the window from opening: the window is where the engine's
 * explanation of it is shown.
 */
function usableFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return mkdtempSync(join(tmpdir(), "tidemark-window-"));
  }
}
