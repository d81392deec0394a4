import type { RunningApp } from "./electron.js";

/** Replaces the system's file dialogs, which then select this file or, for null, are cancelled. */
export async function answerFileDialogs({ app }: RunningApp, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, file) => {
    const isCancelled = file === null;
    dialog.showSaveDialog = async () => ({ canceled: isCancelled, filePath: file ?? "" });
    dialog.showOpenDialog = async () => ({ canceled: isCancelled, filePaths: isCancelled ? [] : [file] });
  }, path);
}
