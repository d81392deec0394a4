import { accessSync, constants, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app, shell } from "electron";
import { makeFolder } from "../../shared/node/make-folder.js";
import type { Log } from "./log.js";

export interface Folders {
  /** The data folder: the database, its backups and the two folders below. */
  readonly data: string;
  /** The settings and Chromium's own files. */
  readonly userData: string;
  readonly logs: string;
}

/**
 * Stores everything below one folder, even the single-instance lock, so that instances with different data folders are
 * independent. Call before Electron is ready.
 */
export function setupFolders(dataFolder: string | null): Folders {
  const data = dataFolder ?? join(app.getPath("appData"), "Tidemark");
  const userData = ensureWritableFolder(join(data, "window"));
  app.setPath("userData", userData);
  app.setPath("sessionData", userData);
  return { data, userData, logs: join(data, "logs") };
}

/**
 * Falls back to a temporary folder, so that the window can open and show the engine's error about a read-only data
 * folder.
 */
function ensureWritableFolder(folder: string): string {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return mkdtempSync(join(tmpdir(), "tidemark-window-"));
  }
}

/** Shows the data folder in the system's file manager. */
export function createDataFolderOpener({ data }: Folders, log: Log): () => void {
  return () => {
    // Not awaited: on some desktops it resolves only when the file manager is closed.
    void shell.openPath(data).then((errorMessage) => {
      if (errorMessage) log(`The data folder could not be opened: ${errorMessage}`);
    });
  };
}

/**
 * Paths of the built files, in a checkout or a package. `import.meta` is no help, because the bundler moves modules.
 */
export function builtFiles() {
  const out = join(app.getAppPath(), "out");
  return {
    engine: join(out, "main/engine.js"),
    preload: join(out, "preload/index.cjs"),
    renderer: join(out, "renderer"),
  } as const;
}
