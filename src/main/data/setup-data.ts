import { dialog, shell } from "electron";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Folders } from "../launch/folders.js";
import type { ShellTextSource } from "../window/shell-texts.js";
import type { AppWindow } from "../window/window.js";
import { DataController } from "./data-controller.js";
import { createFileDialogs } from "./file-dialogs.js";
import { createLastManualBackup } from "./known-backups.js";

interface DataOptions {
  readonly engine: Supervisor;
  readonly window: AppWindow;
  readonly folders: Folders;
  readonly shellTexts: ShellTextSource;
}

/** Backups, imports and exports: files are selected here, and the engine processes them. */
export function setupData({ engine, window, folders, shellTexts }: DataOptions): DataController {
  return new DataController({
    engine,
    dialogs: createFileDialogs({ window, texts: shellTexts.current, now: () => new Date() }),
    dataFolder: folders.data,
    lastManualBackup: createLastManualBackup(folders.window),
    onJobChange: (work) => window.push("data:progress", work),
    // Reloading is the only sure way to reset every store of the page.
    onDataReplaced: () => window.reload({ command: "go", view: "settings", section: "data" }),
    showFile: (path) => shell.showItemInFolder(path),
    onSaveFailed: (error) => dialog.showErrorBox(shellTexts.current().files.notSaved, String(error)),
  });
}
