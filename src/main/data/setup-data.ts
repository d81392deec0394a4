import { join } from "node:path";
import { app, dialog, type FileFilter, shell } from "electron";
import { localDay } from "../../shared/time.js";
import type { Folders } from "../launch/folders.js";
import type { Shell } from "../window/shell.js";
import { DataController, type FileDialogs } from "./data-controller.js";
import { createLastManualBackup } from "./known-backups.js";

/** Backups, imports and exports. Main opens the file dialogs; the engine processes the files. */
export function setupData({ engine, window, shellTexts }: Shell, folders: Folders): DataController {
  return new DataController({
    engine,
    dialogs: createFileDialogs(window, shellTexts),
    dataFolder: folders.data,
    lastManualBackup: createLastManualBackup(folders.userData),
    onJobChange: (job) => window.push("data:progress", job),
    // Only a reload resets all stores of the window.
    onDataReplaced: () => window.reload({ command: "go", view: "settings", section: "data" }),
    showFile: (path) => shell.showItemInFolder(path),
    onSaveFailed: (error) => dialog.showErrorBox(shellTexts.current().files.notSaved, String(error)),
  });
}

/** The system's file dialogs, modal to the window. */
function createFileDialogs(window: Shell["window"], shellTexts: Shell["shellTexts"]): FileDialogs {
  const t = () => shellTexts.current().files;
  const today = () => localDay(Date.now());
  const backups = (): FileFilter => ({ name: t().backups, extensions: ["sqlite3"] });
  const catalogues = (): FileFilter => ({
    name: t().catalogues,
    extensions: ["tidemark", "jsonl", "ndjson"],
  });
  const allFiles = (): FileFilter => ({ name: t().all, extensions: ["*"] });

  const showSave = async (title: string, name: string, filter: FileFilter) => {
    const parent = window.current;
    if (parent === null) return null;
    const defaultPath = join(app.getPath("documents"), name);
    const options = { title, defaultPath, filters: [filter, allFiles()] };
    const { canceled, filePath } = await dialog.showSaveDialog(parent, options);
    return canceled || !filePath ? null : filePath;
  };
  const showOpen = async (title: string, filter: FileFilter) => {
    const parent = window.current;
    if (parent === null) return null;
    const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
      title,
      filters: [filter, allFiles()],
      properties: ["openFile"],
    });
    return canceled ? null : (filePaths[0] ?? null);
  };
  return {
    saveBackup: () => showSave(t().saveBackup, `Tidemark ${today()}.sqlite3`, backups()),
    openBackup: () => showOpen(t().openBackup, backups()),
    saveCatalogue: () => showSave(t().saveCatalogue, `tidemark-${today()}.tidemark`, catalogues()),
    openCatalogue: () => showOpen(t().openCatalogue, catalogues()),
    saveSkipped: () =>
      showSave(t().saveSkipped, "tidemark-lines.txt", { name: t().texts, extensions: ["txt"] }),
  };
}
