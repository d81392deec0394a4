import { dialog, shell } from "electron";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Folders } from "../shell/folders.js";
import type { Speech } from "../shell/speech.js";
import type { AppWindow } from "../shell/window.js";
import { DataDesk } from "./data-desk.js";
import { fileDialogs } from "./file-dialogs.js";
import { lastCopy } from "./last-copy.js";

interface DataOptions {
  readonly engine: Supervisor;
  readonly window: AppWindow;
  readonly folders: Folders;
  readonly speech: Speech;
}

/** Backups, imports and exports: files are selected here, and the engine processes them. */
export function setupData({ engine, window, folders, speech }: DataOptions): DataDesk {
  return new DataDesk({
    engine,
    dialogs: fileDialogs({ window, texts: speech.texts, now: () => new Date() }),
    dataFolder: folders.data,
    lastCopy: lastCopy(folders.window),
    onWork: (work) => window.push("data:progress", work),
    // Reloading is the only sure way to reset every store of the page.
    onReplaced: () => window.reload({ command: "go", view: "settings", section: "data" }),
    showFile: (path) => shell.showItemInFolder(path),
    onUnsaved: (error) => dialog.showErrorBox(speech.texts().files.notSaved, String(error)),
  });
}
