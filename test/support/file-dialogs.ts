import type { RunningApp } from "./electron.js";

/** Answers the system's dialogs for files, which a test cannot reach: with this file, or, for null, as cancelled. */
export async function answerFileDialogs({ app }: RunningApp, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, file) => {
    const isCancelled = file === null;
    dialog.showSaveDialog = async () => ({ canceled: isCancelled, filePath: file ?? "" });
    dialog.showOpenDialog = async () => ({ canceled: isCancelled, filePaths: isCancelled ? [] : [file] });
  }, path);
}
