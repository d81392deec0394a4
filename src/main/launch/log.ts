import { join } from "node:path";
import { app, dialog } from "electron";
import { appendingLog } from "../../shared/node/log-file.js";

export type Log = (message: string) => void;

/** There are up to two files of this size, enough for several days and small enough to email. */
const maxLogBytes = 512 * 1_024;

/** Appends lines to `main.log` in `folder`. Never throws: a full disk must not end the app. */
export function setupLog(folder: string): Log {
  const append = appendingLog(join(folder, "main.log"), maxLogBytes);
  return (message) => append(`${new Date().toISOString()} ${message}`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ignores write errors: the terminal that started the app may be closed by now. */
export function setupOutput(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}

/** Logs unexpected errors and shows a dialog for the first one. The window stays open. */
export function setupUnexpectedErrors(log: Log, logFolder: string): void {
  let hasShownDialog = false;
  const onError = (kind: string) => (error: unknown) => {
    log(`${kind}: ${error instanceof Error ? error.stack : String(error)}`);
    if (hasShownDialog || !app.isReady()) return;
    hasShownDialog = true;
    void dialog.showMessageBox({
      type: "warning",
      message: "Something unexpected went wrong in Tidemark.",
      detail: `Your data is safe. If Tidemark behaves oddly, close it and open it again. Details are in ${logFolder}.`,
    });
  };
  process.on("uncaughtException", onError("Uncaught exception"));
  process.on("unhandledRejection", onError("Unhandled rejection"));
}
