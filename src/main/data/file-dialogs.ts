import { join } from "node:path";
import { app, dialog, type FileFilter } from "electron";
import type { ShellTexts } from "../shell/speech.js";
import type { AppWindow } from "../shell/window.js";
import type { FileDialogs } from "./data-desk.js";

interface FileDialogOptions {
  readonly window: Pick<AppWindow, "current">;
  readonly texts: () => ShellTexts;
  readonly now: () => Date;
}

/** The system's file dialogs, modal to the window. */
export function fileDialogs({ window, texts, now }: FileDialogOptions): FileDialogs {
  const said = () => texts().files;
  const backups = (): FileFilter => ({ name: said().backups, extensions: ["sqlite3"] });
  const catalogues = (): FileFilter => ({
    name: said().catalogues,
    extensions: ["tidemark", "jsonl", "ndjson"],
  });
  const all = (): FileFilter => ({ name: said().all, extensions: ["*"] });

  const save = async (title: string, name: string, filter: FileFilter) => {
    const parent = window.current;
    if (parent === null) return null;
    const defaultPath = join(app.getPath("documents"), name);
    const options = { title, defaultPath, filters: [filter, all()] };
    const { canceled, filePath } = await dialog.showSaveDialog(parent, options);
    return canceled || !filePath ? null : filePath;
  };
  const open = async (title: string, filter: FileFilter) => {
    const parent = window.current;
    if (parent === null) return null;
    const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
      title,
      filters: [filter, all()],
      properties: ["openFile"],
    });
    return canceled ? null : (filePaths[0] ?? null);
  };
  return {
    saveBackup: () => save(said().saveBackup, `Tidemark ${dayOf(now())}.sqlite3`, backups()),
    openBackup: () => open(said().openBackup, backups()),
    saveCatalogue: () => save(said().saveCatalogue, `tidemark-${dayOf(now())}.tidemark`, catalogues()),
    openCatalogue: () => open(said().openCatalogue, catalogues()),
    saveSkipped: () =>
      save(said().saveSkipped, "tidemark-lines.txt", { name: said().texts, extensions: ["txt"] }),
  };
}

/** `2026-11-21` in local time. */
function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
